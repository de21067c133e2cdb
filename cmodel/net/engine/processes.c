#include "processes.h"

uint64_t processes_most(const struct processes *p, uint64_t value)
{
	uint64_t rest = UINT64_MAX - value;

	if (p)
		p->least(&rest);
	return UINT64_MAX - rest;
}

uint64_t processes_first(const struct processes *p, uint64_t key, char *text, size_t size)
{
	uint64_t first = key, owner;

	if (!p)
		return key;
	p->least(&first);
	owner = key == first ? p->number : p->count;
	p->least(&owner);
	p->tell((unsigned)owner, text, size);
	return first;
}

bool processes_agree(const struct processes *p, bool good, char *text, size_t size)
{
	uint64_t bad = !good;

	processes_sum(p, &bad, 1);
	if (bad && p)
		processes_first(p, good, text, size);
	return !bad;
}
