/* The members of a struct of options, included inside of it: OPTION_FILE is the .def. */
#define NUMBER(id, ...) uint64_t id;
#define REAL(id, ...) double id;
#define CHOICE(id, ...) unsigned id;
#define FLAG(id, ...) bool id;
#define TEXT(id, ...) const char *id;
#define NUMBER_OR NUMBER
#define REAL_OR REAL
#define CHOICE_OR CHOICE
#include OPTION_FILE
#undef NUMBER
#undef REAL
#undef CHOICE
#undef TEXT
#define NUMBER FLAG
#define REAL FLAG
#define CHOICE FLAG
#define TEXT FLAG
/* Which of them were set, and not left at their defaults. */
struct {
#include OPTION_FILE
} given;
#include "option_undef.h"
