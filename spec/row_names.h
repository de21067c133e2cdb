/*
 * Reads a table for who wants the names of its registers and memories alone: ROW_TABLE is the table, ROW_NAME(name) what becomes of
 * each; a register of an instance has its name in front. No guard: included for each reading.
 */
#define WHEN(condition)
#define MOST(value)
#define REG(name, ...)              ROW_NAME(name)
#define REG_OF(instance, name, ...) ROW_NAME(instance##_##name)
#define PIN(name, ...)              ROW_NAME(name)
#define MEM(name, ...)              ROW_NAME(name)
#define MASKED_MEM(name, ...)       ROW_NAME(name)
#include ROW_TABLE
#undef WHEN
#undef MOST
#undef REG
#undef REG_OF
#undef PIN
#undef MEM
#undef MASKED_MEM
