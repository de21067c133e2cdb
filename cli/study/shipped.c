#define _GNU_SOURCE     /* scandir, strdup */
#include "shipped.h"

#include "tool.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ENDING ".sweep"

/* The directory that the program is in; "": unknown. */
static void program_dir(char dir[TOOL_PATH])
{
	tool_self(dir);
	if (strrchr(dir, '/'))
		*strrchr(dir, '/') = '\0';
}

/* False: there is none. */
static bool directory(char dir[SHIPPED_PATH])
{
	static const char *const places[] = { "experiments", "../share/sluice/experiments" };
	const char *const set = getenv("SLUICE_EXPERIMENTS");
	char program[TOOL_PATH];

	if (set && *set)
		return snprintf(dir, SHIPPED_PATH, "%s", set) < SHIPPED_PATH;
	program_dir(program);
	for (unsigned i = 0; i < sizeof places / sizeof *places; i++) {
		if (snprintf(dir, SHIPPED_PATH, "%s/%s", program, places[i]) < SHIPPED_PATH && !access(dir, R_OK | X_OK))
			return true;
	}
	return false;
}

static int ours(const struct dirent *entry)
{
	const size_t n = strlen(entry->d_name), end = sizeof ENDING - 1;

	return n > end && !strcmp(entry->d_name + n - end, ENDING);
}

unsigned shipped_list(char *names[SHIPPED_MOST], char why[SHIPPED_WHY])
{
	char dir[SHIPPED_PATH] = "";
	struct dirent **entries;
	unsigned n = 0;
	int all = directory(dir) ? scandir(dir, &entries, ours, alphasort) : -1;

	for (int i = 0; i < all; i++) {
		entries[i]->d_name[strlen(entries[i]->d_name) - (sizeof ENDING - 1)] = '\0';
		if (n < SHIPPED_MOST && (names[n] = strdup(entries[i]->d_name)))
			n++;
		free(entries[i]);
	}
	if (all >= 0)
		free(entries);
	if (!n)
		snprintf(why, SHIPPED_WHY, "no experiments in '%.200s'; make puts them beside the program, make install where it looks, and SLUICE_EXPERIMENTS names another directory", dir);
	return n;
}

bool shipped_find(const char *name, char path[SHIPPED_PATH])
{
	char dir[SHIPPED_PATH];

	return !strchr(name, '/') && directory(dir) && snprintf(path, SHIPPED_PATH, "%s/%s" ENDING, dir, name) < SHIPPED_PATH && !access(path, R_OK);
}
