#pragma once

#include <stdbool.h>

/* Writes docs/use/links.md to standard output. False: the C model did not do what the page is about. */
bool links_markdown(void);
