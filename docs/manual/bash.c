#include "offer.h"

/*
 * The script: _sluice_option COMMAND OPTION sets `kind` and `words` for the value of an option, _sluice_operands WORD... sets `words` for what
 * may follow WORD... without dashes, and _sluice is called by bash. bash makes words of a line its own way: "=" is one, or inside of one.
 */
static const char script[] =
	"_sluice()\n"
	"{\n"
	"\tlocal cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} glued= listed= kind words IFS=$' \\t\\n'\n"
	"\n"
	"\tCOMPREPLY=()\n"
	"\tif [ \"$COMP_CWORD\" -le 1 ]; then\n"
	"\t\tCOMPREPLY=($(compgen -W \"$_sluice_commands\" -- \"$cur\"))\n"
	"\t\treturn\n"
	"\tfi\n"
	"\tif [ \"$cur\" = = ]; then\n"
	"\t\tcur=\n"
	"\telif [ \"$prev\" = = ]; then\n"
	"\t\tprev=${COMP_WORDS[COMP_CWORD-2]}\n"
	"\telif [[ $cur == --*=* ]]; then\n"
	"\t\tprev=${cur%%=*} glued=$prev= cur=${cur#*=}\n"
	"\tfi\n"
	"\tkind=none words=\n"
	"\tif [[ $prev == --* ]]; then\n"
	"\t\t_sluice_option \"$command\" \"${prev//_/-}\"\n"
	"\tfi\n"
	"\tif [ $kind = list ] && [[ $cur == *,* ]]; then\n"
	"\t\tlisted=${cur%,*}, cur=${cur##*,}\n"
	"\tfi\n"
	"\tif [ $kind = none ] && [[ $cur != -* ]]; then\n"
	"\t\t_sluice_operands \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"\n"
	"\tfi\n"
	"\tcase $kind in\n"
	"\tfile) mapfile -t COMPREPLY < <(compgen -f -- \"$cur\") ;;\n"
	"\tdirectory) mapfile -t COMPREPLY < <(compgen -d -- \"$cur\") ;;\n"
	"\tprogram) mapfile -t COMPREPLY < <(compgen -c -- \"$cur\") ;;\n"
	"\twords | list) COMPREPLY=($(compgen -P \"$listed\" -W \"$words\" -- \"$cur\")) ;;\n"
	"\tnone)\n"
	"\t\t[ -n \"$words\" ] || _sluice_options \"$command\"\n"
	"\t\tCOMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
	"\t\t;;\n"
	"\tesac\n"
	"\tif [ $kind = file ] || [ $kind = directory ]; then\n"
	"\t\tcompopt -o filenames 2>/dev/null\n"
	"\tfi\n"
	"\tCOMPREPLY=(\"${COMPREPLY[@]/#/$glued}\")\n"
	"}\n"
	"complete -F _sluice sluice";

static void words_of_parameters(void)
{
	struct param_text t;

	for (const struct param_desc *d = params_table; d < params_table + PARAMETERS; d++) {
		params_describe(d, &t);
		printf("--%s ", t.option);
	}
}

static void options_function(void)
{
	const struct option_row *row;

	puts("# The options of a command, in `words`.\n_sluice_options()\n{\n\tcase $1 in");
	for (const struct command *c = commands; c->name; c++) {
		printf("\t%s) words='", c->name);
		for (unsigned i = 0; (row = command_row(c->line, i)); i++)
			printf("%s--%s", i ? " " : "", row->name);
		printf("%s ;;\n", c->line->plain ? "'" : " '$_sluice_parameters");
	}
	puts("\tesac\n}\n");
}

/* command: "*" is all of them. */
static void value_arm(const char *command, const char *name, const struct offer *o)
{
	static const char *const kinds[] = {
		[OFFER_NONE] = "none", [OFFER_ANY] = "any", [OFFER_FILE] = "file", [OFFER_DIRECTORY] = "directory", [OFFER_PROGRAM] = "program",
		[OFFER_WORDS] = "words", [OFFER_LIST] = "list",
	};

	printf("\t%s:--%s) kind=%s", command, name, kinds[o->kind]);
	if (*o->words)
		printf(" words='%s'", o->words);
	puts(" ;;");
}

static void values_of_command(const struct command *c)
{
	const struct option_row *row;

	for (unsigned i = 0; (row = command_row(c->line, i)); i++) {
		const struct offer o = offer_of_option(row);

		if (o.kind != OFFER_ANY)
			value_arm(c->name, row->name, &o);
	}
}

static void option_function(void)
{
	struct param_text t;

	puts("# What the value of an option is: `kind`, and of words `words`.\n_sluice_option()\n{\n\tkind=any\n\tcase $1:$2 in");
	for (const struct command *c = commands; c->name; c++)
		values_of_command(c);
	for (const struct param_desc *d = params_table; d < params_table + PARAMETERS; d++) {
		const struct offer o = offer_of_param(d);

		params_describe(d, &t);
		if (o.kind != OFFER_ANY)
			value_arm("*", t.option, &o);
	}
	puts("\tesac\n}\n");
}

static void operand_arm(const char *word, bool named)
{
	printf("\t\t\t%s) words='", word);
	if (named)
		print_names();
	puts("' ;;");
}

static void operands_function(void)
{
	puts("# What may follow a command and these words without dashes: `words`, or `kind`.\n_sluice_operands()\n{\n\tlocal word\n\n\tcase $1 in");
	for (const struct command *c = commands; c->name; c++) {
		if (!c->line->operands)
			continue;
		if (operands_files(c->line->operands)) {
			printf("\t%s) kind=file ;;\n", c->name);
			continue;
		}
		printf("\t%s)\n\t\twords='", c->name);
		print_operands(c->line->operands);
		puts("'\n\t\tfor word in \"${@:2}\"; do\n\t\t\tcase $word in");
		operands_each(c->line->operands, operand_arm);
		puts("\t\t\tesac\n\t\tdone\n\t\t;;");
	}
	puts("\tesac\n}\n");
}

void bash_completion(void)
{
	puts("# Completion of sluice in bash. Written from its tables of options.\n");
	fputs("_sluice_commands='", stdout);
	for (const struct command *c = commands; c->name; c++)
		printf("%s ", c->name);
	for (const struct option_row *row = program_rows; row->name; row++)
		printf("--%s%s", row->name, row[1].name ? " " : "'\n");
	fputs("_sluice_parameters='", stdout);
	words_of_parameters();
	puts("'\n");
	options_function();
	option_function();
	operands_function();
	puts(script);
}
