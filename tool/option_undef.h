/* Ends the macros of option_members.h and option_rows.h. */
#undef NUMBER
#undef REAL
#undef CHOICE
#undef FLAG
#undef TEXT
#undef NUMBER_OR
#undef REAL_OR
#undef CHOICE_OR
