#include "qmu.h"

/* Few queues, whose ports are stepped as vectors. That takes the longer, the more queues there are and the narrower registers are. */
static bool has_few_queues(const struct shape *s)
{
	return s->queues <= QMU_FEW && 4 * s->queues <= switch_width() && !s->stamp_w;
}

void qmu_place(struct qmu *u, const struct bank *b, struct arena *a)
{
	const unsigned n = b->ports;
	const unsigned pairs = n * b->s->radix + n;

	u->radix = b->s->radix;
	u->queues = b->s->queues;
	u->words = (u->queues + 63) / 64;
	u->log = clog2(u->queues);
	u->few = has_few_queues(b->s);
	u->queue = arena_take(a, HOT, (size_t)n << u->log, sizeof *u->queue);
	u->waiting = arena_take(a, HOT, u->few ? 0 : n, sizeof *u->waiting);
	u->able = arena_take(a, HOT, u->few ? 0 : (size_t)pairs * u->words, sizeof *u->able);
	u->blocked = arena_take(a, HOT, u->few ? 0 : (size_t)n * u->words, sizeof *u->blocked);
}

static const struct cell *head_of(const struct qmu *u, const struct pmu *pmu, unsigned port, unsigned q)
{
	return pmu_at(pmu, port, qmu_queue(u, port, q)->first);
}

void qmu_block_all(struct qmu *u, const struct pmu *pmu, unsigned first, unsigned out, unsigned next)
{
	for (unsigned i = first; i < first + u->radix; i++)
		for (unsigned k = 0; k < u->words; k++)
			EACH_IN(q, u->able[qmu_pair(u->radix, u->words, i, out) + k])
				if (head_of(u, pmu, i, k * 64 + q)->packet.queue == next) {
					qmu_disable(u, u->radix, u->words, i, k * 64 + q, out);
					u->blocked[i * u->words + k] |= bit(q);
				}
}

void qmu_enable_all(struct qmu *u, const struct pmu *pmu, unsigned first, unsigned out, unsigned next)
{
	for (unsigned i = first; i < first + u->radix; i++)
		for (unsigned k = 0; k < u->words; k++)
			EACH_IN(q, u->blocked[i * u->words + k]) {
				const struct cell *const head = head_of(u, pmu, i, k * 64 + q);

				if (head->packet.queue != next || head->out != out)
					continue;
				qmu_enable(u, u->radix, u->words, i, k * 64 + q, out);
				u->blocked[i * u->words + k] &= ~bit(q);
			}
}

uint64_t qmu_narrow(const struct qmu *u, const struct qcu *qcu, uint64_t outputs, uint64_t eligible[QMU_FEW])
{
	uint64_t any = 0;

	for (unsigned q = 0; q < u->queues; q++) {
		EACH_IN(i, eligible[q]) {
			const unsigned out = u->out[q][i];

			eligible[q] &= ~((uint64_t)(outputs >> out & 1 && !qcu_suffices(qcu, out, u->next[q][i])) << i);
		}
		any |= eligible[q];
	}
	return any;
}

bool qmu_with_two_credits(const struct qmu *u, const struct qcu *qcu, const struct pmu *pmu, unsigned port, unsigned out, uint64_t *set)
{
	uint64_t any = 0;

	for (unsigned k = 0; k < u->words; k++) {
		uint64_t able = u->able[qmu_pair(u->radix, u->words, port, out) + k];

		EACH_IN(q, able)
			able &= ~((uint64_t)!qcu_suffices(qcu, out, head_of(u, pmu, port, k * 64 + q)->packet.queue) << q);
		set[k] |= able;
		any |= able;
	}
	return any;
}

unsigned qmu_nth(const struct qmu *u, const struct pmu *pmu, unsigned port, unsigned q, unsigned n)
{
	unsigned cell = qmu_queue(u, port, q)->first;

	while (cell && n--)
		cell = pmu_at(pmu, port, cell)->behind;
	return cell;
}
