#include "engine/io/detail/collective_names.h"

#include <array>
#include <string>
#include <utility>

namespace engine::io::detail {

bool containsWord(std::string_view name, std::string_view word)
{
    std::string plain;
    for (const char c : name)
        if (c != '_')
            plain.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
    return plain.find(word) != std::string::npos;
}

std::optional<trace::CollectiveKind> collectiveIn(std::string_view name)
{
    using enum trace::CollectiveKind;
    // Words that contain another word come before it: "allreduce" before "reduce".
    constexpr std::array<std::pair<std::string_view, trace::CollectiveKind>, 9> kWords{{
        {"allreduce", AllReduce},
        {"reducescatter", ReduceScatter},
        {"allgather", AllGather},
        {"alltoall", AllToAll},
        {"broadcast", Broadcast},
        {"barrier", Barrier},
        {"scatter", Scatter},
        {"gather", Gather},
        {"reduce", Reduce},
    }};
    for (const auto& [word, kind] : kWords)
        if (containsWord(name, word))
            return kind;
    return std::nullopt;
}

bool isCollective(std::string_view name)
{
    const bool isOfLibrary = name.starts_with("nccl") || name.starts_with("gloo:") || name.starts_with("mpi:");
    return isOfLibrary && !containsWord(name, "sendrecv") && !containsWord(name, "coalesced");
}

}  // namespace engine::io::detail
