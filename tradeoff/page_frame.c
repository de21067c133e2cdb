#include "page_frame.h"

#include "markup.h"
#include "output.h"

#include <string.h>

const struct embedded *page_file(const struct embedded *files, const char *name)
{
	for (const struct embedded *e = files; e->name; e++)
		if (!strcmp(e->name, name))
			return e;
	return NULL;
}

static void embed(const struct embedded *e, FILE *f)
{
	if (e)
		fwrite(e->text, 1, e->size, f);
}

void page_begin(const char *title, const struct embedded *more, FILE *f)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
	      "<meta name=\"generator\" content=\"" OUTPUT_MARK "\"/>\n"
	      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<meta name=\"color-scheme\" content=\"light dark\"/>\n"
	      "<title>", f);
	markup_text(title, f);
	fputs("</title>\n<style>\n", f);
	embed(page_file(tradeoff_files, "page.css"), f);
	embed(more, f);
	fputs("</style>\n</head>\n<body>\n<h1>", f);
	markup_text(title, f);
	fputs("</h1>\n", f);
}

void page_end(const struct embedded *files, const char *const *scripts, FILE *f)
{
	fputs("<script>\n", f);
	for (; *scripts; scripts++)
		embed(page_file(files, *scripts), f);
	fputs("</script>\n</body>\n</html>\n", f);
}
