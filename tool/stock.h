#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Memory of several things that ends at once. All zero: there is none so far. */
struct stock {
	struct stock_block *last;
	bool lacking;                   /* memory was short once */
};

/* An array of so many elements of a size, all bytes 0. And a copy of so many bytes of text, with a NUL behind it. NULL: memory is short. */
void *stock_array(struct stock *, size_t n, size_t size);
char *stock_text(struct stock *, const char *text, size_t n);

/* One more element for an array that grows by this alone, and moves; `array` is where the pointer to it is, NULL at first. False: memory is short, or there are 2^30. */
bool stock_push(struct stock *, void *array, uint32_t *n, const void *element, size_t size);

/* Frees all of it; whether it was short is still known. */
void stock_free(struct stock *);
