#include "chart.h"

#include "markup.h"

#include <stdlib.h>

/* In units of the picture, which scales to the width of the page. */
enum { WIDTH = 440, HEIGHT = 330, LEFT = 52, RIGHT = 14, TOP = 12, BOTTOM = 46, MARK = 5, LETTER = 6, LINE = 11 };

static double place_x(const struct chart *c, double x)
{
	return LEFT + scale_at(&c->x, x) * (WIDTH - LEFT - RIGHT);
}

static double place_y(const struct chart *c, double y)
{
	return HEIGHT - BOTTOM - scale_at(&c->y, y) * (HEIGHT - TOP - BOTTOM);
}

static void ticks(const struct chart *c, FILE *f)
{
	char label[32];

	for (unsigned i = 0; i < scale_ticks(&c->x); i++) {
		const double x = place_x(c, scale_tick(&c->x, i));

		scale_label(&c->x, i, label, sizeof label);
		fprintf(f, "<path class=\"grid\" d=\"M%.1f %dV%d\"/><text class=\"tick\" data-axis=\"x\" x=\"%.2f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
			x, TOP, HEIGHT - BOTTOM, x, HEIGHT - BOTTOM + 15, label);
	}
	for (unsigned i = 0; i < scale_ticks(&c->y); i++) {
		const double y = place_y(c, scale_tick(&c->y, i));

		scale_label(&c->y, i, label, sizeof label);
		fprintf(f, "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text class=\"tick\" data-axis=\"y\" x=\"%d\" y=\"%.2f\" dy=\"4\" text-anchor=\"end\">%s</text>\n",
			LEFT, y, WIDTH - RIGHT, LEFT - 6, y, label);
	}
}

