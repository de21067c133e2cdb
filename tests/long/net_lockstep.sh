#!/bin/bash
# Networks of the sample switches of NETWORK and MANY_NETWORKS (tests/net_lockstep.c).
exec "${SLUICE_BUILD:-build}/tests/net_lockstep" many
