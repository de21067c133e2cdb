/*
 * Indices ROW_<name> of a unit's registers and memories, for its image functions. The C file of the unit includes this once, after it
 * has named its table: #define UNIT_ROWS "units/mmu.def"
 */
enum row {
#define IN(name, width, help)
#define OUT(name, width, help)
#define REG(name, width, reset, help) ROW_##name,
#define MEM(name, words, width, help) ROW_##name,
#include UNIT_ROWS
#undef IN
#undef OUT
#undef REG
#undef MEM
};
