#pragma once

/*
 * How a file is compiled for registers of WIDTH bytes, 64, 32 or 16, as the Makefile says, or for any processor where that says nothing: what stands between WIDE_TARGET_BEGIN and
 * WIDE_TARGET_END may use them, and LANES_BYTES, which units/lanes.h asks for, is WIDTH. Where the compiler knows no such processors, that is 0: what
 * there is for any processor. wide.c asks which of them this one is.
 */
#if defined __x86_64__ && defined __GNUC__
#define WIDE_NAMES_64 "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi,bmi2,lzcnt,popcnt"
#define WIDE_NAMES_32 "avx2,bmi,bmi2,lzcnt,popcnt"
#define WIDE_NAMES_16 "sse4.2,popcnt"
#define WIDE_HAS_X86
#include <immintrin.h>          /* before the first function is compiled for other processors */
#elif defined __aarch64__ && defined __GNUC__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define WIDE_HAS_NEON
#include <arm_neon.h>
#endif

#if defined WIDTH && (defined WIDE_HAS_X86 || (defined WIDE_HAS_NEON && WIDTH == 16))
#define LANES_BYTES WIDTH
#endif

#define WIDE_PRAGMA(text) _Pragma(#text)
#define WIDE_NAMES(width) WIDE_NAMES_OF(width)
#define WIDE_NAMES_OF(width) WIDE_NAMES_##width
#if !defined WIDE_HAS_X86 || !defined WIDTH
#define WIDE_TARGET_BEGIN
#define WIDE_TARGET_END
#elif defined __clang__
#define WIDE_ATTRIBUTE(names) WIDE_PRAGMA(clang attribute push(__attribute__((target(names))), apply_to = function))
#define WIDE_TARGET_BEGIN WIDE_ATTRIBUTE(WIDE_NAMES(WIDTH))
#define WIDE_TARGET_END _Pragma("clang attribute pop")
#else
#define WIDE_TARGET(names) WIDE_PRAGMA(GCC target(names))
#define WIDE_TARGET_BEGIN WIDE_TARGET(WIDE_NAMES(WIDTH))
#define WIDE_TARGET_END
#endif

/* The name of what the file defines: of those, or name_step_plain. */
#define STEP_OF_WIDTH_AS(name, width) name##_step_##width
#define STEP_OF_WIDTH_NAMED(name, width) STEP_OF_WIDTH_AS(name, width)
#if defined WIDTH
#define STEP_OF_WIDTH(name) STEP_OF_WIDTH_NAMED(name, WIDTH)
#else
#define STEP_OF_WIDTH(name) STEP_OF_WIDTH_NAMED(name, plain)
#endif
