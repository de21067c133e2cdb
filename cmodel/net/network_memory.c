/* Memory of a network: blocks for arrays, and one for the state of switches. */
#define _DEFAULT_SOURCE
#include "network_memory.h"

#include <assert.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define LARGE_PAGE ((size_t)2 << 20)            /* bytes, where processors have such pages; elsewhere it is an alignment */
#define ROOM_MOST ((size_t)256 << 20)           /* bytes of banks that are in large pages as a whole */

void *network_take(struct network *n, size_t count, size_t size)
{
	const unsigned most = sizeof n->block / sizeof *n->block;
	unsigned k = 0;

	while (k < most && n->block[k])
		k++;
	assert(k < most);
	n->block[k] = calloc(1, count * size + CACHE_LINE);
	n->bytes += count * size;
	return n->block[k] ? (char *)n->block[k] + (CACHE_LINE - (uintptr_t)n->block[k] % CACHE_LINE) : NULL;
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

void network_room(struct network *n, enum kind kind)
{
	const struct switch_kind *const k = n->kind + kind;
	const size_t count = k->backend.bytes ? full_banks(n, kind) : 0;
	const size_t each = count ? round_up(k->backend.bytes(k->shape, k->banked), CACHE_LINE) : 0;

	if (!each || count > ROOM_MOST / each)
		return;
	const size_t bytes = round_up(count * each, LARGE_PAGE) + LARGE_PAGE;
	char *const at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (at == MAP_FAILED)
		return;
	n->room[kind] = (struct bank_room){ .at = at, .bytes = bytes, .next = round_up((uintptr_t)at, LARGE_PAGE) - (uintptr_t)at, .each = each };
	network_enlarge_pages(at + n->room[kind].next, bytes - LARGE_PAGE);
}

void *network_take_bank(struct network *n, enum kind kind)
{
	struct bank_room *const r = n->room + kind;

	if (!r->at)
		return NULL;
	r->next += r->each;
	return r->at + r->next - r->each;
}

void network_free_memory(struct network *n)
{
	for (unsigned k = 0; k < sizeof n->block / sizeof *n->block; k++)
		free(n->block[k]);
	for (unsigned k = 0; k < KINDS; k++)
		if (n->room[k].at)
			munmap(n->room[k].at, n->room[k].bytes);
}
