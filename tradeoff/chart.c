#include "chart.h"

#include "ascending.h"
#include "markup.h"
#include "utf8.h"

#include <math.h>
#include <stdlib.h>

/* The next larger of 1, 2, 5, 10, 20 ... */
static double larger(double step)
{
	const double power = pow(10, floor(log10(step) + 1e-9)), lead = step / power;

	return power * (lead < 1.5 ? 2 : lead < 3 ? 5 : 10);
}

/* Widens the axis to multiples of step; a rounding error does not add one. */
static void fit(struct scale *s, double low, double high)
{
	s->low = floor(low / s->step + 1e-9) * s->step;
	s->high = ceil(high / s->step - 1e-9) * s->step;
}

struct scale scale_of(double low, double high, unsigned most)
{
	const double width = high > low ? high - low : fabs(high) > 0 ? fabs(high) / 10 : 1;
	struct scale s = { .step = pow(10, floor(log10(width / most) - 1e-9)) };

	fit(&s, low, high);
	while (s.high - s.low > (most + 0.5) * s.step) {
		s.step = larger(s.step);
		fit(&s, low, high);
	}
	while (s.high - s.low < 1.5 * s.step)
		s.high += s.step;
	s.digits = (int)fmax(0, -floor(log10(s.step) + 1e-9));
	return s;
}

unsigned scale_ticks(const struct scale *s)
{
	return (unsigned)lround((s->high - s->low) / s->step) + 1;
}

double scale_tick(const struct scale *s, unsigned i)
{
	return s->low + i * s->step;
}

void scale_label(const struct scale *s, unsigned i, char *text, size_t size)
{
	snprintf(text, size, "%.*f", s->digits, scale_tick(s, i) + 0.0);
}

double scale_at(const struct scale *s, double value)
{
	return (value - s->low) / (s->high - s->low);
}

void scale_without_outliers(double *value, unsigned n, bool at_high, double *low, double *high)
{
	double *const end = at_high ? high : low;
	const unsigned most = n < 4 ? 0 : n < 10 ? 1 : n / 10;

	qsort(value, n, sizeof *value, ascending);
	for (unsigned out = 1; out <= most; out++) {
		const double next = value[at_high ? n - 1 - out : out], width = fabs(next - (at_high ? *low : *high));

		if (width > 0 && 1.5 * width <= *high - *low)
			*end = next;
	}
}

enum { STRIP = 30, ARROW = 11 };

/* The area between the axes. Behind its edges are the strips of points outside; without such points, nothing. */
struct chart_frame {
	double left, right, top, bottom;
	double strip_right, strip_top, strip_bottom;    /* middle of the strip; that edge, if there is none */
};

/* Where it is of a scale: -1 below, 0 within, 1 above. */
static int beyond(const struct scale *s, double value)
{
	const double at = scale_at(s, value);

	return (at > 1 + SCALE_SLACK) - (at < -SCALE_SLACK);
}

bool chart_outside(const struct chart *c, const struct chart_point *p)
{
	return beyond(&c->x, p->x) || beyond(&c->y, p->y);
}

static struct chart_frame frame_of(const struct chart *c)
{
	double right = 0, top = 0, bottom = 0;  /* width of each strip */

	for (const struct chart_point *p = c->point; p < c->point + c->n; p++) {
		right = beyond(&c->x, p->x) > 0 ? STRIP : right;
		top = beyond(&c->y, p->y) > 0 ? STRIP : top;
		bottom = beyond(&c->y, p->y) < 0 ? STRIP : bottom;
	}
	return (struct chart_frame){
		.left = CHART_LEFT, .right = CHART_WIDTH - CHART_RIGHT - right, .top = CHART_TOP + top, .bottom = CHART_HEIGHT - CHART_BOTTOM - bottom,
		.strip_right = CHART_WIDTH - CHART_RIGHT - right / 2, .strip_top = CHART_TOP + top / 2, .strip_bottom = CHART_HEIGHT - CHART_BOTTOM - bottom / 2,
	};
}

static double chart_x(const struct chart *c, const struct chart_frame *f, double x)
{
	return beyond(&c->x, x) > 0 ? f->strip_right : f->left + scale_at(&c->x, x) * (f->right - f->left);
}

static double chart_y(const struct chart *c, const struct chart_frame *f, double y)
{
	const int side = beyond(&c->y, y);

	return side > 0 ? f->strip_top : side < 0 ? f->strip_bottom : f->bottom - scale_at(&c->y, y) * (f->bottom - f->top);
}

/* The next point of the front to the right of another (NULL: of the axis); NULL: there is none. */
static const struct chart_point *front_next(const struct chart *c, const struct chart_point *at)
{
	const struct chart_point *next = NULL;

	for (const struct chart_point *p = c->point; p < c->point + c->n; p++)
		if (p->front && (!at || p->x > at->x) && (!next || p->x < next->x))
			next = p;
	return next;
}

