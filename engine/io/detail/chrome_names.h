#pragma once

#include <array>
#include <cstddef>
#include <string_view>

/// Names in the Chrome traces that we export, which the writer and the reader must agree on.
namespace engine::io::detail {

constexpr std::string_view kGenerator = "Overlap";  ///< value of "generator" in "otherData"
/// Member of the file with the records of the program run: a native file in Base64, as an array of texts.
constexpr std::string_view kRecordsMember = "overlapRecords";

/// Names of the categories of operations, indexed by trace::Kind.
constexpr std::array<std::string_view, 8> kKindWords{"compute",  "backward",  "elementwise", "copy_in",
                                                     "copy_out", "copy_peer", "host",        "collective"};

/// A row of the export that describes the program (waits, epochs). The import creates no operations from its slices.
struct ProgramRow {
    std::string_view name;
    std::string_view category;
};
enum class ProgramThread { Benchmarks, Statements, Issue, Waits, Epochs, Batches };
constexpr std::array<ProgramRow, 6> kProgramRows{{{"Benchmarks", "benchmark"},
                                                  {"Statements", "statement"},
                                                  {"Issue", "issue"},
                                                  {"Waits", "wait"},
                                                  {"Epochs", "epoch"},
                                                  {"Batches", "batch"}}};

[[nodiscard]] constexpr const ProgramRow& rowOf(ProgramThread thread)
{
    return kProgramRows[static_cast<std::size_t>(thread)];
}

}  // namespace engine::io::detail
