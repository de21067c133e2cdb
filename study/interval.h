#pragma once

/* The mean of measurements that do not depend on each other, and half of its 95 % interval of confidence, by Student's t; NAN with fewer than two. */
struct interval {
	double mean, half;
};

struct interval interval_of(const double *value, unsigned n);

/* The number below which Student's t of so many degrees of freedom is with probability 0.975. */
double interval_student(unsigned freedom);
