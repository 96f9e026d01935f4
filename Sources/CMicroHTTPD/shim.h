/* What the C library declares is Glibc's, also where this header includes it; else Swift finds it in here. */
#pragma clang module import SwiftGlibc
#include <microhttpd.h>

/* Swift calls no functions with variable arguments. */

/* A daemon with a thread of its own that accepts from a socket which listens, and closes it in the end. */
static inline struct MHD_Daemon *microhttpd_start(
    int listening_socket, unsigned int connections, unsigned int idle_seconds, size_t octets_for_each,
    MHD_AcceptPolicyCallback accepts, MHD_AccessHandlerCallback answers, MHD_NotifyConnectionCallback notify,
    void *context) {
    return MHD_start_daemon(
        MHD_USE_AUTO_INTERNAL_THREAD, 0, accepts, context, answers, context,
        MHD_OPTION_LISTEN_SOCKET, listening_socket, MHD_OPTION_CONNECTION_LIMIT, connections,
        MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds, MHD_OPTION_CONNECTION_MEMORY_LIMIT, octets_for_each,
        MHD_OPTION_NOTIFY_CONNECTION, notify, context,
        MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
}

/* The socket of a connection; -1 where it is not known. */
static inline int microhttpd_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}