static void ticks(const struct chart *c, const struct chart_frame *frame, FILE *f)
{
	char label[32];

	for (unsigned i = 0; i < scale_ticks(&c->x); i++) {
		const double x = chart_x(c, frame, scale_tick(&c->x, i));

		scale_label(&c->x, i, label, sizeof label);
		fprintf(f, "<path class=\"grid\" d=\"M%.1f %.1fV%.1f\"/><text class=\"tick\" data-axis=\"x\" x=\"%.2f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
			x, frame->top, frame->bottom, x, CHART_HEIGHT - CHART_BOTTOM + 18, label);
	}
	for (unsigned i = 0; i < scale_ticks(&c->y); i++) {
		const double y = chart_y(c, frame, scale_tick(&c->y, i));

		scale_label(&c->y, i, label, sizeof label);
		fprintf(f, "<path class=\"grid\" d=\"M%.1f %.1fH%.1f\"/><text class=\"tick\" data-axis=\"y\" x=\"%d\" y=\"%.2f\" dy=\"4\" text-anchor=\"end\">%s</text>\n",
			frame->left, y, frame->right, CHART_LEFT - 8, y, label);
	}
}

/* Two strokes across an axis: here its scale ends. */
static void broken(double x, double y, bool upright, FILE *f)
{
	for (int i = 0; i < 2; i++) {
		const double along = 4 * i;

		if (upright)
			fprintf(f, "<path class=\"axis break\" d=\"M%.1f %.1fl10 -4\"/>\n", x - 5, y + 2 - along);
		else
			fprintf(f, "<path class=\"axis break\" d=\"M%.1f %.1fl4 -10\"/>\n", x - 2 + along, y + 5);
	}
}

static void axes(const struct chart *c, const struct chart_frame *frame, FILE *f)
{
	fprintf(f, "<path class=\"axis\" d=\"M%d %dV%dH%d\"/>\n", CHART_LEFT, CHART_TOP, CHART_HEIGHT - CHART_BOTTOM, CHART_WIDTH - CHART_RIGHT);
	if (frame->right < CHART_WIDTH - CHART_RIGHT)
		broken(frame->right + 6, CHART_HEIGHT - CHART_BOTTOM, false, f);
	if (frame->top > CHART_TOP)
		broken(CHART_LEFT, frame->top - 6, true, f);
	if (frame->bottom < CHART_HEIGHT - CHART_BOTTOM)
		broken(CHART_LEFT, frame->bottom + 10, true, f);
	fprintf(f, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">", (CHART_LEFT + CHART_WIDTH - CHART_RIGHT) / 2, CHART_HEIGHT - 8);
	markup_text(c->x_label, f);
	fprintf(f, "</text>\n<text transform=\"translate(14 %d) rotate(-90)\" text-anchor=\"middle\">", (CHART_TOP + CHART_HEIGHT - CHART_BOTTOM) / 2);
	markup_text(c->y_label, f);
	fputs("</text>\n", f);
}

