/* Writes docs/parameters.md: `make docs`. */
#include "params.h"

int main(void)
{
	params_markdown(stdout);
	return fflush(stdout) != 0;
}
