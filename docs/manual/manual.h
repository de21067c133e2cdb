#pragma once

#include "commands.h"
#include "study/tradeoff_setup.h"

/* The pages of the manual and the completion of shells, each written to stdout. */

/* The command line of a command as it is when it runs: that of tradeoff has more options then, and is made here. */
const struct command_line *whole_line(const struct command *c, struct tradeoff_line *room);

void program_page(const char *date);
void command_page(const struct command *c, const char *date);
void parameters_page(const char *date);

void bash_completion(void);
void zsh_completion(void);
