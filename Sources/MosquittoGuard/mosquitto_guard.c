#define _GNU_SOURCE
#undef NDEBUG
#include "mosquitto_guard.h"

#include <assert.h>
#include <dlfcn.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

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

/// Whether code lies in libmosquitto: an assertion of anything else that runs during the read, the program's callbacks
/// among it, is a fault of the program and ends it.
static int is_of_library(const void *code) {
    Dl_info found;
    return dladdr(code, &found) && found.dli_fname && strstr(found.dli_fname, "libmosquitto");
}

/// What the macro assert calls (Linux Standard Base, libc, __assert_fail). The program's own definition goes before the C
/// library's for all shared libraries; whoever does not read with the guard gets the C library's.
__attribute__((used, visibility("default"))) void __assert_fail(
    const char *assertion, const char *file, unsigned int line, const char *function) {
    if (refuge && is_of_library(__builtin_return_address(0))) {
        jmp_buf *goal = refuge;
        refuge = NULL;
        _longjmp(*goal, 1);
    }
    void (*original)(const char *, const char *, unsigned int, const char *) = dlsym(RTLD_NEXT, "__assert_fail");
    if (original) original(assertion, file, line, function);
    abort();
}
