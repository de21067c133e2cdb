#include "cacti.h"

#include "cache.h"
#include "seconds.h"
#include "tool_dir.h"
#include "why_not.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CACTI_TEXT = 8192, CACTI_ANSWER = 1 << 20 };

/* ----- its configuration ----- */

/*
 * Every key of every dialect: a missing one is not initialised, an unknown one is ignored. The last group
 * is about memory chips; CACTI 7 divides by zero without it. The first line must not be blank: CACTI 7 never gets past it.
 * false: text too small. CACTI rounds widths to whole bytes: *bits is the width that it uses.
 */
static bool cacti_config(const struct price_setup *s, const struct memory *m, char text[CACTI_TEXT], unsigned *bits)
{
	static const char format[] =
		"-size (bytes) %llu\n-block size (bytes) %u\n-cache type \"%s\"\n-tag size (b) %s\n"
		"-read-write port %u\n-exclusive read port %u\n-exclusive write port %u\n-search port %u\n-output/input bus width %u\n"
		"-technology (u) 0.%03u\n-Data array cell type - \"%s\"\n-Data array peripheral type - \"%s\"\n"
		"-Tag array cell type - \"%s\"\n-Tag array peripheral type - \"%s\"\n"
		"-design objective (weight delay, dynamic power, leakage power, cycle time, area) 0:0:0:%u:%u\n"
		"-deviate (delay, dynamic power, leakage power, cycle time, area) %.0f:100000:100000:100000:%u\n-Add ECC - \"%s\"\n"
		"-associativity %u\n"
		"-single ended read ports 0\n"
		"-UCA bank count 1\n"
		"-operating temperature (K) 300\n"
		"-access mode (normal, sequential, fast) - \"normal\"\n"
		"-Optimize ED or ED^2 (ED, ED^2, NONE): \"NONE\"\n"
		"-Cache model (NUCA, UCA)  - \"UCA\"\n"
		"-NUCA bank count 0\n"
		"-Wire signaling (fullswing, lowswing, default) - \"Global_30\"\n"
		"-Wire signalling (fullswing, lowswing, default) - \"Global_30\"\n"
		"-Wire inside mat - \"semi-global\"\n"
		"-Wire outside mat - \"semi-global\"\n"
		"-Interconnect projection - \"conservative\"\n"
		"-Core count 8\n"
		"-Cache level (L2/L3) - \"L3\"\n"
		"-Print level (DETAILED, CONCISE) - \"DETAILED\"\n"
		"-page size (bits) 8192\n"
		"-burst length 8\n"
		"-internal prefetch width 8\n"
		"-Force cache config - \"false\"\n"
		"-dram_type \"DDR3\"\n"
		"-io state \"WRITE\"\n"
		"-addr_timing 1.0\n"
		"-mem_density 4 Gb\n"
		"-bus_freq 800 MHz\n"
		"-duty_cycle 1.0\n"
		"-activity_dq 1.0\n"
		"-activity_ca 0.5\n"
		"-num_dq 72\n"
		"-num_dqs 18\n"
		"-num_ca 25\n"
		"-num_clk  2\n"
		"-num_mem_dq 2\n"
		"-mem_data_width 8\n"
		"-num_bobs 1\n"
		"-capacity 80\n"
		"-num_channels_per_bob 1\n"
		"-first metric \"Cost\"\n"
		"-second metric \"Bandwidth\"\n"
		"-third metric \"Energy\"\n"
		"-DIMM model \"ALL\"\n"
		"-mirror_in_bob \"F\"\n";
	const bool cam = m->kind == MEMORY_CAM, area = s->objective == SRAM_AREA;
	char tag[16] = "\"default\"";

	*bits = (m->width + 7) / 8 * 8;
	if (cam)
		snprintf(tag, sizeof tag, "%u", *bits);
	return snprintf(text, CACTI_TEXT, format, (unsigned long long)m->words * (*bits / 8), *bits / 8, cam ? "cam" : "ram", tag, m->read_write,
			m->read, m->write, cam, *bits, s->nm, s->cell, s->cell, s->cell, s->cell, area ? 0 : 100, area ? 100 : 0,
			100 * s->slack, area ? 1000000 : 100000, s->ecc ? "true" : "false", cam ? 0U : 1U) < CACTI_TEXT;
}

/* ----- its answer ----- */

/* The text after `label` and a later `end` in the first line that has both; NULL: no such line. */
static const char *behind(const char *answer, const char *label, const char *end)
{
	for (const char *at = answer; (at = strstr(at, label)); at++) {
		const char *colon = strstr(at, end), *newline = strchr(at, '\n');

		if (colon && (!newline || colon < newline))
			return colon + strlen(end);
	}
	return NULL;
}

