#ifndef EXHAUSTED_H
#define EXHAUSTED_H

#include <errno.h>
#include <stdbool.h>

/* Of an errno: is the machine at fault (disk, memory, a limit), and not the name of a file? */
static inline bool exhausted(int error)
{
	switch (error) {
	case ENOSPC: case EDQUOT: case EFBIG: case EIO: case ENOMEM: case EMFILE: case ENFILE: case EAGAIN: case ENOLCK:
		return true;
	default:
		return false;
	}
}

#endif
