#include "chart.h"

#include "markup.h"

#include <math.h>
#include <stdlib.h>

/* LETTER: the width of a letter, for which all fonts have room. FEW: labels of points that are not on the front, in a chart of at most so many points. */
enum { LINE = 14, GAP = CHART_MARK + 3, FEW = 24, RINGS = 7, DIRECTIONS = 8 };

static const double LETTER = 6.7;

struct box {
	double left, top, right, bottom;
};

/* What is taken: marks, the staircase, and labels. */
struct taken {
	struct box *box;
	unsigned n;
};

static bool apart(const struct box *a, const struct box *b)
{
	return a->right < b->left || b->right < a->left || a->bottom < b->top || b->bottom < a->top;
}

static bool room(const struct chart_frame *frame, const struct taken *taken, const struct box *b)
{
	for (unsigned i = 0; i < taken->n; i++)
		if (!apart(&taken->box[i], b))
			return false;
	return b->left > frame->left + 2 && b->right < CHART_WIDTH && b->top > 0 && b->bottom < fmax(frame->bottom, frame->strip_bottom + CHART_MARK);
}

static unsigned length(const char *text)
{
	unsigned n = 0;

	for (; *text; text++)
		n += (*text & 0xc0) != 0x80;
	return n;
}

/* The box of a label at a distance from its point: above, right, left, below, then the corners. */
static struct box box_at(double x, double y, double w, double distance, unsigned direction)
{
	static const int side[DIRECTIONS][2] = { { 0, -1 }, { 1, 0 }, { -1, 0 }, { 0, 1 }, { 1, 1 }, { -1, -1 }, { 1, -1 }, { -1, 1 } };
	const double cx = x + side[direction][0] * (distance + w / 2), cy = y + side[direction][1] * (distance + LINE / 2.0);

	return (struct box){ cx - w / 2, cy - LINE / 2.0, cx + w / 2, cy + LINE / 2.0 };
}

/* From the mark to the nearest point of the label's edge. */
static void leader(double x, double y, const struct box *b, FILE *f)
{
	fprintf(f, "<path class=\"leader\" d=\"M%.1f %.1fL%.1f %.1f\"/>", x, y, fmin(fmax(x, b->left), b->right), fmin(fmax(y, b->top), b->bottom));
}

static void write_label(const struct chart_point *p, const struct box *b, FILE *f)
{
	fprintf(f, "<text class=\"label\" data-box=\"%.1f %.1f %.1f %.1f\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">", b->left, b->top, b->right, b->bottom,
		(b->left + b->right) / 2, b->bottom - 4);
	markup_text(p->label, f);
	fputs("</text>\n", f);
}

/* Places a label where there is room, as near as possible; farther than beside the mark with a line that leads to it. */
static void label(const struct chart *c, const struct chart_frame *frame, const struct chart_point *p, unsigned rings, struct taken *taken, FILE *f)
{
	const double x = chart_x(c, frame, p->x), y = chart_y(c, frame, p->y), w = LETTER * length(p->label) + 2;

	for (unsigned i = 0; i < rings * DIRECTIONS; i++) {
		const struct box b = box_at(x, y, w, GAP + 14.0 * (i / DIRECTIONS), i % DIRECTIONS);

		if (!room(frame, taken, &b))
			continue;
		if (i >= DIRECTIONS)
			leader(x, y, &b, f);
		write_label(p, &b, f);
		taken->box[taken->n++] = b;
		return;
	}
}

static void take_marks(const struct chart *c, const struct chart_frame *frame, struct taken *taken)
{
	for (const struct chart_point *p = c->point; p < c->point + c->n; p++) {
		const double x = chart_x(c, frame, p->x), y = chart_y(c, frame, p->y), r = chart_outside(c, p) ? CHART_MARK + 8 : CHART_MARK + 1;

		taken->box[taken->n++] = (struct box){ x - r, y - r, x + r, y + r };
	}
}

static void take_staircase(const struct chart *c, const struct chart_frame *frame, struct taken *taken)
{
	for (const struct chart_point *p = chart_front_next(c, NULL), *next; p; p = next) {
		const double x = chart_x(c, frame, p->x), y = chart_y(c, frame, p->y);
		double end, to;

		next = chart_front_next(c, p);
		end = next ? chart_x(c, frame, next->x) : CHART_WIDTH;
		to = next ? chart_y(c, frame, next->y) : y;
		taken->box[taken->n++] = (struct box){ x, y - 1, end, y + 1 };
		taken->box[taken->n++] = (struct box){ end - 1, fmin(y, to), end + 1, fmax(y, to) };
	}
}

/* Labels of the front, and of points outside, first. */
void chart_labels(const struct chart *c, const struct chart_frame *frame, FILE *f)
{
	struct taken taken = { .box = malloc(4 * (c->n + 1) * sizeof *taken.box) };

	if (!taken.box)
		return;
	take_marks(c, frame, &taken);
	take_staircase(c, frame, &taken);
	for (int first = 1; first >= 0; first--)
		for (const struct chart_point *p = c->point; p < c->point + c->n; p++)
			if (*p->label && (p->front || chart_outside(c, p)) == first && (first || c->n <= FEW))
				label(c, frame, p, first ? RINGS : 1, &taken, f);
	free(taken.box);
}
