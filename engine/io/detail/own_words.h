#pragma once

#include "engine/trace/record.h"

#include <array>
#include <string_view>

/// How our Chrome traces spell what records hold; the export writes these words and the import reads them.
namespace engine::io::detail {

inline constexpr std::array<std::string_view, 7> kKindWords{"compute",  "backward",  "elementwise", "copy_in",
                                                            "copy_out", "copy_peer", "host"};
inline constexpr std::array<std::string_view, 7> kStateWords{"issued", "ready",   "running",  "done",
                                                             "failed", "skipped", "cancelled"};
inline constexpr std::array<std::string_view, 4> kDependencyWords{"RAW", "WAR", "WAW", "stream"};
inline constexpr std::array<std::string_view, 9> kCauseWords{"none",   "issued",   "data",   "stream", "engine",
                                                             "worker", "resource", "memory", "wait"};
inline constexpr std::array<std::string_view, 5> kTargetWords{"all", "device", "stream", "op", "event"};
inline constexpr std::array<std::string_view, 5> kHostMemoryWords{"none", "pageable", "pageable_warm", "pinned",
                                                                  "pinned_pool"};
inline constexpr std::array<std::string_view, 8> kRoleWords{"frontend", "worker",    "compute",    "copy_in",
                                                            "copy_out", "copy_peer", "host_pages", "link"};
inline constexpr std::array<std::string_view, 2> kDeviceWords{"cpu", "gpu"};
inline constexpr std::array<std::string_view, 6> kActWords{"allocate", "hold", "free", "reserve", "release", "refuse"};
inline constexpr std::array<std::string_view, 3> kOutputWords{"standard", "error", "result"};

/// In "otherData": that the arguments hold all that records do, in the first form that does.
inline constexpr std::string_view kRecordsKey = "records";
inline constexpr std::string_view kRecordsForm = "1";
/// Before the number of a later part of the listing, in "otherData": a text is cut off when it is read.
inline constexpr std::string_view kSourceKey = "source ";
/// Argument of a later part of what was printed at once.
inline constexpr std::string_view kMoreKey = "more";
/// Before number and name of a parameter, in "otherData": "parameter 100 n".
inline constexpr std::string_view kParameterKey = "parameter ";

template <typename E, std::size_t N>
[[nodiscard]] std::string_view wordOf(const std::array<std::string_view, N>& words, E value)
{
    return words[static_cast<std::size_t>(value)];
}

/// `otherwise` for a word that is none of them.
template <typename E, std::size_t N>
[[nodiscard]] E meaningOf(const std::array<std::string_view, N>& words, std::string_view word, E otherwise)
{
    for (std::size_t i = 0; i < N; ++i)
        if (words[i] == word)
            return static_cast<E>(i);
    return otherwise;
}

}  // namespace engine::io::detail
