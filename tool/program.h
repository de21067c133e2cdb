#pragma once

/* A hash of all sources of the program: 16 digits, the same on every machine and at any time. Stored results hold it, so that
 * results of two programs are not mixed. The Makefile computes it. */
extern const char program_sources[];
