/*
 * Indices of a unit's registers and memories, ROW_<name>, for what renders them. Included once by the file of a unit, with its table
 * named before: #define UNIT_ROWS "units/mmu.def"
 */
#define ROW_TABLE      UNIT_ROWS
#define ROW_NAME(name) ROW_##name,
enum row {
#include "row_names.h"
};
#undef ROW_TABLE
#undef ROW_NAME
