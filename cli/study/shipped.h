#ifndef SHIPPED_H
#define SHIPPED_H

#include <stdbool.h>

/*
 * The studies that come with the program, files NAME.sweep in one directory: $SLUICE_EXPERIMENTS if it is set, else experiments/ beside the program, else
 * share/sluice/experiments of where it is installed.
 */
enum { SHIPPED_MOST = 512, SHIPPED_PATH = 4096, SHIPPED_WHY = 512 };

/* Their names in the order of the alphabet. Returns how many; 0: why there are none. To be freed. */
unsigned shipped_list(char *names[SHIPPED_MOST], char why[SHIPPED_WHY]);

/* The file of one. False: there is none of that name. */
bool shipped_find(const char *name, char path[SHIPPED_PATH]);

#endif
