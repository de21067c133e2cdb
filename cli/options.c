#include "options.h"

#include "report_error.h"

#include <string.h>

enum { NAME = 64 };

const struct example examples[] = {
#define EXAMPLE(command, arguments, help) { #command, "sluice " #command " " arguments, help },
#include "examples.def"
#undef EXAMPLE
	{ .command = NULL },
};

const struct exit_status exit_statuses[] = {
#define EXIT(id, number, help, causes) { number, help, causes },
#include "exits.def"
	{ .help = NULL },
};

/* Row i of the command's own tables, and behind them what all have. */
const struct option_row *command_row(const struct command_line *c, unsigned i)
{
	static const struct option_row common[] = {
		{ .name = "config", .type = OPTION_WORDS, .argument = "FILE", .help = "parameters from FILE: a sluice.conf, or any generated .v" },
		{ .name = "help", .type = OPTION_FLAG, .help = "list of options" },
	};
	static const struct option_row configured = {
		.name = "config", .type = OPTION_WORDS, .argument = "FILE",
		.help = "parameters and options from FILE: a sluice.conf, any generated .v, a file with lines like load = 0.9, or the JSON of a run, which repeats it",
	};
	enum { COMMON = sizeof common / sizeof *common };
	unsigned own = 0;

	while (options_row(c, own))
		own++;
	if (i < own)
		return options_row(c, i);
	i = i - own + c->plain;
	return i == 0 && c->configured ? &configured : i < COMMON ? &common[i] : NULL;
}

static void help_params(FILE *f)
{
	fputs("Parameters of the switch [default; range; schemes that have it]. An option overrides --config:\n", f);
	params_help(f);
	fputs("\nConstraints:\n", f);
	for (unsigned i = 0; i < params_rules_count; i++)
		fprintf(f, "  %s\n", params_rules[i]);
	fprintf(f, "\n%s\n", params_followed_about);
	for (unsigned i = 0; i < params_followed_count; i++)
		if (params_followed[i])
			fprintf(f, "  %s\n", params_followed[i]);
	fputc('\n', f);
}

/* Rows of its options, all parameters, examples, exit statuses. */
static void options_help(const struct command_line *c, FILE *f)
{
	char left[NAME], help[OPTION_TEXT];
	const struct option_row *row;

	fprintf(f, "Usage: sluice %s%s%s [options]\n\n%s\n\nOptions:\n", c->name, c->operands ? " " : "", c->operands ? c->operands : "", c->summary);
	for (unsigned i = 0; (row = command_row(c, i)); i++) {
		snprintf(left, sizeof left, "%s%s%s", row->name, row->argument ? "=" : "", row->argument ? row->argument : "");
		option_help(row, help);
		fprintf(f, "  --%-21s %s\n", left, help);
	}
	fputc('\n', f);
	if (!c->plain)
		help_params(f);
	fputs("Examples:\n", f);
	for (const struct example *e = examples; e->command; e++)
		if (!strcmp(e->command, c->name))
			fprintf(f, "  %s\n      %s\n", e->line, e->help);
	fputs("\nExit status: ", f);
	for (const struct exit_status *e = exit_statuses; e->help; e++)
		fprintf(f, "%u %s%s", e->number, e->help, e[1].help ? ", " : ".\n");
}

bool options_begin(struct options *o, const struct command_line *c, int argc, char *const *argv, int *status)
{
	char why[PARAMS_WHY];

	if (!options_scan(o, c, argc, argv, why)) {
		*status = bad_input("%s", why);
		return false;
	}
	if (o->help) {
		options_help(c, stdout);
		*status = EXIT_OK;
		return false;
	}
	return true;
}

bool options_finish(struct options *o, const struct command_line *c, void *own, int *status)
{
	char why[PARAMS_WHY];

	if (options_config(o, why) && options_read(o, c, own, why))
		return true;
	*status = bad_input("%s", why);
	options_free(o);
	return false;
}

bool options_parse(struct options *o, const struct command_line *c, void *own, int argc, char *const *argv, int *status)
{
	return options_begin(o, c, argc, argv, status) && options_finish(o, c, own, status);
}

void options_quote(const char *word, FILE *f)
{
	const bool plain = *word && !word[strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:@=,+")];

	if (plain) {
		fputs(word, f);
		return;
	}
	fputc('\'', f);
	for (; *word; word++)
		fputs(*word == '\'' ? "'\\''" : (char[]){ *word, '\0' }, f);
	fputc('\'', f);
}

/* " --name value" for a shell; " --name" of a flag. */
static void write_one(const char *name, bool flag, const char *value, FILE *f)
{
	fprintf(f, " --%s%s", name, flag ? "" : " ");
	if (!flag)
		options_quote(value, f);
}

void options_arguments(const struct options *o, const struct command_line *c, enum option_use last, FILE *f)
{
	const struct option_row *row;

	fprintf(f, " %s", c->name);
	for (unsigned i = 0; i < o->operands; i++) {
		fputc(' ', f);
		options_quote(o->operand[i], f);
	}
	if (o->config)
		write_one("config", false, o->config, f);
	for (unsigned i = 0; i < PARAMETERS; i++)
		if (o->param[i])
			write_one(params_table[i].name, false, o->param[i], f);
	for (unsigned i = 0; (row = options_row(c, i)); i++)
		if (row->use <= last && o->value[i] && o->value[i] != o->filed[i])
			write_one(row->name, row->type == OPTION_FLAG, o->value[i], f);
}

void options_again(const struct options *o, const struct command_line *c, enum option_use last, FILE *f)
{
	fputs("sluice", f);
	options_arguments(o, c, last, f);
}
