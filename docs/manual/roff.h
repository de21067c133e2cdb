#pragma once

/* Pages in the language of man(7), on stdout. */

void roff_title(const char *page, unsigned section, const char *date);
void roff_section(const char *title);

/* Text as it is read: what the language would take for its own is quoted, `words` in backticks are bold. */
void roff_text(const char *text);

/* A paragraph of such text, and an item of a list: its head is in bold, what follows it in italics ("": nothing). */
void roff_paragraph(const char *text);
void roff_item(const char *bold, const char *italic);
void roff_page_name(const char *page, unsigned section, const char *after);
