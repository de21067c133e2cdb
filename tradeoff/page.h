#pragma once

#include "digest.h"

/* Parts of the page (digest_page()). */
void page_charts(const struct digest *, FILE *);
void page_tables(const struct digest *, FILE *);
