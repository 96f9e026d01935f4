#include "process_usage.h"

#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

static double resident_octets(const char *path) {
    FILE *file = fopen(path, "r");
    if (!file) return 0;
    long all = 0, resident = 0;
    int count = fscanf(file, "%ld %ld", &all, &resident);
    fclose(file);
    return count == 2 ? (double)resident * (double)sysconf(_SC_PAGESIZE) : 0;
}

double process_resident_octets(void) { return resident_octets("/proc/self/statm"); }

double other_process_resident_octets(int process) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/statm", process);
    return resident_octets(path);
}

double other_process_seconds(int process) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/stat", process);
    FILE *file = fopen(path, "r");
    if (!file) return 0;
    // The second field is the program's name in brackets; the times are the 14th and 15th.
    unsigned long user = 0, system = 0;
    int count = fscanf(
        file, "%*d (%*[^)]) %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system);
    fclose(file);
    return count == 2 ? (double)(user + system) / (double)sysconf(_SC_CLK_TCK) : 0;
}

static double seconds(struct timeval time) { return (double)time.tv_sec + (double)time.tv_usec * 1e-6; }

double process_seconds(void) {
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}
