#ifndef PROGRAM_H
#define PROGRAM_H

/* A hash of all sources that the program is built from: 16 digits, the same wherever and whenever that is done. Whoever keeps
 * results says it with them, so that those of two programs are not mixed. The Makefile makes it. */
extern const char program_sources[];

#endif
