#include "csv.h"

#include <math.h>

void csv_real(FILE *f, double value, int digits)
{
	if (isnan(value))
		fputc(',', f);
	else
		fprintf(f, ",%.*f", digits, value);
}
