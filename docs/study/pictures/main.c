/* Writes a picture of docs/study/pictures to standard output: `pictures FILE`. `make docs`. */
#include "pictures.h"

#include <string.h>

static const struct picture {
	const char *file;
	unsigned frame;                 /* TREE_FRAMES: all */
} pictures[] = {
	{ "congestion-tree.svg", TREE_FRAMES },
	{ "congestion-tree-before.svg", 9 },
	{ "congestion-tree-grown.svg", TREE_GROWN },
	{ "congestion-tree-after.svg", 58 },
};

static const struct tree_switches switches[TREE_RUNS] = {
	{ "1Q", "all packets of an input port stand in one queue", "--scheme 1q" },
	{ "RECN-IQ", "packets for a congested point have a queue of their own", "--scheme recn-iq --saqs 4" },
};

int main(int argc, char **argv)
{
	static struct tree_run run[TREE_RUNS];
	char why[NETWORK_WHY];

	for (const struct picture *p = pictures; argc == 2 && p < pictures + sizeof pictures / sizeof *pictures; p++) {
		if (strcmp(argv[1], p->file))
			continue;
		for (unsigned k = 0; k < TREE_RUNS; k++)
			if (!tree_run(&run[k], switches[k].options, why)) {
				fprintf(stderr, "pictures: %s\n", why);
				return 1;
			}
		tree_draw(run, switches, p->frame, stdout);
		return fflush(stdout) != 0;
	}
	fputs("usage: pictures FILE; FILE is an .svg of docs/study/pictures\n", stderr);
	return 2;
}
