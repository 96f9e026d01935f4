// Reads with libmosquitto without letting an assertion that fails in it end the process.
//
// libmosquitto 2.0.11 (Debian 12) asserts on what a broker sends: a property of MQTT 5 with an unknown identifier makes
// lib/property_mosq.c log with no handle, and lib/logging_mosq.c asserts that there is one. Later versions do not.
#ifndef MOSQUITTO_GUARD_H
#define MOSQUITTO_GUARD_H

#include <mosquitto.h>

/// mosquitto_loop_read, where a failed assertion is MOSQ_ERR_MALFORMED_PACKET.
///
/// After that the handle may only be destroyed. What the library had allocated for the packet is lost. The callbacks
/// must not call functions of the library that may assert: the jump out of an assertion leaves their frames as they are.
int mosquitto_guarded_loop_read(struct mosquitto *mosq, int max_packets);

#endif
