#pragma once

/* What a misspelt name may have meant: begin, offer every name there is, look at `best`. */
struct nearest {
	const char *wanted;
	const char *best;       /* NULL: nothing is near */
	unsigned distance;      /* edits that a better one must stay below */
};

struct nearest nearest_to(const char *wanted);
void nearest_offer(struct nearest *n, const char *name);
