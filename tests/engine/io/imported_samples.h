#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

/// Traces as other programs write them, made up here: their shape, not their content, is what tests look at.
namespace tests {

/// PyTorch's profiler: `steps` steps of `layers` layers, forward and backward (two host threads), on stream 7, with
/// copies in on stream 9, memory, ranges, Python functions, and a synchronisation a step. About 30 events a layer.
[[nodiscard]] std::string kinetoTrace(int steps, int layers);

/// How many kernels, copies and fills it has.
[[nodiscard]] std::size_t kinetoDeviceWork(int steps, int layers);

/// An SQLite export of Nsight Systems of the same kind; `products` kernels on GPU 0 and GPU 1 each, a copy of each.
/// False if it cannot be written.
bool writeNsightExport(const std::filesystem::path& path, int products);

/// Runs SQL in a database, made where it is not there.
bool runSql(const std::filesystem::path& path, const std::string& sql);

}  // namespace tests
