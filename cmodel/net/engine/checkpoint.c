#include "checkpoint.h"

#include "in_memory.h"
#include "network_state.h"
#include "net/workload/workload_state.h"
#include "why_not.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* All is written in words of 64 bits, filled up with 0. */
enum { WORD = sizeof(uint64_t), PIECE = 1 << 13, MOST_OF = 1 << 20 };

/* Begins a file: the name of its kind, how the program was built, bytes of what it is of, which follow. */
struct head {
	char kind[WORD * 2];
	uint64_t built, of;
};

static const char kind[WORD * 2] = "sluice state 2";

/* Before a record; the last one is empty. */
struct entry {
	uint32_t record, index;
	uint64_t bytes;
};

#define END UINT32_MAX

/* How structs are laid out: that of another compiler, or for another processor, may be another one. */
static uint64_t built(void)
{
	const uint64_t sizes[] = {
		sizeof(struct node), sizeof(struct nodes), sizeof(struct cell_node), sizeof(struct flit_node), sizeof(struct packet), sizeof(struct crossing),
		sizeof(struct source), sizeof(struct stats_shard), sizeof(struct message), sizeof(long),
	};
	uint64_t hash = 1;

	for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
		hash = (hash ^ sizes[k]) * UINT64_C(0x9e3779b97f4a7c15);        /* 2^64 divided by the golden ratio */
		hash ^= hash >> 29;
	}
	return hash;
}

static size_t filled_up(uint64_t bytes)
{
	return in_memory((bytes + WORD - 1) / WORD * WORD);
}

/* Of whole words. */
static void write_all(struct checkpoint *c, const void *data, size_t bytes)
{
	keyed_hash_add(&c->hash, data, bytes);
	c->failed |= fwrite(data, 1, bytes, c->out.f) != bytes;
}

static void write_filled(struct checkpoint *c, const char *data, size_t bytes)
{
	const size_t whole = bytes / WORD * WORD;
	char last[WORD] = { 0 };

	if (whole)
		write_all(c, data, whole);
	if (whole == bytes)
		return;
	memcpy(last, data + whole, bytes - whole);
	write_all(c, last, WORD);
}

static bool first_of(const struct checkpoint *c)
{
	return !processes_number(c->processes);
}

bool checkpoint_create(struct checkpoint *c, const char *path, const char *of, const uint64_t key[2], const struct processes *p, char why[CHECKPOINT_WHY])
{
	char cause[OUTPUT_WHY] = "";

	*c = (struct checkpoint){ .processes = p, .path = path, .hash = keyed_hash_begin(key) };
	const bool good = !first_of(c) || output_begin(&c->out, path, cause);

	snprintf(why, CHECKPOINT_WHY, "--checkpoint: %s", cause);
	if (!processes_agree(p, good, why, CHECKPOINT_WHY))
		return false;
	if (!first_of(c))
		return true;
	struct head head = { .built = built(), .of = strlen(of) };

	memcpy(head.kind, kind, sizeof kind);
	write_all(c, &head, sizeof head);
	write_filled(c, of, strlen(of));
	return true;
}

/* What another process gives comes in pieces, so that process 0 needs no memory for it. */
static size_t piece_of(uint64_t left)
{
	return left < PIECE ? (size_t)left : PIECE;
}

static void give(const struct checkpoint *c, const struct entry *e, const char *data)
{
	c->processes->give(e, sizeof *e);
	for (uint64_t done = 0; done < e->bytes; done += piece_of(e->bytes - done))
		c->processes->give(data + done, piece_of(e->bytes - done));
}

/* Write what another process gives. */
static void take_all(struct checkpoint *c, unsigned from)
{
	char piece[PIECE];
	struct entry e;

	for (;;) {
		c->processes->take(from, &e, sizeof e);
		if (e.record == END)
			return;
		write_all(c, &e, sizeof e);
		for (uint64_t done = 0; done < e.bytes; done += piece_of(e.bytes - done)) {
			c->processes->take(from, piece, piece_of(e.bytes - done));
			write_filled(c, piece, piece_of(e.bytes - done));
		}
	}
}

