#pragma once

#include "dut.h"
#include "image.h"

/*
 * Finds every register and memory of a switch in Verilator's storage, and compares the registers with
 * the model's image. The image has the layout of those blocks of the RTL's storage that hold registers,
 * so the comparison is a loop over blocks, under a mask of the bytes that belong to registers.
 */
typedef uint64_t probe_block __attribute__((vector_size(32), aligned(16), may_alias));

struct probe_memory {
	const struct image_reg *reg;    /* its read register, which says where it stands */
	unsigned words, width, bytes;   /* bytes: from one word to the next */
	uint8_t *data;
	const uint8_t *wen, *waddr;     /* its write port */
	unsigned waddr_bytes;
};

struct probe {
	struct image *image;            /* rendered by the model, owned by the probe */
	void **storage;                 /* of each image register */
	unsigned n_blocks;              /* of image and mask ... */
	const probe_block **rtl;        /* ... and the storage that each is compared with */
	probe_block *mask;
	unsigned learned;               /* what the image knew when the mask was made: a memory's read register is compared once it is known */
	unsigned n_memories;
	struct probe_memory *memories;  /* site by site, row by row, instance by instance */
	uint64_t register_bits, memory_bits;
};

/* top: name of the top module. Returns false if a register, a memory or its write port is missing or has another width in the RTL; why names it. */
bool probe_find(struct probe *p, const struct shape *s, const struct dut *d, const char *top, char why[DUT_WHY]);
void probe_free(struct probe *p);

/* Every register of the RTL equals the image. */
bool probe_equal(struct probe *p);

/* Two images in this layout show the same, as far as it is known. */
bool probe_same(const struct probe *p, const uint32_t *a, const uint32_t *b);

/* Have the RTL hold what the image shows, as far as that is known. */
void probe_write(const struct probe *p);

/* One register, as words. */
void probe_register(const struct probe *p, unsigned reg, uint32_t *words);
bool probe_register_equal(const struct probe *p, unsigned reg);
/* Does the memory's write port write at the end of the cycle? *address: where. */
bool probe_writes(const struct probe_memory *m, unsigned *address);
void probe_word(const struct probe_memory *m, unsigned address, uint32_t *words);

/* Storage and width of a register by its name, or of a memory's word ("...data_mem[12]"). Returns false if there is none. */
bool probe_lookup(const struct probe *p, const char *name, uint8_t **storage, unsigned *width);
/* The same width by the tables alone, without RTL. */
bool probe_width(const struct shape *s, const char *name, unsigned *width);
