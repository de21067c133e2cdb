#include "markup.h"

void markup_text(const char *text, FILE *f)
{
	for (; *text; text++)
		switch (*text) {
		case '&': fputs("&amp;", f); break;
		case '<': fputs("&lt;", f); break;
		case '>': fputs("&gt;", f); break;
		case '"': fputs("&quot;", f); break;
		default: fputc(*text, f);
		}
}
