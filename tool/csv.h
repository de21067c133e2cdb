#ifndef CSV_H
#define CSV_H

#include <stdio.h>

/* The next cell of a row: a comma, and the number with so many digits behind the point. NaN: the cell is empty. */
void csv_real(FILE *, double value, int digits);

#endif
