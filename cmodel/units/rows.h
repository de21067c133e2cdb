/*
 * Indices of a unit's registers and memories, ROW_<name>, for what renders them. Included once by the file of a unit, with its table
 * named before: #define UNIT_ROWS "units/mmu.def"
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
