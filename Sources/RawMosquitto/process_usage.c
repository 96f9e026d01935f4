#include "process_usage.h"

#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

double process_resident_octets(void) {
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file) return 0;
    long all = 0, resident = 0;
    int count = fscanf(file, "%ld %ld", &all, &resident);
    fclose(file);
    return count == 2 ? (double)resident * (double)sysconf(_SC_PAGESIZE) : 0;
}

static double seconds(struct timeval time) { return (double)time.tv_sec + (double)time.tv_usec * 1e-6; }

double process_seconds(void) {
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}
