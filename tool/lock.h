#pragma once

#include <sys/types.h>

/* The process that locked the open file by flock(). 0: not known; or it ended, and a process that it started holds the lock. */
pid_t lock_holder(int fd);
