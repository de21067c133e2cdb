#include "markup.h"

#include "utf8.h"

#include <string.h>

/* What stands for a character in markup; NULL: it stands for itself. */
static const char *reference(char c)
{
	switch (c) {
	case '&': return "&amp;";
	case '<': return "&lt;";
	case '>': return "&gt;";
	case '"': return "&quot;";
	}
	return NULL;
}

void markup_text(const char *text, FILE *f)
{
	for (size_t size = strlen(text), taken; size; text += taken, size -= taken) {
		const char *const instead = reference(*text);

		taken = 1;
		if (instead)
			fputs(instead, f);
		else
			taken = utf8_put(text, size, f);
	}
}
