#define _GNU_SOURCE     /* realpath */
#include "cacti_parts.h"

#include "cache.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { KEY = CACTI_TEXT + CACTI_PATH + 128, SIZE_MIN = 64 };

static bool refuse(char why[PRICE_WHY], const char *program, const char *what)
{
	snprintf(why, PRICE_WHY, "--cacti: %.100s: %.130s", program, what);
	return false;
}

/* Identity of the program: its real path, and attributes that change when the file is replaced. */
static bool locate(const char *name, char program[CACTI_PATH], struct stat *st, char why[PRICE_WHY])
{
	if (!realpath(name, program) || stat(program, st))
		return refuse(why, name, strerror(errno));
	if (S_ISDIR(st->st_mode))
		return refuse(why, name, "is a directory; name the program in it");
	if (access(program, X_OK))
		return refuse(why, name, "is not a program that can be run");
	return true;
}

static bool has_tech_params(const char *program)
{
	char dir[CACTI_PATH + 16];

	snprintf(dir, sizeof dir, "%s", program);
	snprintf(strrchr(dir, '/'), 16, "/tech_params");
	return !access(dir, R_OK);
}

static bool explain(const char *program, const struct cacti *c, enum cacti_end end, int code, char why[PRICE_WHY])
{
	char what[PRICE_WHY];

	switch (end) {
	case CACTI_TIMED_OUT:
		snprintf(what, sizeof what, "no answer in %g s; --cacti-seconds sets the limit", c->seconds);
		break;
	case CACTI_CRASHED:
		snprintf(what, sizeof what, "%s (signal %d)%s", code == SIGXFSZ ? "printed without end" : "crashed", code,
			 has_tech_params(program) ? "" : "; CACTI 7 needs tech_params beside it, which is not there");
		break;
	case CACTI_NOT_RUN:
		snprintf(what, sizeof what, "cannot be run: %s", strerror(code));
		break;
	default:
		snprintf(what, sizeof what, "is no program (exit status %d)", code);
	}
	return refuse(why, program, what);
}

static bool ask(const struct cacti *c, const char *program, const char *config, const struct memory *m, char answer[CACTI_ANSWER],
		struct price *p, char why[PRICE_WHY])
{
	char what[PRICE_WHY], status[32] = "";
	int code = 0;
	const enum cacti_end end = cacti_run(program, config, c->seconds, answer, &code);

	if (end != CACTI_ENDED || code == 126 || code == 127)
		return explain(program, c, end, code, why);
	if (cacti_parse(answer, m, p, what))
		return true;
	if (code)
		snprintf(status, sizeof status, "exit status %d, ", code);
	snprintf(why, PRICE_WHY, "--cacti: %.60s: %s%.150s", program, status, what);
	return false;
}

/* Rejects memories that no dialect accepts. The program may reject more. */
static bool sensible(const struct memory *m, unsigned bits, char why[PRICE_WHY])
{
	const unsigned long long bytes = (unsigned long long)m->words * (bits / 8);

	if (bytes >= SIZE_MIN)
		return true;
	snprintf(why, PRICE_WHY, "memory: %ux%u has %llu bytes; CACTI needs %d", m->words, m->width, bytes, SIZE_MIN);
	return false;
}

enum cacti_status cacti_price(const struct cacti *c, const struct price_setup *setup, const struct memory *m, struct price *p,
			      char why[PRICE_WHY])
{
	char program[CACTI_PATH], config[CACTI_TEXT], key[KEY], ignored[PRICE_WHY];
	char *answer = malloc(CACTI_ANSWER);
	struct stat st;
	unsigned bits;
	bool good = answer && cacti_config(setup, m, config, &bits), asked = !good;

	*p = (struct price){ .source = PRICE_CACTI, .area_mm2 = NAN, .access_ns = NAN, .cycle_ns = NAN, .read_nj = NAN, .write_nj = NAN,
			     .search_nj = NAN, .leakage_mw = NAN };
	if (!good)
		snprintf(why, PRICE_WHY, "--cacti: %s", strerror(ENOMEM));
	good = good && sensible(m, bits, why) && locate(c->program, program, &st, why);
	if (good) {
		snprintf(key, sizeof key, "%s %lld %lld.%09ld\n%s\n", program, (long long)st.st_size, (long long)st.st_mtim.tv_sec,
			 st.st_mtim.tv_nsec, config);
		if (!c->cache || !cache_recall(c->cache, key, answer, CACTI_ANSWER) || !cacti_parse(answer, m, p, ignored)) {
			asked = true;
			good = ask(c, program, config, m, answer, p, why);
			if (good && c->cache)
				cache_keep(c->cache, key, answer);
		}
	}
	if (good && bits != m->width)
		snprintf(p->note + strlen(p->note), sizeof p->note - strlen(p->note), "; counts %u bits, whole bytes", bits);
	free(answer);
	if (good)
		return CACTI_PRICED;
	return asked ? CACTI_FAILED : CACTI_BAD_INPUT;
}
