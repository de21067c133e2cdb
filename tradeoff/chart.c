#include "chart.h"

#include "markup.h"

enum { ARROW = 11 };

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
	const struct chart_point *p = chart_front_next(c, NULL);

	if (!p)
		return;
	fprintf(f, "<path class=\"front\" d=\"M%.2f %.2f", chart_x(c, frame, p->x), chart_y(c, frame, p->y));
	while ((p = chart_front_next(c, p)))
		fprintf(f, "H%.2fV%.2f", chart_x(c, frame, p->x), chart_y(c, frame, p->y));
	fprintf(f, "H%d\"/>\n", CHART_WIDTH - CHART_RIGHT);
}

/* Arrows beside a mark in a strip: the point is farther out. */
static void arrows(const struct chart *c, const struct chart_point *p, double x, double y, FILE *f)
{
	if (scale_at(&c->x, p->x) > 1 + SCALE_SLACK)
		fprintf(f, "<path class=\"arrow\" d=\"M%.2f %.2fl-5 -4v8z\"/>", x + ARROW + 2, y);
	if (scale_at(&c->y, p->y) > 1 + SCALE_SLACK)
		fprintf(f, "<path class=\"arrow\" d=\"M%.2f %.2fl-4 5h8z\"/>", x, y - ARROW - 2);
	if (scale_at(&c->y, p->y) < -SCALE_SLACK)
		fprintf(f, "<path class=\"arrow\" d=\"M%.2f %.2fl-4 -5h8z\"/>", x, y + ARROW + 2);
}

static void marks(const struct chart *c, const struct chart_frame *frame, FILE *f)
{
	for (const struct chart_point *p = c->point; p < c->point + c->n; p++) {
		const double x = chart_x(c, frame, p->x), y = chart_y(c, frame, p->y);

		fprintf(f, "<g class=\"mark s%u%s%s\" data-x=\"%.2f\" data-y=\"%.2f\">", p->series % CHART_COLOURS, p->front ? " best" : "",
			chart_outside(c, p) ? " outside" : "", x, y);
		fputs("<title>", f);
		markup_text(p->title, f);
		fputs("</title>", f);
		shape(p->series, x, y, f);
		fputs("/>", f);
		arrows(c, p, x, y, f);
		fputs("</g>\n", f);
	}
}

void chart_write(const struct chart *c, FILE *f)
{
	const struct chart_frame frame = chart_frame(c);

	fprintf(f, "<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"%s\" viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"%s-title\">\n<title id=\"%s-title\">",
		c->id, CHART_WIDTH, CHART_HEIGHT, c->id, c->id);
	markup_text(c->title, f);
	fputs("</title>\n", f);
	ticks(c, &frame, f);
	axes(c, &frame, f);
	staircase(c, &frame, f);
	joins(c, &frame, f);
	marks(c, &frame, f);
	chart_labels(c, &frame, f);
	fputs("</svg>\n", f);
}

void chart_mark(unsigned series, bool front, FILE *f)
{
	fprintf(f, "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"key\" viewBox=\"0 0 16 16\" aria-hidden=\"true\"><g class=\"mark s%u%s\">",
		series % CHART_COLOURS, front ? " best" : "");
	shape(series, 8, 8, f);
	fputs("/></g></svg>", f);
}