/* Reads a positive number, and moves *text behind it. */
static bool number(const char **text, double *value)
{
	char *end;
	const double v = strtod(*text, &end);

	if (end == *text || !isfinite(v) || v <= 0)
		return false;
	*text = end;
	*value = v;
	return true;
}

static bool figure(const char *answer, const char *label, const char *end, double *value)
{
	const char *text = behind(answer, label, end);

	return text && number(&text, value);
}

/* Printed as a product; the same as the array's area. */
static bool outline(const char *answer, double *area)
{
	const char *text = behind(answer, "Cache height x width", ":");
	double h, w;

	if (!text || !number(&text, &h))
		return false;
	text += strspn(text, " ");
	if (*text++ != 'x' || !number(&text, &w))
		return false;
	*area = h * w;
	return true;
}

/* The first line with an error; if there is none, the last line that is not blank. */
static void complaint(const char *answer, char *line, size_t size)
{
	static const char *const words[] = { "ERROR", "error", "must", "Invalid", "invalid", "Unknown", "not supported" };
	const char *found = NULL, *last = "";

	for (const char *c = answer; *c && !found; c += strcspn(c, "\n"), c += *c == '\n') {
		const size_t n = strcspn(c, "\n");

		if (n > strspn(c, " \t\r"))
			last = c;
		for (unsigned i = 0; i < sizeof words / sizeof *words && !found; i++) {
			const char *at = strstr(c, words[i]);

			if (at && at < c + n)
				found = c;
		}
	}
	found = found ? found : last;
	found += strspn(found, " \t");
	snprintf(line, size, "%.*s", (int)strcspn(found, "\r\n"), found);
}

static const char *dialect(const char *answer)
{
	if (strstr(answer, "CACTI-P"))
		return "CACTI-P";
	if (strstr(answer, "CACTI (version 7"))
		return "CACTI 7";
	return strstr(answer, "CACTI version 6.5") ? "CACTI 6.5" : "CACTI of unknown version";
}

bool cacti_parse(const char *answer, const struct memory *m, struct price *p, char why[PRICE_WHY])
{
	const struct { const char *label, *end; double *value; } wanted[] = {
		{ "Access time (ns)", ":", &p->access_ns },
		{ "Cycle time (ns)", ":", &p->cycle_ns },
		{ "Total dynamic read energy per access", ":", &p->read_nj },
		{ "Total leakage power of a bank", "(mW):", &p->leakage_mw },
		{ m->kind == MEMORY_CAM ? "Total dynamic associative search energy per access" : "Total dynamic read energy per access", ":",
		  m->kind == MEMORY_CAM ? &p->search_nj : &p->read_nj },
	};
	const char *missing = outline(answer, &p->area_mm2) ? NULL : "Cache height x width";
	char said[96];

	for (unsigned i = 0; i < sizeof wanted / sizeof *wanted && !missing; i++)
		if (!figure(answer, wanted[i].label, wanted[i].end, wanted[i].value))
			missing = wanted[i].label;
	if (missing) {
		complaint(answer, said, sizeof said);
		return why_not(why, PRICE_WHY, "gives no '%s'; it says: %s", missing, *said ? said : "nothing");
	}
	figure(answer, "Total dynamic write energy per access", ":", &p->write_nj);     /* 6.5 and P may not print it */
	snprintf(p->note, sizeof p->note, "%s", dialect(answer));
	return true;
}

/* ----- a run ----- */

/* The child; never returns. It has a process group of its own, so that all its processes can be killed, and a limit on its output. */
static void become(const char *program, const char *config, const char *log)
{
	const struct rlimit limit = { CACTI_ANSWER, CACTI_ANSWER }, none = { 0, 0 };
	char dir[CACTI_PATH], *slash;
	int to, from;

	snprintf(dir, sizeof dir, "%s", program);
	slash = strrchr(dir, '/');
	slash[slash == dir] = '\0';
	setpgid(0, 0);
	to = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0666);
	from = open("/dev/null", O_RDONLY);
	if (to < 0 || from < 0 || dup2(from, 0) < 0 || dup2(to, 1) < 0 || dup2(to, 2) < 0 || chdir(dir))
		_exit(126);
	setrlimit(RLIMIT_FSIZE, &limit);
	setrlimit(RLIMIT_CORE, &none);
	signal(SIGXFSZ, SIG_DFL);
	execl(program, program, "-infile", config, (char *)NULL);
	_exit(errno == EACCES || errno == ENOEXEC ? 126 : 127);
}

/* false: it timed out and was killed. */
static bool wait_for(pid_t pid, double limit, int *status)
{
	const double end = seconds(CLOCK_MONOTONIC) + limit;
	const struct timespec pause = { 0, 2000000 };
	pid_t done;

	while ((done = waitpid(pid, status, WNOHANG)) == 0 || (done < 0 && errno == EINTR)) {
		if (seconds(CLOCK_MONOTONIC) > end) {
			kill(-pid, SIGKILL);
			kill(pid, SIGKILL);
			waitpid(pid, status, 0);
			return false;
		}
		nanosleep(&pause, NULL);
	}
	kill(-pid, SIGKILL);    /* processes that it started and that still run */
	return done == pid;
}

