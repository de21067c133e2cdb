#pragma once

#include "manual.h"

/* What a shell can offer for the value of an option. */
struct offer {
	enum offer_kind { OFFER_NONE, OFFER_ANY, OFFER_FILE, OFFER_DIRECTORY, OFFER_PROGRAM, OFFER_WORDS, OFFER_LIST } kind;
	char words[OPTION_TEXT];        /* of WORDS, and of LIST, which takes several with commas; blanks between them */
};

struct offer offer_of_option(const struct option_row *row);
struct offer offer_of_param(const struct param_desc *d);

/* Are they files, and no words? */
bool operands_files(const char *operands);

/*
 * Operands, as a command line describes them: "list | run NAME...", alternatives that begin with a word; after it, names may follow. Calls use()
 * for each.
 */
void operands_each(const char *operands, void (*use)(const char *word, bool named));

/* The first words of all alternatives, and what NAME may be, with blanks between them. */
void print_operands(const char *operands);
void print_names(void);
