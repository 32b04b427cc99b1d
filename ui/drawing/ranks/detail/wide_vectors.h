#pragma once

/// Compiles some loops over floats twice, for any processor and for AVX2, because they are faster with vectors of eight
/// floats than with vectors of four. The version is selected when the program starts. Both versions have the same
/// results, since products and sums are not fused. Disabled with a sanitizer: the selection would call the sanitizer's
/// functions before they are initialised.
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define OVERLAP_WIDE_VECTORS 1
/// Compiles a function twice: for any processor, and for AVX2.
#define OVERLAP_FOR_EACH_WIDTH [[gnu::target_clones("default", "avx2")]]
#else
#define OVERLAP_WIDE_VECTORS 0
#define OVERLAP_FOR_EACH_WIDTH
#endif
