/* Stands before the compiler's emmintrin.h: see linnet_persistence.h. */
#ifdef LINNET_IN_INTRINSICS
#include_next <emmintrin.h>
#else
#define LINNET_IN_INTRINSICS
#include_next <emmintrin.h>
#include_next <immintrin.h>
#undef LINNET_IN_INTRINSICS
#include "linnet_persistence.h"
#endif