/* Begins the element of a shape; all shapes have about the same area. The tag is left open. */
static void shape(unsigned series, double x, double y, FILE *f)
{
	const double r = CHART_MARK;

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
static void joins(const struct chart *c, const struct chart_frame *frame, FILE *f)
{
	for (unsigned i = 1; i < c->n; i++) {
		const struct chart_point *a = &c->point[i - 1], *b = &c->point[i];

		if (a->series == b->series && !chart_outside(c, a) && !chart_outside(c, b))
			fprintf(f, "<path class=\"join s%u\" d=\"M%.2f %.2fL%.2f %.2f\"/>\n", b->series % CHART_COLOURS, chart_x(c, frame, a->x),
				chart_y(c, frame, a->y), chart_x(c, frame, b->x), chart_y(c, frame, b->y));
	}
}

/* The staircase: to the right, more area gains nothing until the next point. */
static void staircase(const struct chart *c, const struct chart_frame *frame, FILE *f)
{
	const struct chart_point *p = front_next(c, NULL);

	if (!p)
		return;
	fprintf(f, "<path class=\"front\" d=\"M%.2f %.2f", chart_x(c, frame, p->x), chart_y(c, frame, p->y));
	while ((p = front_next(c, p)))
		fprintf(f, "H%.2fV%.2f", chart_x(c, frame, p->x), chart_y(c, frame, p->y));
	fprintf(f, "H%d\"/>\n", CHART_WIDTH - CHART_RIGHT);
}

/* Arrows beside a mark in a strip: the point is farther out. */
static void arrows(const struct chart *c, const struct chart_point *p, double x, double y, FILE *f)
{
	if (beyond(&c->x, p->x) > 0)
		fprintf(f, "<path class=\"arrow\" d=\"M%.2f %.2fl-5 -4v8z\"/>", x + ARROW + 2, y);
	if (beyond(&c->y, p->y))
		fprintf(f, "<path class=\"arrow\" d=\"M%.2f %.2fl-4 %dh8z\"/>", x, y - beyond(&c->y, p->y) * (ARROW + 2), 5 * beyond(&c->y, p->y));
}

static void marks(const struct chart *c, const struct chart_frame *frame, FILE *f)
{
	for (const struct chart_point *p = c->point; p < c->point + c->n; p++) {
		const double x = chart_x(c, frame, p->x), y = chart_y(c, frame, p->y);

		fprintf(f, "<g class=\"mark s%u%s%s\" data-x=\"%.2f\" data-y=\"%.2f\"><title>", p->series % CHART_COLOURS, p->front ? " best" : "",
			chart_outside(c, p) ? " outside" : "", x, y);
		markup_text(p->title, f);
		fputs("</title>", f);
		shape(p->series, x, y, f);
		fputs("/>", f);
		arrows(c, p, x, y, f);
		fputs("</g>\n", f);
	}
}

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

/* The box of a label at a distance from its point: above, right, left, below, then the corners. */
static struct box box_at(double x, double y, double w, double distance, unsigned direction)
{
	static const int side[DIRECTIONS][2] = { { 0, -1 }, { 1, 0 }, { -1, 0 }, { 0, 1 }, { 1, 1 }, { -1, -1 }, { 1, -1 }, { -1, 1 } };
	const double cx = x + side[direction][0] * (distance + w / 2), cy = y + side[direction][1] * (distance + LINE / 2.0);

	return (struct box){ cx - w / 2, cy - LINE / 2.0, cx + w / 2, cy + LINE / 2.0 };
}

/* Places a label where there is room, as near as possible; farther than beside the mark with a line that leads to it. */
static void label(const struct chart *c, const struct chart_frame *frame, const struct chart_point *p, unsigned rings, struct taken *taken, FILE *f)
{
	const double x = chart_x(c, frame, p->x), y = chart_y(c, frame, p->y), w = LETTER * utf8_count(p->label) + 2;

	for (unsigned i = 0; i < rings * DIRECTIONS; i++) {
		const struct box b = box_at(x, y, w, GAP + 14.0 * (i / DIRECTIONS), i % DIRECTIONS);

		if (!room(frame, taken, &b))
			continue;
		if (i >= DIRECTIONS)    /* from the mark to the nearest point of the label's edge */
			fprintf(f, "<path class=\"leader\" d=\"M%.1f %.1fL%.1f %.1f\"/>", x, y, fmin(fmax(x, b.left), b.right), fmin(fmax(y, b.top), b.bottom));
		fprintf(f, "<text class=\"label\" data-box=\"%.1f %.1f %.1f %.1f\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">", b.left, b.top, b.right, b.bottom,
			(b.left + b.right) / 2, b.bottom - 4);
		markup_text(p->label, f);
		fputs("</text>\n", f);
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
	for (const struct chart_point *p = front_next(c, NULL), *next; p; p = next) {
		const double x = chart_x(c, frame, p->x), y = chart_y(c, frame, p->y);
		double end, to;

		next = front_next(c, p);
		end = next ? chart_x(c, frame, next->x) : CHART_WIDTH;
		to = next ? chart_y(c, frame, next->y) : y;
		taken->box[taken->n++] = (struct box){ x, y - 1, end, y + 1 };
		taken->box[taken->n++] = (struct box){ end - 1, fmin(y, to), end + 1, fmax(y, to) };
	}
}

/* The labels of points, none over another, over a mark, or over the staircase; those of the front, and of points outside, first. */
static void labels(const struct chart *c, const struct chart_frame *frame, FILE *f)
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

void chart_write(const struct chart *c, FILE *f)
{
	const struct chart_frame frame = frame_of(c);

	fprintf(f, "<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"%s\" viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"%s-title\">\n<title id=\"%s-title\">",
		c->id, CHART_WIDTH, CHART_HEIGHT, c->id, c->id);
	markup_text(c->title, f);
	fputs("</title>\n", f);
	ticks(c, &frame, f);
	axes(c, &frame, f);
	staircase(c, &frame, f);
	joins(c, &frame, f);
	marks(c, &frame, f);
	labels(c, &frame, f);
	fputs("</svg>\n", f);
}

void chart_mark(unsigned series, bool front, FILE *f)
{
	fprintf(f, "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"key\" viewBox=\"0 0 16 16\" aria-hidden=\"true\"><g class=\"mark s%u%s\">",
		series % CHART_COLOURS, front ? " best" : "");
	shape(series, 8, 8, f);
	fputs("/></g></svg>", f);
}
