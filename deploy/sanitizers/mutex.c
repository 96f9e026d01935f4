// Tells ThreadSanitizer when threads that had to wait for each other take and leave a Mutex of Swift's standard library.
//
// The quick ways in and out of `Mutex` are inlined into what uses it, and so are seen; the slow ones are in the
// library, which was built without the sanitizer, so that everything behind a mutex that two threads wanted at once
// would be reported. Nothing is passed over with it: what no mutex guards is found as before. `deploy/test` preloads it.
//
// Source: Swift 6.3, stdlib/public/Synchronization/Mutex/LinuxImpl.swift, `_lockSlow`, `_tryLockSlow`, `_unlockSlow`.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

typedef SWIFT void lock_function(uint32_t state, SELF void *handle);
typedef SWIFT bool try_function(SELF void *handle);
typedef SWIFT void unlock_function(SELF void *handle);

// Of ThreadSanitizer's runtime; not there in processes without it.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

SWIFT void lock_slow(uint32_t state, SELF void *handle) __asm__(LOCK);
SWIFT bool try_slow(SELF void *handle) __asm__(TRY);
SWIFT void unlock_slow(SELF void *handle) __asm__(UNLOCK);

SWIFT void lock_slow(uint32_t state, SELF void *handle) {
    static lock_function *original;
    if (!original) original = (lock_function *)dlsym(RTLD_NEXT, LOCK);
    original(state, handle);
    if (__tsan_acquire) __tsan_acquire(handle);
}

SWIFT bool try_slow(SELF void *handle) {
    static try_function *original;
    if (!original) original = (try_function *)dlsym(RTLD_NEXT, TRY);
    bool has_lock = original(handle);
    if (has_lock && __tsan_acquire) __tsan_acquire(handle);
    return has_lock;
}

SWIFT void unlock_slow(SELF void *handle) {
    static unlock_function *original;
    if (!original) original = (unlock_function *)dlsym(RTLD_NEXT, UNLOCK);
    if (__tsan_release) __tsan_release(handle);
    original(handle);
}
