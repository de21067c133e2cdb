/*
 * Indices ROW_<name> of a unit's registers and memories, for its image functions. The C file of the unit includes this once, after it
 * has named its table: #define UNIT_ROWS "units/mmu.def"
 */
#define ROW_TABLE      UNIT_ROWS
#define ROW_NAME(name) ROW_##name,
enum row {
#include "row_names.h"
};
#undef ROW_TABLE
#undef ROW_NAME
