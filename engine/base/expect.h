#pragma once

#include <cstdio>
#include <cstdlib>

// Assertions: report violated contracts between functions of this program. Checked in debug and sanitizer builds.
#if !defined(NDEBUG) || defined(OVERLAP_CHECKED)
#define ENGINE_CHECK_IMPL(kind, condition)                                                        \
    do {                                                                                          \
        if (!(condition)) {                                                                       \
            std::fprintf(stderr, "%s:%d: " kind " broken: %s\n", __FILE__, __LINE__, #condition); \
            std::abort();                                                                         \
        }                                                                                         \
    } while (false)
#else
#define ENGINE_CHECK_IMPL(kind, condition) static_cast<void>(sizeof(!(condition)))
#endif

#define ENGINE_EXPECT(condition) ENGINE_CHECK_IMPL("expectation", condition)
#define ENGINE_ENSURE(condition) ENGINE_CHECK_IMPL("guarantee", condition)
