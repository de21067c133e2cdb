#include "manual.h"

#include "roff.h"

#include <string.h>

enum { COMMANDS_OF_USERS = 1, MISCELLANEA = 7 };        /* sections of the manual */

static const struct file_of {
	const char *page, *path, *help;
} files[] = {
#define FILE_OF(page, path, help) { page, path, help },
#include "files.def"
#undef FILE_OF
};

static const char parameters[] = "parameters";

static void begin(const char *page, unsigned section, const char *help, const char *date)
{
	roff_title(page, section, date);
	roff_section("NAME");
	printf("sluice%s%s \\- ", *page ? "\\-" : "", page);
	roff_text(help);
	putchar('\n');
}

static void synopsis(const char *command, const char *arguments)
{
	roff_section("SYNOPSIS");
	printf("\\fBsluice%s%s\\fR ", *command ? " " : "", command);
	roff_text(arguments);
	putchar('\n');
}

/* A label and what follows it, as a sentence; nothing, if that is empty. */
static void sentence(const char *label, const char *text)
{
	if (!*text)
		return;
	printf("%s: ", label);
	roff_text(text);
	fputs(".\n", stdout);
}

static void help_of(const char *help)
{
	roff_text(help);
	fputs(".\n", stdout);
}

static void option_item(const struct option_row *row)
{
	char name[2 + PARAMS_WORD], text[OPTION_TEXT];

	snprintf(name, sizeof name, "--%s", row->name);
	roff_item(name, row->argument ? row->argument : "");
	help_of(row->help);
	if (row->type == OPTION_FLAG)
		return;
	option_default_text(row, text, sizeof text);
	sentence("Default", text);
	option_range_text(row, text, sizeof text);
	sentence("Values", text);
}

static void exit_section(void)
{
	char number[4];

	roff_section("EXIT STATUS");
	for (const struct exit_status *e = exit_statuses; e->help; e++) {
		snprintf(number, sizeof number, "%u", e->number);
		roff_item(number, "");
		roff_text(e->help);
		fputs(*e->causes ? ": " : "", stdout);
		roff_text(e->causes);
		puts(".");
	}
}

static void files_section(const char *page)
{
	bool begun = false;

	for (const struct file_of *f = files; f < files + sizeof files / sizeof *files; f++) {
		if (strcmp(f->page, page) != 0)
			continue;
		if (!begun)
			roff_section("FILES");
		begun = true;
		roff_item(f->path, "");
		help_of(f->help);
	}
}

/* NULL: one of each command is enough. */
static void examples_section(const char *command)
{
	const char *before = "";

	roff_section("EXAMPLES");
	for (const struct example *e = examples; e->command; e++) {
		if (command ? strcmp(e->command, command) != 0 : !strcmp(e->command, before))
			continue;
		before = e->command;
		roff_item(e->line, "");
		help_of(e->help);
	}
}

/* Other pages: those of all commands, or that of the program; and where there is more. */
static void see_also(bool all_commands, bool with_parameters)
{
	roff_section("SEE ALSO");
	if (all_commands)
		for (const struct command *c = commands; c->name; c++)
			roff_page_name(c->name, COMMANDS_OF_USERS, c[1].name || with_parameters ? "," : "");
	else
		roff_page_name("", COMMANDS_OF_USERS, with_parameters ? "," : "");
	if (with_parameters)
		roff_page_name(parameters, MISCELLANEA, "");
	roff_paragraph("The user guide, and a page on each command, are installed in share/doc/sluice/docs.");
}

void program_page(const char *date)
{
	char option[2 + PARAMS_WORD];

	begin("", COMMANDS_OF_USERS, program_name_help, date);
	synopsis("", "COMMAND [options]");
	roff_section("DESCRIPTION");
	roff_text(program_summary);
	putchar('\n');
	roff_section("COMMANDS");
	for (const struct command *c = commands; c->name; c++) {
		roff_item(c->name, "");
		roff_text(c->help);
		puts(":");
		roff_page_name(c->name, COMMANDS_OF_USERS, ".");
	}
	roff_section("OPTIONS");
	for (const struct option_row *row = program_rows; row->name; row++) {
		snprintf(option, sizeof option, "--%s", row->name);
		roff_item(option, "");
		help_of(row->help);
	}
	exit_section();
	files_section("sluice");
	examples_section(NULL);
	see_also(true, true);
}

void command_page(const struct command *c, const char *date)
{
	const struct command_line *line = c->line;
	const struct option_row *row;
	char arguments[256];

	begin(c->name, COMMANDS_OF_USERS, c->help, date);
	snprintf(arguments, sizeof arguments, "%s%s[options]", line->operands ? line->operands : "", line->operands ? " " : "");
	synopsis(c->name, arguments);
	roff_section("DESCRIPTION");
	roff_text(line->summary);
	putchar('\n');
	roff_section("OPTIONS");
	for (unsigned i = 0; (row = command_row(line, i)); i++)
		option_item(row);
	if (!line->plain) {
		roff_paragraph("Each parameter of a switch is an option too, and overrides the file of `--config`:");
		roff_page_name(parameters, MISCELLANEA, ".");
	}
	exit_section();
	files_section(c->name);
	examples_section(c->name);
	see_also(false, !line->plain);
}

static void choices(const struct param_desc *d)
{
	if (d->type != PARAM_CHOICE || !d->helps[0])
		return;
	puts(".RS");
	for (unsigned i = 0; i <= d->max; i++) {
		roff_item(d->texts[i], "");
		help_of(d->helps[i]);
	}
	puts(".RE");
}

void parameters_page(const char *date)
{
	char name[2 + sizeof((struct param_text *)0)->option];
	struct param_text t;

	begin(parameters, MISCELLANEA, "parameters of switches", date);
	roff_section("DESCRIPTION");
	roff_text(params_about);
	putchar('\n');
	roff_section("PARAMETERS");
	for (const struct param_desc *d = params_table; d < params_table + PARAMETERS; d++) {
		params_describe(d, &t);
		snprintf(name, sizeof name, "--%s", t.option);
		roff_item(name, t.argument);
		help_of(d->help);
		sentence("Default", t.value);
		sentence("Range", t.range);
		sentence("Schemes", t.schemes);
		choices(d);
	}
	roff_section("CONSTRAINTS");
	for (unsigned i = 0; i < params_rules_count; i++) {
		fputs(i ? ".br\n" : "", stdout);
		roff_text(params_rules[i]);
		putchar('\n');
	}
	roff_section("WHAT FOLLOWS");
	roff_text(params_followed_about);
	putchar('\n');
	for (unsigned i = 0; i < params_followed_count; i++)
		if (params_followed[i]) {
			fputs(".br\n", stdout);
			roff_text(params_followed[i]);
			putchar('\n');
		}
	files_section(parameters);
	see_also(false, false);
}
