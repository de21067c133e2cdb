#ifndef VW_H
#define VW_H

#include <stdio.h>

/*
 * Verilog writer: each call writes one line, given without indentation and newline. The indentation
 * follows from the text itself (begin/end, generate, an unclosed parenthesis), so that it cannot
 * disagree with the nesting.
 */
struct vw {
	FILE *f;
	int depth;
};

void vw(struct vw *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Items of a list, packed into lines: "a, b, c". Ends without a separator. */
struct vw_list {
	struct vw *w;
	char line[128];
};

void vw_item(struct vw_list *l, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void vw_list_end(struct vw_list *l);

#endif
