#pragma once

#include "claims.h"

/*
 * A claim as a line: what it is about | what the publication says | what is measured | the numbers with which it holds.
 *
 *     fifo, 2 SAQs: of what VOQnet reaches | less | most accepted_load saqs=2 / most accepted_load saqs=voqnet | ..0.99
 *
 * What is measured: a number, or `most`, `least` or `mean` of a column (in a study with time bins: `from` a cycle, `to` a cycle), `knee` of a column (the
 * last load up to which it stays at or below `limit`), `recovery` of a column (cycles after `from` until it stays at or above `level`); then the points that are
 * meant, `axis=value`; or two such, with / between them. Numbers: `0.6..0.7`, `0.6..`, `..0.7`, or `0.7 +- 0.02`, which takes the place of the second part; then
 * a unit, if it is no fraction.
 */
enum { STUDY_CLAIM_WHY = 256 };

/* Reads a line, which is cut in place and has to outlive the claim. False: why. */
bool study_claim_read(struct claim *, char *line, char why[STUDY_CLAIM_WHY]);