static void axes(const struct chart *c, FILE *f)
{
	fprintf(f, "<path class=\"axis\" d=\"M%d %dV%dH%d\"/>\n", LEFT, TOP, HEIGHT - BOTTOM, WIDTH - RIGHT);
	fprintf(f, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">", (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8);
	markup_text(c->x_label, f);
	fprintf(f, "</text>\n<text transform=\"translate(14 %d) rotate(-90)\" text-anchor=\"middle\">", (TOP + HEIGHT - BOTTOM) / 2);
	markup_text(c->y_label, f);
	fputs("</text>\n", f);
}

/* Begins the element of a shape; all shapes have about the same area. The tag is left open. */
static void shape(unsigned series, double x, double y, FILE *f)
{
	const double r = MARK;

	switch (series % CHART_SHAPES) {
	case 0: fprintf(f, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.1f\"", x, y, r); break;
	case 1: fprintf(f, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.1f\" height=\"%.1f\"", x - 0.9 * r, y - 0.9 * r, 1.8 * r, 1.8 * r); break;
	case 2: fprintf(f, "<path d=\"M%.2f %.2fl%.1f %.1fh%.1fz\"", x, y - 1.2 * r, 1.2 * r, 2 * r, -2.4 * r); break;
	case 3: fprintf(f, "<path d=\"M%.2f %.2fl%.1f %.1fl%.1f %.1fl%.1f %.1fz\"", x, y - 1.3 * r, 1.3 * r, 1.3 * r, -1.3 * r, 1.3 * r, -1.3 * r, -1.3 * r); break;
	case 4: fprintf(f, "<path d=\"M%.2f %.2fl%.1f %.1fh%.1fz\"", x, y + 1.2 * r, 1.2 * r, -2 * r, -2.4 * r); break;
	default: fprintf(f, "<path d=\"M%.2f %.2fh%.1fv%.1fh%.1fv%.1fh%.1fv%.1fh%.1fv%.1fh%.1fv%.1fh%.1fz\"", x - 0.5 * r, y - 1.3 * r, r, 0.8 * r, 0.8 * r, r,
			 -0.8 * r, 0.8 * r, -r, -0.8 * r, -0.8 * r, -r, 0.8 * r); break;
	}
}

/* Lines that join the points of a series. */
static void joins(const struct chart *c, FILE *f)
{
	for (unsigned i = 1; i < c->n; i++) {
		const struct chart_point *a = &c->point[i - 1], *b = &c->point[i];

		if (a->series == b->series)
			fprintf(f, "<path class=\"join s%u\" d=\"M%.2f %.2fL%.2f %.2f\"/>\n", b->series % CHART_COLOURS, place_x(c, a->x), place_y(c, a->y),
				place_x(c, b->x), place_y(c, b->y));
	}
}

/* The next point of the front to the right of x, or at the same x and higher than y; NULL: none. */
static const struct chart_point *next_of_front(const struct chart *c, const struct chart_point *at)
{
	const struct chart_point *next = NULL;

	for (const struct chart_point *p = c->point; p < c->point + c->n; p++)
		if (p->front && (!at || p->x > at->x || (!(p->x < at->x) && p->y > at->y)) && (!next || p->x < next->x))
			next = p;
	return next;
}

/* The staircase: to the right, more area gains nothing until the next point. */
static void staircase(const struct chart *c, FILE *f)
{
	const struct chart_point *p = next_of_front(c, NULL);

	if (!p)
		return;
	fprintf(f, "<path class=\"front\" d=\"M%.2f %.2f", place_x(c, p->x), place_y(c, p->y));
	while ((p = next_of_front(c, p)))
		fprintf(f, "H%.2fV%.2f", place_x(c, p->x), place_y(c, p->y));
	fprintf(f, "H%d\"/>\n", WIDTH - RIGHT);
}

static void marks(const struct chart *c, FILE *f)
{
	for (const struct chart_point *p = c->point; p < c->point + c->n; p++) {
		fprintf(f, "<g class=\"mark s%u%s\" data-x=\"%.2f\" data-y=\"%.2f\">", p->series % CHART_COLOURS, p->front ? " best" : "", place_x(c, p->x),
			place_y(c, p->y));
		fputs("<title>", f);
		markup_text(p->title, f);
		fputs("</title>", f);
		shape(p->series, place_x(c, p->x), place_y(c, p->y), f);
		fputs("/></g>\n", f);
	}
}

struct box {
	double left, top, right, bottom;
};

static bool apart(const struct box *a, const struct box *b)
{
	return a->right < b->left || b->right < a->left || a->bottom < b->top || b->bottom < a->top;
}

static bool room(const struct box *taken, unsigned n, const struct box *b)
{
	for (unsigned i = 0; i < n; i++)
		if (!apart(&taken[i], b))
			return false;
	return b->left > LEFT && b->right < WIDTH && b->top > 0 && b->bottom < HEIGHT - BOTTOM;
}

static unsigned length(const char *text)
{
	unsigned n = 0;

	for (; *text; text++)
		n += (*text & 0xc0) != 0x80;
	return n;
}

/* Places a label above, left, right or below its point: the first place that is free. The front comes from below and leaves to the right. */
static void label(const struct chart *c, const struct chart_point *p, struct box *taken, unsigned *n, FILE *f)
{
	const double x = place_x(c, p->x), y = place_y(c, p->y), w = LETTER * length(p->label), gap = MARK + 3;
	const struct box tried[] = {
		{ x - w / 2, y - gap - LINE, x + w / 2, y - gap },
		{ x - gap - w, y - LINE / 2.0, x - gap, y + LINE / 2.0 },
		{ x + gap, y - LINE / 2.0, x + gap + w, y + LINE / 2.0 },
		{ x - w / 2, y + gap, x + w / 2, y + gap + LINE },
	};

	for (unsigned i = 0; i < sizeof tried / sizeof *tried; i++)
		if (room(taken, *n, &tried[i])) {
			fprintf(f, "<text class=\"label\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">", (tried[i].left + tried[i].right) / 2, tried[i].bottom - 2);
			markup_text(p->label, f);
			fputs("</text>\n", f);
			taken[(*n)++] = tried[i];
			return;
		}
}

/* Labels of the front first. */
static void labels(const struct chart *c, FILE *f)
{
	struct box *taken = malloc(2 * (c->n + 1) * sizeof *taken);
	unsigned n = 0;

	if (!taken)
		return;
	for (const struct chart_point *p = c->point; p < c->point + c->n; p++)
		taken[n++] = (struct box){ place_x(c, p->x) - MARK, place_y(c, p->y) - MARK, place_x(c, p->x) + MARK, place_y(c, p->y) + MARK };
	for (int front = 1; front >= 0; front--)
		for (const struct chart_point *p = c->point; p < c->point + c->n; p++)
			if (p->front == front)
				label(c, p, taken, &n, f);
	free(taken);
}

void chart_write(const struct chart *c, FILE *f)
{
	fprintf(f, "<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"%s\" viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"%s-title\">\n<title id=\"%s-title\">",
		c->id, WIDTH, HEIGHT, c->id, c->id);
	markup_text(c->title, f);
	fputs("</title>\n", f);
	ticks(c, f);
	axes(c, f);
	staircase(c, f);
	joins(c, f);
	marks(c, f);
	labels(c, f);
	fputs("</svg>\n", f);
}

void chart_mark(unsigned series, bool front, FILE *f)
{
	fprintf(f, "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"key\" viewBox=\"0 0 16 16\" aria-hidden=\"true\"><g class=\"mark s%u%s\">",
		series % CHART_COLOURS, front ? " best" : "");
	shape(series, 8, 8, f);
	fputs("/></g></svg>", f);
}
