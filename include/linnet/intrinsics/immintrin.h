/* Stands before the compiler's immintrin.h: see linnet_persistence.h. */
#ifdef LINNET_IN_INTRINSICS
#include_next <immintrin.h>
#else
#define LINNET_IN_INTRINSICS
#include_next <immintrin.h>
#include_next <immintrin.h>
#undef LINNET_IN_INTRINSICS
#include "linnet_persistence.h"
#endif
