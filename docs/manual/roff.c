#include "roff.h"

#include "version.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>

static void put(char c, bool begins_line)
{
	switch (c) {
	case '\\': fputs("\\e", stdout); break;
	case '-': fputs("\\-", stdout); break;  /* a minus, as it is typed, and no hyphen */
	case '\'': fputs("\\(aq", stdout); break;
	case '~': fputs("\\(ti", stdout); break;
	case '^': fputs("\\(ha", stdout); break;
	case '"': fputs("\\(dq", stdout); break;
	case '.':
		if (begins_line)
			fputs("\\&", stdout);
		putchar(c);
		break;
	default: putchar(c); break;
	}
}

void roff_text(const char *text)
{
	bool bold = false;

	for (const char *c = text; *c; c++)
		if (*c == '`') {
			bold = !bold;
			fputs(bold ? "\\fB" : "\\fR", stdout);
		} else {
			put(*c, c == text || c[-1] == '\n');
		}
}

static void name(const char *page)
{
	fputs("sluice", stdout);
	if (*page)
		printf("\\-%s", page);
}

void roff_title(const char *page, unsigned section, const char *date)
{
	fputs(".TH SLUICE", stdout);
	if (*page)
		fputs("\\-", stdout);
	for (; *page; page++)
		putchar(toupper((unsigned char)*page));
	printf(" %u %s \"Sluice " SLUICE_VERSION "\" \"Sluice manual\"\n", section, date);
}

void roff_section(const char *title)
{
	printf(".SH %s\n", title);
}

void roff_paragraph(const char *text)
{
	puts(".PP");
	roff_text(text);
	putchar('\n');
}

void roff_item(const char *bold, const char *italic)
{
	fputs(".TP\n\\fB", stdout);
	roff_text(bold);
	fputs("\\fR", stdout);
	if (*italic) {
		fputs(" \\fI", stdout);
		roff_text(italic);
		fputs("\\fR", stdout);
	}
	putchar('\n');
}

void roff_page_name(const char *page, unsigned section, const char *after)
{
	fputs("\\fB", stdout);
	name(page);
	printf("\\fR(%u)%s\n", section, after);
}
