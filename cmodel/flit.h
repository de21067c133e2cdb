#pragma once

#include "packet.h"

/* A flit between a host and its network interface: which one of which packet. Its bits are those of packet_flit(), or of packet_bare_flit() before the
 * network interface has put in the header. A packet without flits: there is none. */
struct flit {
	struct packet packet;
	unsigned number;
};
