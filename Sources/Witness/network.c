// The network, and the names that the system has for its parts: hosts, services, protocols, devices.
#ifdef __linux__

#define _GNU_SOURCE
#include "control.h"

#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <sys/socket.h>

WITNESS_ASKS(int, socket, (int domain, int type, int protocol), (domain, type, protocol))

// MARK: - Devices

WITNESS_ASKS(int, getifaddrs, (struct ifaddrs **result), (result))
WITNESS_ASKS(struct if_nameindex *, if_nameindex, (void), ())
WITNESS_ASKS(unsigned, if_nametoindex, (const char *name), (name))
WITNESS_ASKS(char *, if_indextoname, (unsigned number, char name[IF_NAMESIZE]), (number, name))

// MARK: - Hosts

WITNESS_ASKS(
    int, getaddrinfo,
    (const char *restrict node, const char *restrict service,
     const struct addrinfo *restrict hints, struct addrinfo **restrict result),
    (node, service, hints, result))
WITNESS_ASKS(
    int, getnameinfo,
    (const struct sockaddr *restrict address, socklen_t length, char *restrict host, socklen_t host_size,
     char *restrict service, socklen_t service_size, int flags),
    (address, length, host, host_size, service, service_size, flags))
WITNESS_ASKS(struct hostent *, gethostbyname, (const char *name), (name))
WITNESS_ASKS(struct hostent *, gethostbyname2, (const char *name, int family), (name, family))
WITNESS_ASKS(
    struct hostent *, gethostbyaddr, (const void *address, socklen_t length, int family),
    (address, length, family))
WITNESS_ASKS(
    int, gethostbyname_r,
    (const char *restrict name, struct hostent *restrict entry, char *restrict bytes, size_t size,
     struct hostent **restrict result, int *restrict error),
    (name, entry, bytes, size, result, error))
WITNESS_ASKS(
    int, gethostbyname2_r,
    (const char *restrict name, int family, struct hostent *restrict entry, char *restrict bytes,
     size_t size, struct hostent **restrict result, int *restrict error),
    (name, family, entry, bytes, size, result, error))
WITNESS_ASKS(
    int, gethostbyaddr_r,
    (const void *restrict address, socklen_t length, int family, struct hostent *restrict entry,
     char *restrict bytes, size_t size, struct hostent **restrict result, int *restrict error),
    (address, length, family, entry, bytes, size, result, error))

// MARK: - Services and protocols

WITNESS_ASKS(struct servent *, getservbyname, (const char *name, const char *protocol), (name, protocol))
WITNESS_ASKS(struct servent *, getservbyport, (int port, const char *protocol), (port, protocol))
WITNESS_ASKS(struct protoent *, getprotobyname, (const char *name), (name))
WITNESS_ASKS(struct protoent *, getprotobynumber, (int number), (number))
#ifdef __GLIBC__
WITNESS_ASKS(
    int, getservbyname_r,
    (const char *restrict name, const char *restrict protocol, struct servent *restrict entry,
     char *restrict bytes, size_t size, struct servent **restrict result),
    (name, protocol, entry, bytes, size, result))
WITNESS_ASKS(
    int, getservbyport_r,
    (int port, const char *restrict protocol, struct servent *restrict entry, char *restrict bytes,
     size_t size, struct servent **restrict result),
    (port, protocol, entry, bytes, size, result))
WITNESS_ASKS(
    int, getprotobyname_r,
    (const char *restrict name, struct protoent *restrict entry, char *restrict bytes, size_t size,
     struct protoent **restrict result),
    (name, entry, bytes, size, result))
WITNESS_ASKS(
    int, getprotobynumber_r,
    (int number, struct protoent *restrict entry, char *restrict bytes, size_t size,
     struct protoent **restrict result),
    (number, entry, bytes, size, result))
#endif

#endif
