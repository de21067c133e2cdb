#pragma once

#include "commands.h"

/* The pages of the manual and the completion of shells, each written to stdout. */

void program_page(const char *date);
void command_page(const struct command *c, const char *date);
void parameters_page(const char *date);

void bash_completion(void);
void zsh_completion(void);