void checkpoint_put(struct checkpoint *c, uint32_t record, uint32_t index, const struct state *s)
{
	const struct entry e = { record, index, s->size };

	if (first_of(c)) {
		write_all(c, &e, sizeof e);
		write_filled(c, s->at, s->size);
	} else {
		give(c, &e, s->at);
	}
}

static bool on_the_disk(struct checkpoint *c, char why[OUTPUT_WHY])
{
	struct entry last = { .record = END };
	uint64_t hash;

	write_all(c, &last, sizeof last);
	hash = keyed_hash_end(c->hash);
	write_all(c, &hash, sizeof hash);
	c->failed |= fflush(c->out.f) || fsync(fileno(c->out.f));
	if (!c->failed)
		return output_end(&c->out, why);
	snprintf(why, OUTPUT_WHY, "cannot write '%.100s': %s", c->path, strerror(errno ? errno : EIO));
	output_drop(&c->out);
	return false;
}

bool checkpoint_complete(struct checkpoint *c, char why[CHECKPOINT_WHY])
{
	const struct entry last = { .record = END };
	char cause[OUTPUT_WHY] = "";
	bool good = true;

	errno = 0;
	if (!first_of(c))
		give(c, &last, NULL);
	for (unsigned q = 1; first_of(c) && q < processes_count(c->processes); q++)
		take_all(c, q);
	uint64_t failed = c->failed;    /* in any process: records are missing */

	processes_sum(c->processes, &failed, 1);
	c->failed = failed;
	if (first_of(c))
		good = on_the_disk(c, cause);
	snprintf(why, CHECKPOINT_WHY, "--checkpoint: %s", cause);
	return processes_agree(c->processes, good, why, CHECKPOINT_WHY);
}

/* Read whole words. */
static bool read_all(struct checkpoint *c, void *data, size_t bytes)
{
	if (fread(data, 1, bytes, c->in) != bytes)
		return false;
	keyed_hash_add(&c->hash, data, bytes);
	return true;
}

static bool skip(struct checkpoint *c, uint64_t bytes)
{
	char piece[PIECE];

	for (uint64_t left = filled_up(bytes); left; left -= piece_of(left))
		if (!read_all(c, piece, piece_of(left)))
			return false;
	return true;
}

/* Behind the last record is its hash. */
static bool hash_follows(struct checkpoint *c)
{
	const uint64_t expected = keyed_hash_end(c->hash);
	uint64_t hash;

	return read_all(c, &hash, sizeof hash) && hash == expected;
}

/* The records, and the hash behind them. */
static bool intact(struct checkpoint *c)
{
	struct entry e;

	do {
		if (!read_all(c, &e, sizeof e) || e.bytes > UINT64_MAX - WORD || !skip(c, e.bytes))
			return false;
	} while (e.record != END);
	return hash_follows(c) && fgetc(c->in) == EOF;
}

static bool refuse(char why[CHECKPOINT_WHY], const char *path, const char *what)
{
	return why_not(why, CHECKPOINT_WHY, "--restart: '%.100s' %s", path, what);
}

/* A line of what a file is of. */
static int length(const char *line)
{
	const size_t n = strcspn(line, "\n");

	return (int)(n < 80 ? n : 80);
}

/* Name the first line that differs. The first one of all is that of the sources. */
static bool compare(const char *path, const char *there, const char *here, char why[CHECKPOINT_WHY])
{
	const char *const first = there;
	const int mark = (int)strlen("# ");

	if (!strcmp(there, here))
		return true;
	while (*there && *here && length(there) == length(here) && !strncmp(there, here, strcspn(there, "\n") + 1)) {
		there += strcspn(there, "\n") + 1;
		here += strcspn(here, "\n") + 1;
	}
	if (length(there) < mark || length(here) < mark)
		return refuse(why, path, "is of a run with other options");
	if (there == first)
		return why_not(why, CHECKPOINT_WHY, "--restart: '%.100s' is of another build of sluice, of %.*s; this one is of %.*s", path, length(there),
			       there, length(here), here);
	return why_not(why, CHECKPOINT_WHY, "--restart: '%.100s' is of a run with '%.*s'; this one has '%.*s'", path, length(there) - mark, there + mark,
		       length(here) - mark, here + mark);
}

