/* Stands before the compiler's x86intrin.h: see linnet_persistence.h. */
#ifdef LINNET_IN_INTRINSICS
#include_next <x86intrin.h>
#else
#define LINNET_IN_INTRINSICS
#include_next <x86intrin.h>
#include_next <immintrin.h>
#undef LINNET_IN_INTRINSICS
#include "linnet_persistence.h"
#endif
