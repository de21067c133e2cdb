#pragma once

#include "option.h"

/*
 * Several values of one option: "0.1,0.2", "1..5" (whole steps), "0.1..1:0.1" (first, last, step), and several of these joined by commas. Blanks
 * around a value do not count.
 */
bool value_list_is(const char *text);

/* The values one by one, as words between blanks, each as option_set() reads it: "0.1 0.2". Returns their number, at most `most`; 0: why not. */
unsigned value_list_words(const char *text, char *words, size_t size, unsigned most, char why[OPTION_WHY]);

/* Is a word of n characters one of the words? */
bool value_list_has(const char *words, const char *word, size_t n);
