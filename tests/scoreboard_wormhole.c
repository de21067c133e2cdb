/* What the scoreboard refuses, of what leaves a wormhole router: what no router may do (docs/internals/microarchitecture-wormhole.md). */
#include "given.h"

#include "bench/scoreboard.h"
#include "test.h"

#include <string.h>

enum { WORDS = 2, PACKET = 4, AT = 0 };

/* Node 0 of a torus of 4 x 4; two packets of the end node, for (1, 2), in VCs 0 and 1, of three, the last of them for escape. */
static struct scoreboard *two_packets(struct shape *s, struct packet p[2])
{
	struct scoreboard *board;

	*s = SHAPE_GIVEN("scheme=wormhole ary=4 vcs=3");
	board = scoreboard_new(s, NULL, AT);
	assert_non_null(board);
	for (unsigned v = 0; v < 2; v++) {
		struct switch_in in = { .head = bit(s->local) };

		p[v] = (struct packet){ .turnpool = 1 | 2 << s->coord_w, .tag = v + 1, .flits = PACKET, .source = 0, .to = 1 + 2 * 4 };
		in.packet[s->local] = p[v];
		in.vc[s->local] = (uint8_t)v;
		for (unsigned j = 0; j < PACKET - v; j++) {     /* of the second, one has not come */
			in.flit[s->local] = (uint8_t)j;
			scoreboard_brought(board, 0, &in);
		}
	}
	return board;
}

/* What leaves, one after the other: output, VC, packet (the third is none), flit; end: packet 9. */
struct leaving {
	unsigned output, vc, packet, flit;
};

static const struct refused {
	const char *why;                /* NULL: all is well */
	struct leaving flits[PACKET + 4];
} cases[] = {
	{ NULL, { { 0, 1, 0, 0 }, { 0, 1, 0, 1 }, { 0, 0, 1, 0 }, { 0, 1, 0, 2 }, { 0, 1, 0, 3 }, { 0, 0, 1, 1 }, { 0, 0, 1, 2 }, { 9, 9, 9, 9 } } },
	{ NULL, { { 2, 0, 0, 0 }, { 3, 1, 1, 0 }, { 9, 9, 9, 9 } } },
	{ NULL, { { 0, 2, 0, 0 }, { 9, 9, 9, 9 } } },
	{ "may not leave here", { { 1, 0, 0, 0 }, { 9, 9, 9, 9 } } },
	{ "may not leave here", { { 4, 0, 0, 0 }, { 9, 9, 9, 9 } } },
	{ "may not leave here", { { 2, 2, 0, 0 }, { 9, 9, 9, 9 } } },
	{ "VC 3, which there is not", { { 0, 3, 0, 0 }, { 9, 9, 9, 9 } } },
	{ "a header within a packet", { { 0, 1, 0, 0 }, { 0, 1, 1, 0 }, { 9, 9, 9, 9 } } },
	{ "a flit without a header", { { 0, 1, 0, 0 }, { 0, 0, 0, 1 }, { 9, 9, 9, 9 } } },
	{ "flit 1 of the packet from input 4", { { 0, 1, 0, 0 }, { 0, 1, 0, 2 }, { 9, 9, 9, 9 } } },
	{ "flit 1 of the packet from input 4", { { 0, 1, 0, 0 }, { 0, 0, 1, 0 }, { 0, 1, 1, 1 }, { 9, 9, 9, 9 } } },
	{ "flit 3 of the packet from input 4 left before it came", { { 0, 1, 1, 0 }, { 0, 1, 1, 1 }, { 0, 1, 1, 2 }, { 0, 1, 1, 3 }, { 9, 9, 9, 9 } } },
	{ "is seen twice", { { 0, 1, 0, 0 }, { 2, 1, 0, 0 }, { 9, 9, 9, 9 } } },
	{ "did not come", { { 0, 1, 2, 0 }, { 9, 9, 9, 9 } } },
};

/* As packets, or as bits. */
TEST(the_scoreboard_refuses)
{
	for (unsigned i = 0; i < 2 * (sizeof cases / sizeof *cases); i++) {
		const struct refused *c = &cases[i / 2];
		struct packet p[3] = { { .tag = 0 } };
		struct shape s;
		struct scoreboard *board = two_packets(&s, p);
		char why[SCOREBOARD_WHY] = "";
		bool good = true;

		p[2] = p[0];
		p[2].tag = 77;
		for (const struct leaving *l = c->flits; good && l->packet != 9; l++) {
			struct packet packet = p[l->packet];
			unsigned flit = l->flit;
			uint32_t words[WORDS];

			packet_flit(&s, &packet, flit, words);
			good = scoreboard_flit(board, 1, l->output, l->vc, !flit, i % 2 ? words : NULL, &packet, &flit, why);
			if (good)
				assert_true(flit == l->flit && packet.tag == p[l->packet].tag);
		}
		if (good ? c->why != NULL : !c->why || !strstr(why, c->why))
			fail_msg("case %u: %s instead of %s", i, good ? "nothing" : why, c->why ? c->why : "nothing");
		scoreboard_free(board);
	}
}
