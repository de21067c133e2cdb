#include "chart.h"

enum { STRIP = 30 };

bool chart_outside(const struct chart *c, const struct chart_point *p)
{
	return scale_at(&c->x, p->x) > 1 + SCALE_SLACK || scale_at(&c->y, p->y) < -SCALE_SLACK || scale_at(&c->y, p->y) > 1 + SCALE_SLACK;
}

struct chart_frame chart_frame(const struct chart *c)
{
	struct chart_frame f = { .left = CHART_LEFT, .right = CHART_WIDTH - CHART_RIGHT, .top = CHART_TOP, .bottom = CHART_HEIGHT - CHART_BOTTOM,
				 .strip_right = CHART_WIDTH - CHART_RIGHT, .strip_top = CHART_TOP, .strip_bottom = CHART_HEIGHT - CHART_BOTTOM };

	for (const struct chart_point *p = c->point; p < c->point + c->n; p++) {
		if (scale_at(&c->x, p->x) > 1 + SCALE_SLACK)
			f.right = CHART_WIDTH - CHART_RIGHT - STRIP;
		if (scale_at(&c->y, p->y) > 1 + SCALE_SLACK)
			f.top = CHART_TOP + STRIP;
		if (scale_at(&c->y, p->y) < -SCALE_SLACK)
			f.bottom = CHART_HEIGHT - CHART_BOTTOM - STRIP;
	}
	f.strip_right = (f.right + f.strip_right) / 2;
	f.strip_top = (f.top + f.strip_top) / 2;
	f.strip_bottom = (f.bottom + f.strip_bottom) / 2;
	return f;
}

double chart_x(const struct chart *c, const struct chart_frame *f, double x)
{
	const double at = scale_at(&c->x, x);

	return at > 1 + SCALE_SLACK ? f->strip_right : f->left + at * (f->right - f->left);
}

double chart_y(const struct chart *c, const struct chart_frame *f, double y)
{
	const double at = scale_at(&c->y, y);

	return at > 1 + SCALE_SLACK ? f->strip_top : at < -SCALE_SLACK ? f->strip_bottom : f->bottom - at * (f->bottom - f->top);
}

const struct chart_point *chart_front_next(const struct chart *c, const struct chart_point *at)
{
	const struct chart_point *next = NULL;

	for (const struct chart_point *p = c->point; p < c->point + c->n; p++)
		if (p->front && (!at || p->x > at->x) && (!next || p->x < next->x))
			next = p;
	return next;
}
