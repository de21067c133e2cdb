/*
 * Disk traffic in place of the traces of two papers, which are of the disks of one machine in 1999 and not ours to ship: servers whose
 * caches hold all, so busy that their links are full when time is compressed by 20.
 */
#ifndef DISK_TRACE_H
#define DISK_TRACE_H

#define DISK_TRACE "--nodes 64 --servers 20 --duration-us 40000 --think-us 50 --run 1 --cached 1"

#endif
