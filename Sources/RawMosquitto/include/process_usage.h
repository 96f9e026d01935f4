// What processes take of the machine.
#ifndef PROCESS_USAGE_H
#define PROCESS_USAGE_H

/// What this process keeps in memory now, in octets; 0 where the system does not say.
double process_resident_octets(void);

/// What it has used so far, in seconds of all cores.
double process_seconds(void);

/// What another process keeps in memory now, in octets; 0 where the system does not say.
double other_process_resident_octets(int process);

/// What another process has used so far, in seconds of all cores; 0 where the system does not say.
double other_process_seconds(int process);

#endif
