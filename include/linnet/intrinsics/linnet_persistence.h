/* The intrinsics that write back cache lines, order that, or store past the cache, as calls of Linnet's: compilers give
 * no hook for these instructions. The wrappers beside this file (emmintrin.h, ...) come before the compiler's headers of
 * the same names, include those first, and then this. Inline assembler is not seen. */
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
void linnet_clwb(const void* address);
void linnet_clflush(const void* address);
void linnet_sfence(void);
void linnet_stream(void* to, const void* from, size_t size);
#ifdef __cplusplus
}
#endif

#define LINNET_STREAM(type, to, value)                             \
  __extension__({                                                  \
    type linnet_streamed = (value);                                \
    linnet_stream((to), &linnet_streamed, sizeof linnet_streamed); \
  })

#define _mm_clflush(address) linnet_clflush(address)
#define _mm_clflushopt(address) linnet_clwb(address)
#define _mm_clwb(address) linnet_clwb(address)
#define _mm_sfence() linnet_sfence()
#define _mm_mfence() linnet_sfence()
#define _mm_stream_si32(to, value) LINNET_STREAM(int, to, value)
#define _mm_stream_si64(to, value) LINNET_STREAM(long long, to, value)
#define _mm_stream_si128(to, value) LINNET_STREAM(__m128i, to, value)
#define _mm_stream_ps(to, value) LINNET_STREAM(__m128, to, value)
#define _mm_stream_pd(to, value) LINNET_STREAM(__m128d, to, value)
#define _mm256_stream_si256(to, value) LINNET_STREAM(__m256i, to, value)
#define _mm256_stream_ps(to, value) LINNET_STREAM(__m256, to, value)
#define _mm256_stream_pd(to, value) LINNET_STREAM(__m256d, to, value)
