#pragma once

#include "network_state.h"

/* Memory of a network: blocks for arrays; and for switches, their states, their slots, and what only images show. */

/* Allocate zeroed memory, aligned to a cache line. Pages take no memory until they are touched. NULL: out of memory. */
void *network_take(struct network *, size_t count, size_t size);

/*
 * Likewise, so many bytes for each bank. which: 0 or 1, of two such arrays. It has room for banks of other processes, too, but what is not touched takes no memory.
 * NULL: the banks in use need more than the machine has.
 */
void *network_take_sparse(struct network *, unsigned which, size_t each);

/* Ask for large pages for all of these bytes: in a large network consecutive accesses are on different pages. */
void network_enlarge_pages(void *at, size_t bytes);

/*
 * Reserve large pages for the banks of a kind. A large page takes memory as a whole, so in a large network equal slots of all of them are side by side: of the
 * first few slots, in large pages. Then, room for the next bank; false: it has memory of its own.
 */
void network_room(struct network *, enum kind);
bool network_next_bank(struct network *, enum kind, struct switch_room *);

/* Free all of that. */
void network_free_memory(struct network *);
