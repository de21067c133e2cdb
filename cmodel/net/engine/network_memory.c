/* Memory of a network: blocks for arrays; and for switches, their states, their slots, and what only images show. */
#include "network_state.h"

#include <sys/mman.h>
#include <unistd.h>

#define LARGE_PAGE ((size_t)2 << 20)            /* bytes, where processors have such pages; elsewhere it is an alignment */
#define ROWS_APART ((size_t)SWITCH_ROWS_APART)  /* bytes */
#define TOGETHER_MOST ((size_t)256 << 20)       /* bytes of banks that have their slots behind their states */
#define ROWS_LARGE ((size_t)8)                  /* rows of slots that are in large pages where they are apart: others few switches use */
#define STATE_MOST ((size_t)64 << 10)           /* bytes of a state that is in large pages in larger networks: of more, most may never be touched */

void *network_take(struct network *n, size_t count, size_t size)
{
	char *const at = stock_array(&n->memory, count * size + CACHE_LINE, 1);

	n->bytes += count * size;
	return at ? at + (CACHE_LINE - (uintptr_t)at % CACHE_LINE) : NULL;
}

void network_enlarge_pages(void *at, size_t bytes)
{
	const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), from = ((uintptr_t)at + page - 1) / page * page, to = ((uintptr_t)at + bytes) / page * page;

	if (from < to)
		madvise((void *)from, to - from, MADV_HUGEPAGE);
}

/* Banks of a kind in this process that have as many members as fit. */
static size_t full_banks(const struct network *n, enum kind kind)
{
	size_t count = 0;

	for (unsigned k = 0; k < n->parts; k++) {
		const struct range r = kind == KIND_NIC ? n->part[k].nics : n->part[k].switches;

		for (uint32_t b = r.first; b < r.end; b++)
			count += n->bank[b].members == n->kind[kind].banked;
	}
	return count;
}

static size_t round_up(size_t bytes, size_t to)
{
	return (bytes + to - 1) / to * to;
}

/* Reserve address space from the system, aligned to a large page; what is not touched takes no memory. NULL: there is none. */
static char *reserve(struct reserved *r, size_t bytes)
{
	r->bytes = round_up(bytes, LARGE_PAGE) + LARGE_PAGE;
	r->at = mmap(NULL, r->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (r->at == MAP_FAILED) {
		r->at = NULL;
		return NULL;
	}
	return (char *)r->at + (round_up((uintptr_t)r->at, LARGE_PAGE) - (uintptr_t)r->at);
}

static void release(struct reserved *r)
{
	if (r->at)
		munmap(r->at, r->bytes);
	r->at = NULL;
}

static void release_room(struct bank_room *r)
{
	release(&r->states);
	release(&r->past);
	release(&r->slots);
}

static char *reserve_large(struct reserved *r, size_t bytes)
{
	char *const at = reserve(r, bytes);

	if (at)
		network_enlarge_pages(at, round_up(bytes, LARGE_PAGE));
	return at;
}

/* More than the machine has would be given, and the process killed when it is touched. */
void *network_take_sparse(struct network *n, unsigned which, size_t each)
{
	const uint64_t machine = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
	const uint64_t all = (uint64_t)n->part[n->parts - 1].switches.end * each;
	uint64_t used = 0;

	for (unsigned k = 0; k < n->parts; k++)
		used += n->part[k].switches.end - n->part[k].nodes.first;
	n->bytes += used * each;
	return n->bytes <= machine && all <= SIZE_MAX / 2 ? reserve_large(&n->sparse[which], (size_t)all) : NULL;
}

/* Rows of slots ROWS_APART from each other: of a group of as many banks as fit in between, then of the next group. */
static char *reserve_rows(struct reserved *r, size_t banks, const struct switch_memory *m)
{
	const size_t groups = (banks * m->row + ROWS_APART - 1) / ROWS_APART, each = m->rows * ROWS_APART;
	char *const at = groups <= SIZE_MAX / 2 / each ? reserve(r, groups * each) : NULL;

	for (size_t k = 0; at && k < groups; k++)
		network_enlarge_pages(at + k * each, (m->rows < ROWS_LARGE ? m->rows : ROWS_LARGE) * ROWS_APART);
	return at;
}

void network_room(struct network *n, enum kind kind)
{
	const struct switch_kind *const k = n->kind + kind;
	const size_t count = k->backend.memory ? full_banks(n, kind) : 0;
	const struct switch_memory m = count ? k->backend.memory(k->shape, k->banked) : (struct switch_memory){ .state = 0 };
	struct bank_room *const r = n->room + kind;

	if (!m.state)
		return;
	const bool together = count <= TOGETHER_MOST / (m.state + m.rows * m.row);
	const size_t each = m.state + (together ? m.rows * m.row : 0);

	if (!together && !m.rows)
		return;
	char *const state = (together || m.state <= STATE_MOST ? reserve_large : reserve)(&r->states, count * each);
	char *const past = reserve(&r->past, count * m.past);
	char *rows = NULL;

	if (state)
		rows = together ? state + m.state : reserve_rows(&r->slots, count, &m);
	if (!rows || !past) {
		release_room(r);
		return;
	}
	r->memory = m;
	r->each = each;
	r->next = (struct switch_room){ .state = state, .past = past, .rows = rows, .apart = together ? m.row : ROWS_APART };
}

bool network_next_bank(struct network *n, enum kind kind, struct switch_room *room)
{
	struct bank_room *const r = n->room + kind;
	const struct switch_memory *const m = &r->memory;

	if (!r->next.state)
		return false;
	char *rows = (char *)r->next.rows + (r->slots.at ? m->row : r->each);

	*room = r->next;
	if (r->slots.at && (uintptr_t)rows % ROWS_APART == 0)   /* there is no room before the next row */
		rows += (m->rows - 1) * ROWS_APART;
	r->next.state = (char *)r->next.state + r->each;
	r->next.past = (char *)r->next.past + m->past;
	r->next.rows = rows;
	return true;
}

void network_free_memory(struct network *n)
{
	stock_free(&n->memory);
	for (unsigned k = 0; k < KINDS; k++)
		release_room(n->room + k);
	for (unsigned k = 0; k < sizeof n->sparse / sizeof *n->sparse; k++)
		release(n->sparse + k);
}
