#define _GNU_SOURCE
#undef NDEBUG
#include "mosquitto_guard.h"

#include <assert.h>
#include <dlfcn.h>
#include <setjmp.h>
#include <stdlib.h>

/// Where the thread goes on when an assertion fails; NULL while it reads nothing.
static _Thread_local jmp_buf *refuge;

int mosquitto_guarded_loop_read(struct mosquitto *mosq, int max_packets) {
    jmp_buf here;
    if (_setjmp(here) != 0) return MOSQ_ERR_MALFORMED_PACKET;
    refuge = &here;
    int result = mosquitto_loop_read(mosq, max_packets);
    refuge = NULL;
    return result;
}

/// What the macro assert calls (Linux Standard Base, libc, __assert_fail). The program's own definition goes before the C
/// library's for all shared libraries; whoever does not read with the guard gets the C library's.
__attribute__((used, visibility("default"))) void __assert_fail(
    const char *assertion, const char *file, unsigned int line, const char *function) {
    if (refuge) {
        jmp_buf *goal = refuge;
        refuge = NULL;
        _longjmp(*goal, 1);
    }
    void (*original)(const char *, const char *, unsigned int, const char *) = dlsym(RTLD_NEXT, "__assert_fail");
    if (original) original(assertion, file, line, function);
    abort();
}
