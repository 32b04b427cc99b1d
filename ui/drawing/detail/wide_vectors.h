#pragma once

/// Loops over floats that vectors of eight make faster than vectors of four are compiled twice: for any processor, and
/// for one with AVX2. The program chooses when it starts. Both have the same results, since products and sums are not
/// fused.
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__)
#define OVERLAP_WIDE_VECTORS 1
/// Compiles the same function for both.
#define OVERLAP_FOR_EACH_WIDTH [[gnu::target_clones("default", "avx2")]]
#else
#define OVERLAP_WIDE_VECTORS 0
#define OVERLAP_FOR_EACH_WIDTH
#endif
