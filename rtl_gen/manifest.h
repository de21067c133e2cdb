#ifndef MANIFEST_H
#define MANIFEST_H

#include "rtl_gen.h"

/*
 * manifest.json of a generated switch: what is in it, for programs that integrate,
 * place memories or estimate area. Bits count all instances. NULL: out of memory. The caller frees it.
 */
char *manifest_text(const struct params *p, const struct rtl_files *files);

#endif
