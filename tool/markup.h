#pragma once

#include <stdio.h>

/* Text in HTML or SVG, between tags or in an attribute. */
void markup_text(const char *text, FILE *);
