#ifndef WIDE_TARGET_H
#define WIDE_TARGET_H

/* WIDE_TARGET: the compiler knows processors with registers of 64 bytes. What follows WIDE_TARGET_BEGIN is compiled for them; wide.c
 * asks whether this is one. */
#if defined __x86_64__ && defined __GNUC__ && !defined __clang__
#define WIDE_TARGET
#define WIDE_TARGET_BEGIN _Pragma("GCC target(\"avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi,bmi2,lzcnt,popcnt\")")
#endif

#endif
