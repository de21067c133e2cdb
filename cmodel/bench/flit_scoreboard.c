#include "flit_scoreboard.h"

#include <inttypes.h>

void flit_scoreboard_sent(struct flit_scoreboard *b, uint64_t cycle, unsigned input, unsigned vc, unsigned flit, const struct packet *p)
{
	struct flit_inside *at = &b->inside[input][vc];

	if (at->came != flit || (flit && flit == at->packet.flits)) {
		b->overrun = true;
		b->input = input;
		b->vc = vc;
		return;
	}
	if (!flit) {
		*at = (struct flit_inside){ .packet = *p, .sent = cycle, .before = b->passed[input] };
		b->outstanding++;
	}
	at->came++;
}

/* May a packet that came there leave here, as routing and VCs are given to it? */
static bool allowed(const struct flit_scoreboard *b, unsigned input, unsigned from, uint32_t to, unsigned output, unsigned vc)
{
	const struct shape *s = &b->shape;
	const bool by_lane = from == s->vcs, at_end = cube_minimal(s, b->at, to) == bit(s->local);

	if (vc == s->vcs)
		return output == cube_in_order(s, b->at, to) && (by_lane || input != s->local);
	if (by_lane)
		return false;
	if (at_end)
		return output == s->local && vc < s->delivery_vcs;
	if (!s->adaptive && s->torus && s->avoidance)
		return output == cube_in_order(s, b->at, to) && (vc < s->vcs / 2) == cube_wraps(s, b->at, to, output);
	if (!s->adaptive)
		return output == cube_in_order(s, b->at, to);
	if (s->avoidance && vc == s->vcs - 1)
		return output == cube_in_mesh_order(s, b->at, to);
	return cube_minimal(s, b->at, to) >> output & 1 && !(s->avoidance && from == s->vcs - 1 && input != s->local);
}

/* The packet of this header that came and has not begun to leave; of several that look the same, one that may leave here, with the tag of *p if there is one. */
static struct flit_inside *find(struct flit_scoreboard *b, unsigned output, unsigned vc, const uint32_t *words, const struct packet *p, bool *strays)
{
	const struct shape *s = &b->shape;
	struct flit_inside *found = NULL;

	for (unsigned i = 0; i < s->radix; i++)
		for (unsigned v = 0; v < s->vcs + s->recovery; v++) {
			struct flit_inside *e = &b->inside[i][v];

			if (!e->came || e->left || !is_packet(s, &e->packet, p, words))
				continue;
			if (!allowed(b, i, v, (uint32_t)e->packet.turnpool, output, vc))
				*strays = true;
			else if (!found || e->packet.tag == p->tag)
				found = e;
		}
	return found;
}

static unsigned input_of(const struct flit_scoreboard *b, const struct flit_inside *e)
{
	return (unsigned)((e - b->inside[0]) / LANES);
}

static bool begin(struct flit_scoreboard *b, uint64_t cycle, unsigned output, unsigned vc, const uint32_t *words, struct packet *packet, char why[SCOREBOARD_WHY])
{
	struct packet header = *packet;
	bool strays = false;
	struct flit_inside *e;

	if (b->overrun)
		return why_not(why, SCOREBOARD_WHY, "cycle %" PRIu64 ": flits are sent to VC %u of input %u against the link contract", cycle, b->vc, b->input);
	if (b->sending[output][vc])
		return why_not(why, SCOREBOARD_WHY, "cycle %" PRIu64 ", output %u, VC %u: a header within a packet", cycle, output, vc);
	if (words)
		packet_parse(&b->shape, words, &header);
	e = find(b, output, vc, words, &header, &strays);
	if (!e)
		return why_not(why, SCOREBOARD_WHY, "cycle %" PRIu64 ", output %u, VC %u: a packet for %#" PRIx64 " of %u flits%s", cycle, output, vc, header.turnpool, header.flits,
			      strays ? " that may not leave here" : " that did not come, changed, or is seen twice");
	b->sending[output][vc] = e;
	return true;
}

static bool is_flit(const struct flit_scoreboard *b, const struct flit_inside *e, const uint32_t *words, const struct packet *p, unsigned flit)
{
	return words ? is_flit_of(&b->shape, &e->packet, e->left, words) : e->packet.tag == p->tag && e->left == flit;
}

bool flit_scoreboard_left(struct flit_scoreboard *b, uint64_t cycle, unsigned output, unsigned vc, bool head, const uint32_t *words, struct packet *packet, unsigned *flit,
			  char why[SCOREBOARD_WHY])
{
	struct flit_inside *e;

	if (vc >= b->shape.vcs + b->shape.recovery)
		return why_not(why, SCOREBOARD_WHY, "cycle %" PRIu64 ", output %u: a flit of VC %u, which there is not", cycle, output, vc);
	if (head && !begin(b, cycle, output, vc, words, packet, why))
		return false;
	e = b->sending[output][vc];
	if (!e)
		return why_not(why, SCOREBOARD_WHY, "cycle %" PRIu64 ", output %u, VC %u: a flit without a header", cycle, output, vc);
	if (e->left == e->came)
		return why_not(why, SCOREBOARD_WHY, "cycle %" PRIu64 ", output %u, VC %u: flit %u of the packet from input %u left before it came", cycle, output, vc, e->left, input_of(b, e));
	if (!is_flit(b, e, words, packet, *flit))
		return why_not(why, SCOREBOARD_WHY, "cycle %" PRIu64 ", output %u, VC %u: flit %u of the packet from input %u (tag %#" PRIx64 ") changed, or is another one", cycle, output,
			      vc, e->left, input_of(b, e), e->packet.tag);
	*packet = e->packet;
	*flit = e->left++;
	if (e->left < e->packet.flits)
		return true;
	b->passed[input_of(b, e)]++;
	b->sending[output][vc] = NULL;
	*e = (struct flit_inside){ .came = 0 };
	b->outstanding--;
	b->delivered++;
	return true;
}

/* Packets of the end node may wait for as long as sources are throttled. */
bool flit_scoreboard_fair(const struct flit_scoreboard *b, uint64_t cycle, uint64_t patience, char why[SCOREBOARD_WHY])
{
	const struct shape *s = &b->shape;

	for (unsigned i = 0; i < s->local; i++)
		for (unsigned v = 0; v < s->vcs + s->recovery; v++) {
			const struct flit_inside *e = &b->inside[i][v];

			if (e->came && b->passed[i] - e->before > patience)
				return why_not(why, SCOREBOARD_WHY, "cycle %" PRIu64 ": the packet in VC %u of input %u sent in cycle %" PRIu64 " (tag %#" PRIx64
					      ") is still there, and %" PRIu64 " others have left from its input",
					      cycle, v, i, e->sent, e->packet.tag, b->passed[i] - e->before);
		}
	return true;
}
