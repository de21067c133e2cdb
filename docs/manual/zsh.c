#include "offer.h"

/* The script: a list of _arguments for each command; zsh does the rest. */

/* Inside of single quotes, and there of brackets. */
static void put_help(const char *help)
{
	for (; *help; help++)
		switch (*help) {
		case '\'': fputs("'\\''", stdout); break;
		case '[': case ']': case '\\': case ':': printf("\\%c", *help); break;
		default: putchar(*help); break;
		}
}

static void put_action(const struct offer *o)
{
	switch (o->kind) {
	case OFFER_FILE: fputs("_files", stdout); break;
	case OFFER_DIRECTORY: fputs("_directories", stdout); break;
	case OFFER_PROGRAM: fputs("_command_names -e", stdout); break;
	case OFFER_WORDS: printf("(%s)", o->words); break;
	case OFFER_LIST: printf("_sequence compadd - %s", o->words); break;
	default: putchar(' '); break;
	}
}

/* Dash and underscore of parameters are the same to the command; the dash is offered. */
static void put_option(const char *name, const char *help, const char *argument, const struct offer *o)
{
	printf("\t\t'--%s%s[", name, argument ? "=" : "");
	put_help(help);
	putchar(']');
	if (argument) {
		putchar(':');
		put_help(argument);
		putchar(':');
		put_action(o);
	}
	puts("'");
}

static void parameters(void)
{
	struct param_text t;

	puts("\tparameters=(");
	for (const struct param_desc *d = params_table; d < params_table + PARAMETERS; d++) {
		const struct offer o = offer_of_param(d);

		params_describe(d, &t);
		put_option(t.option, d->help, t.argument, &o);
	}
	puts("\t)");
}

static void operands(const struct command_line *line)
{
	if (!line->operands)
		return;
	if (operands_files(line->operands)) {
		puts("\t\t'*:FILE:_files'");
		return;
	}
	fputs("\t\t'1:WHAT:(", stdout);
	print_operands(line->operands);
	fputs(")' '*:NAME:(", stdout);
	print_names();
	puts(")'");
}

static void arguments(const struct command *c)
{
	const struct option_row *row;
	const struct command_line *const line = c->line;

	printf("\t%s) options=(\n", c->name);
	for (unsigned i = 0; (row = command_row(line, i)); i++) {
		const struct offer o = offer_of_option(row);

		put_option(row->name, row->help, row->argument, &o);
	}
	operands(line);
	puts(line->plain ? "\t\t) ;;" : "\t\t$parameters) ;;");
}

void zsh_completion(void)
{
	puts("#compdef sluice\n# Completion of sluice in zsh. Written from its tables of options.\n\n"
	     "_sluice() {\n"
	     "\tlocal curcontext=$curcontext state line ret=1\n"
	     "\tlocal -a commands options parameters\n"
	     "\ttypeset -A opt_args\n\n"
	     "\tcommands=(");
	for (const struct command *c = commands; c->name; c++) {
		printf("\t\t'%s:", c->name);
		put_help(c->help);
		puts("'");
	}
	puts("\t)\n\toptions=(");
	for (const struct option_row *row = program_rows; row->name; row++)
		put_option(row->name, row->help, NULL, NULL);
	puts("\t)\n"
	     "\t_arguments -C $options '1:command:->command' '*::argument:->argument' && ret=0\n"
	     "\tif [[ $state = command ]]; then\n"
	     "\t\t_describe -t commands command commands && ret=0\n"
	     "\tfi\n"
	     "\t[[ $state = argument ]] || return ret");
	parameters();
	puts("\tcurcontext=${curcontext%:*:*}:sluice-$line[1]:\n"
	     "\tcase $line[1] in");
	for (const struct command *c = commands; c->name; c++)
		arguments(c);
	puts("\t*) return 1 ;;\n\tesac\n"
	     "\t_arguments $options && ret=0\n"
	     "\treturn ret\n"
	     "}\n\n"
	     "_sluice \"$@\"");
}
