#include "page.h"

#include "markup.h"
#include "page_frame.h"
#include "program.h"

static void head(const struct digest *r, FILE *f)
{
	page_begin("Area against throughput", NULL, f);
	fputs("<p>", f);
	markup_text(r->network, f);
	fputs("</p>\n", f);
}

static void source(const struct digest *r, enum figure_source s, FILE *f)
{
	bool any = false;

	for (enum figure i = 0; i < FIGURES; i++)
		any = any || (figures[i].source == s && figure_there(i, r->synthesis));
	if (!any)
		return;
	fprintf(f, "<dt id=\"%s\">%s</dt>\n<dd>", source_names[s], source_texts[s]);
	markup_text(r->source[s], f);
	for (enum figure i = 0; i < FIGURES; i++)
		if (figures[i].source == s && figure_there(i, r->synthesis))
			fprintf(f, "<br/><code>%s</code>: %s", figures[i].name, figures[i].help);
	fputs("</dd>\n", f);
}

static void notes(const struct digest *r, FILE *f)
{
	if (r->notes)
		fputs("<h2>To be read with care</h2>\n<ul>\n", f);
	for (unsigned i = 0; i < r->notes; i++) {
		fputs("<li>", f);
		markup_text(r->note[i], f);
		fputs("</li>\n", f);
	}
	if (r->notes)
		fputs("</ul>\n", f);
}

void digest_page(const void *digest, FILE *f)
{
	const struct digest *const r = digest;

	head(r, f);
	page_charts(r, f);
	page_tables(r, f);
	fputs("<h2>Where the numbers come from</h2>\n<dl>\n", f);
	for (enum figure_source s = 0; s < SOURCES; s++)
		source(r, s, f);
	fputs("</dl>\n", f);
	notes(r, f);
	fputs("<p>The same again: <code>", f);
	markup_text(r->command, f);
	fprintf(f, "</code>, by a program of sources %s", program_sources);
	fputs("</p>\n", f);
	page_end(tradeoff_files, (const char *const[]){ "page.js", NULL }, f);
}
