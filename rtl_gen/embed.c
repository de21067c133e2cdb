/* embed OUT.c DIR FILE...: C source of an array of struct embedded, named after OUT.c; FILEs are below DIR, and named from there. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 64 };

__attribute__((noreturn))
static void die(const char *path)
{
	fprintf(stderr, "embed: %s: %s\n", path, strerror(errno));
	exit(1);
}

static const char *basename_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* Each line of the file becomes a string; compilers join them. */
static void put_text(FILE *out, FILE *in)
{
	int c, last = '\n';

	while ((c = getc(in)) != EOF) {
		if (last == '\n')
			fputs("\t\"", out);
		if (c == '\n')
			fputs("\\n\"\n", out);
		else if (c == '\t')
			fputs("\\t", out);
		else if (c == '"' || c == '\\')
			fprintf(out, "\\%c", c);
		else if (c == '?')
			fputs("\\?", out);      /* no trigraphs */
		else
			putc(c, out);
		last = c;
	}
	if (last != '\n')
		fputs("\"\n", out);
}

/* A text is an array of its own, so that the table stays short. */
static void put_file(FILE *out, unsigned i, const char *path)
{
	FILE *in = fopen(path, "r");

	if (!in)
		die(path);
	fprintf(out, "\nstatic const char text%u[] =\n\t\"\"\n", i);
	put_text(out, in);
	fputs("\t;\n", out);
	if (ferror(in) || fclose(in))
		die(path);
}

int main(int argc, char **argv)
{
	char name[NAME];
	FILE *out;

	if (argc < 3) {
		fputs("usage: embed OUT.c DIR FILE...\n", stderr);
		return 2;
	}
	snprintf(name, sizeof name, "%.*s", (int)strcspn(basename_of(argv[1]), "."), basename_of(argv[1]));
	out = fopen(argv[1], "w");
	if (!out)
		die(argv[1]);
	fputs("#include \"embedded.h\"\n\n#ifdef __GNUC__\n#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n#endif\n", out);
	for (int i = 3; i < argc; i++)
		put_file(out, (unsigned)i - 3, argv[i]);
	fprintf(out, "\nconst struct embedded %s[] = {\n", name);
	for (int i = 3; i < argc; i++)
		fprintf(out, "\t{ \"%s\", text%d, sizeof text%d - 1 },\n", argv[i] + strlen(argv[2]) + 1, i - 3, i - 3);
	fputs("\t{ NULL, NULL, 0 },\n};\n", out);
	if (ferror(out) || fclose(out))
		die(argv[1]);
	return 0;
}