/* What a file is of; then its records are next. */
static bool read_head(struct checkpoint *c, const char *of, char why[CHECKPOINT_WHY])
{
	struct head head;
	char *text;
	bool good;

	if (!read_all(c, &head, sizeof head) || memcmp(head.kind, kind, sizeof kind))
		return refuse(why, c->path, "is no checkpoint of sluice sim");
	if (head.of > MOST_OF)
		return refuse(why, c->path, "is damaged");
	text = calloc(1, filled_up(head.of) + 1);
	good = text && read_all(c, text, filled_up(head.of));
	if (!good)
		refuse(why, c->path, text ? "is damaged: it is shorter than it was" : "needs more memory than there is");
	else
		good = compare(c->path, text, of, why);
	free(text);
	if (good && head.built != built())
		return refuse(why, c->path, "is of a sluice that was compiled in another way");
	return good;
}

/* Twice: before anything is taken over, and then until the records come. */
static bool check(struct checkpoint *c, const char *of, const uint64_t key[2], char why[CHECKPOINT_WHY])
{
	if (!read_head(c, of, why))
		return false;
	if (!intact(c))
		return refuse(why, c->path, "is damaged or incomplete, or of somebody with another key: what it has is not what was written");
	rewind(c->in);
	c->hash = keyed_hash_begin(key);
	return read_head(c, of, why);
}

/* Only of a plain file can it be said how long it is, and that it is the same when it is read again. */
static bool open_file(struct checkpoint *c, char why[CHECKPOINT_WHY])
{
	const int fd = open(c->path, O_RDONLY | O_NONBLOCK);
	struct stat st;

	if (fd >= 0 && !fstat(fd, &st) && S_ISREG(st.st_mode) && (c->in = fdopen(fd, "rb"))) {
		c->size = (uint64_t)st.st_size;
		return true;
	}
	if (fd < 0)
		snprintf(why, CHECKPOINT_WHY, "--restart: cannot read '%.100s': %s", c->path, strerror(errno));
	else
		refuse(why, c->path, "is no plain file");
	if (fd >= 0)
		close(fd);
	return false;
}

bool checkpoint_open(struct checkpoint *c, const char *path, const char *of, const uint64_t key[2], const struct processes *p, char why[CHECKPOINT_WHY])
{
	bool good = true;

	*c = (struct checkpoint){ .processes = p, .path = path, .hash = keyed_hash_begin(key) };
	if (first_of(c))
		good = open_file(c, why) && check(c, of, key, why);
	if (processes_agree(p, good, why, CHECKPOINT_WHY))
		return true;
	checkpoint_close(c);
	return false;
}

/* Process 0 finds the next record. The last one is that of the end: its index is 1 if the hash behind it is not that of the records. */
static void find_next(struct checkpoint *c, struct entry *e, struct state *s)
{
	if (!read_all(c, e, sizeof *e) || e->bytes > c->size)
		*e = (struct entry){ .record = END, .index = 1 };
	else if (e->record == END)
		e->index = !hash_follows(c);
	s->failed = e->index && e->record == END;
}

bool checkpoint_next(struct checkpoint *c, uint32_t *record, uint32_t *index, struct state *s)
{
	struct entry e = { .record = END };

	if (first_of(c))
		find_next(c, &e, s);
	processes_follow(c->processes, &e, sizeof e);
	if (e.record == END) {
		s->failed = e.index;
		return false;
	}
	if (filled_up(e.bytes) > s->room) {
		free(s->at);
		s->at = malloc(filled_up(e.bytes));
		s->room = s->at ? filled_up(e.bytes) : 0;
	}
	uint64_t missing = e.bytes && !s->at;

	processes_sum(c->processes, &missing, 1);
	*record = e.record;
	*index = e.index;
	*s = (struct state){ .reading = true, .failed = missing, .at = s->at, .room = s->room, .size = in_memory(e.bytes) };
	if (missing)
		return false;
	if (first_of(c) && !read_all(c, s->at, filled_up(e.bytes)))
		s->failed = true;
	if (e.bytes)
		processes_follow(c->processes, s->at, filled_up(e.bytes));
	return true;
}

void checkpoint_close(struct checkpoint *c)
{
	if (c->in)
		fclose(c->in);
	c->in = NULL;
}
