/*
 * Indices TABLE_<name> of the rows of a unit's whole table, ports included, by which observers name memories. The C file of the unit includes this
 * once, after it has named its table, as for rows.h.
 */
#define WHEN(condition)
#define IN(name, ...)  TABLE_IN_##name,
#define OUT(name, ...) TABLE_OUT_##name,
#define REG(name, ...) TABLE_##name,
#define MEM(name, ...) TABLE_##name,
enum table {
#include UNIT_ROWS
};
#undef WHEN
#undef IN
#undef OUT
#undef REG
#undef MEM
