// What this process takes of the machine.
#ifndef PROCESS_USAGE_H
#define PROCESS_USAGE_H

/// What it keeps in memory now, in octets; 0 where the system does not say.
double process_resident_octets(void);

/// What it has used so far, in seconds of all cores.
double process_seconds(void);

#endif