static void read_answer(const char *log, char answer[CACTI_ANSWER])
{
	FILE *f = fopen(log, "r");
	const size_t n = f ? fread(answer, 1, CACTI_ANSWER - 1, f) : 0;

	answer[n] = '\0';
	for (char *c = answer; c < answer + n; c++)
		if (!*c)
			*c = '?';
	if (f)
		fclose(f);
}

static bool has_tech_params(const char *program)
{
	char dir[CACTI_PATH + 16];

	snprintf(dir, sizeof dir, "%s", program);
	snprintf(strrchr(dir, '/'), 16, "/tech_params");
	return !access(dir, R_OK);
}

/* Runs the program in its directory; answer: its standard output and error, at most CACTI_ANSWER - 1 bytes. *code: exit status. False: what it does
 * instead of ending. */
static bool run_in(const char *work, const char *program, const char *config, double limit, char answer[CACTI_ANSWER], int *code,
		   char what[PRICE_WHY])
{
	char file[CACTI_PATH + 16], log[CACTI_PATH + 16];
	FILE *f;
	pid_t pid;
	int status = 0;
	bool ended;

	snprintf(file, sizeof file, "%s/memory.cfg", work);
	snprintf(log, sizeof log, "%s/answer", work);
	f = fopen(file, "w");
	if (!f || fputs(config, f) < 0 || fclose(f) || (pid = fork()) < 0)
		return why_not(what, PRICE_WHY, "cannot be run: %s", strerror(errno));
	if (!pid)
		become(program, file, log);
	ended = wait_for(pid, limit, &status);
	read_answer(log, answer);
	if (!ended)
		return why_not(what, PRICE_WHY, "no answer in %g s; --cacti-seconds sets the limit", limit);
	if (WIFSIGNALED(status))
		return why_not(what, PRICE_WHY, "%s (signal %d)%s", WTERMSIG(status) == SIGXFSZ ? "printed without end" : "crashed", WTERMSIG(status),
			       has_tech_params(program) ? "" : "; CACTI 7 needs tech_params beside it, which is not there");
	*code = WEXITSTATUS(status);
	return (*code != 126 && *code != 127) || why_not(what, PRICE_WHY, "is no program (exit status %d)", *code);
}

/* ----- a price ----- */

enum { KEY = CACTI_TEXT + CACTI_PATH + 128, SIZE_MIN = 64 };

static bool refuse(char why[PRICE_WHY], const char *program, const char *what)
{
	return why_not(why, PRICE_WHY, "--cacti: %.100s: %.130s", program, what);
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

static bool ask(const struct cacti *c, const char *program, const char *config, const struct memory *m, char answer[CACTI_ANSWER],
		struct price *p, char why[PRICE_WHY])
{
	char what[PRICE_WHY], status[32] = "";
	struct tool_dir work;
	bool ended;
	int code = 0;

	answer[0] = '\0';
	if (tool_dir_temporary(&work, "cacti")) {
		ended = run_in(work.path, program, config, c->seconds, answer, &code, what);
		tool_dir_remove(&work);
	} else {
		ended = why_not(what, PRICE_WHY, "cannot be run: %s", strerror(errno));
	}
	if (!ended)
		return refuse(why, program, what);
	if (cacti_parse(answer, m, p, what))
		return true;
	if (code)
		snprintf(status, sizeof status, "exit status %d, ", code);
	return why_not(why, PRICE_WHY, "--cacti: %.60s: %s%.150s", program, status, what);
}

enum cacti_status cacti_price(const struct cacti *c, const struct price_setup *setup, const struct memory *m, struct price *p,
			      char why[PRICE_WHY])
{
	char program[CACTI_PATH], config[CACTI_TEXT], key[KEY], ignored[PRICE_WHY];
	char *answer = malloc(CACTI_ANSWER);
	struct stat st;
	unsigned bits;
	bool good = answer && cacti_config(setup, m, config, &bits), asked = !good;

	*p = price_unknown(PRICE_CACTI);
	if (!good)
		snprintf(why, PRICE_WHY, "--cacti: %s", strerror(ENOMEM));
	/* Memories that no dialect accepts. The program may reject more. */
	const unsigned long long bytes = good ? (unsigned long long)m->words * (bits / 8) : 0;

	good = good && (bytes >= SIZE_MIN || why_not(why, PRICE_WHY, "memory: %ux%u has %llu bytes; CACTI needs %d", m->words, m->width, bytes, SIZE_MIN)) &&
	       locate(c->program, program, &st, why);
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
