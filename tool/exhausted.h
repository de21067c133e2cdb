#pragma once

#include <errno.h>
#include <stdbool.h>

/* Does this errno mean that disk, memory or a limit is exhausted, and not that a file's name is wrong? */
static inline bool exhausted(int error)
{
	switch (error) {
	case ENOSPC: case EDQUOT: case EFBIG: case EIO: case ENOMEM: case EMFILE: case ENFILE: case EAGAIN: case ENOLCK:
		return true;
	default:
		return false;
	}
}
