#pragma once

/// Loops over floats that vectors of eight make faster than vectors of four are compiled twice: for any processor, and
/// for one with AVX2. The program chooses when it starts. Both have the same results, since products and sums are not
/// fused. Not with a sanitizer, whose functions the choice would call before they are ready.
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define OVERLAP_WIDE_VECTORS 1
/// Compiles the same function for both.
#define OVERLAP_FOR_EACH_WIDTH [[gnu::target_clones("default", "avx2")]]
#else
#define OVERLAP_WIDE_VECTORS 0
#define OVERLAP_FOR_EACH_WIDTH
#endif
