#include "study_lines.h"

#include "text.h"

#include <string.h>

/* Cuts "key = value" in two. The key is one word: other lines with an = have none. */
static void split(struct study_line *l, char *line)
{
	char *const equals = strchr(line, '=');
	const size_t word = strcspn(line, " \t="), blanks = strspn(line + word, " \t");

	*l = (struct study_line){ .key = NULL, .text = line, .indented = l->indented, .number = l->number };
	if (!equals || !word || line + word + blanks != equals)
		return;
	line[word] = '\0';
	l->key = line;
	l->text = text_trimmed(equals + 1);
}

void study_line_name(struct study_line *l)
{
	for (char *c = l->key; c && (c = strchr(c, '-'));)
		*c = '_';
}

static char *take_line(struct study_lines *from)
{
	char *const line = from->rest, *const end = strchr(line, '\n');

	from->rest = end ? end + 1 : line + strlen(line);
	if (end)
		*end = '\0';
	from->number++;
	return line;
}

bool study_lines_next(struct study_lines *from, struct study_line *l)
{
	while (*from->rest) {
		char *const line = take_line(from);

		text_cut_comment(line);
		*l = (struct study_line){ .indented = *line == ' ' || *line == '\t', .number = from->number };
		if (*text_trimmed(line)) {
			split(l, text_trimmed(line));
			return true;
		}
	}
	return false;
}

bool study_lines_indented(struct study_lines *from, struct study_line *l)
{
	for (const char *line = from->rest; *line; line += strcspn(line, "\n"), line += *line == '\n') {
		const size_t blanks = strspn(line, " \t\r");

		if (line[blanks] && line[blanks] != '\n' && line[blanks] != '#')
			return blanks && study_lines_next(from, l);
	}
	return false;
}
