// libFuzzer's own entry, for a program that has a `main` of its own; `deploy/fuzz` links it.
// Source: LLVM, "libFuzzer – a library for coverage-guided fuzz testing", "Using libFuzzer as a library".
#ifndef CFUZZER_H
#define CFUZZER_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *count, char ***words, int (*take)(const uint8_t *octets, size_t size));

#endif
