#ifndef LOCK_H
#define LOCK_H

#include <sys/types.h>

/* The process that has locked the open file by flock(); 0: not known, or gone, and one that it started has the lock. */
pid_t lock_holder(int fd);

#endif
