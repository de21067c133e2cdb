#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A hash that only who has the key can compute: SipHash-2-4 (Aumasson, Bernstein 2012), of whole words of 64 bits. What has the hash behind it
 * was written by somebody with the key.
 */
struct keyed_hash {
	uint64_t v[4], words;
};

struct keyed_hash keyed_hash_begin(const uint64_t key[2]);
void keyed_hash_add(struct keyed_hash *, const void *words, size_t bytes);
uint64_t keyed_hash_end(struct keyed_hash);

/*
 * The key of this user, in a file that no other user can read: ${XDG_CONFIG_HOME}/sluice/<name>, or the same below ~/.config; 16 bytes. `make`: it is
 * made if there is none. False: why.
 */
enum { KEY_WHY = 256 };
bool user_key(const char *name, bool make, uint64_t key[2], char why[KEY_WHY]);
