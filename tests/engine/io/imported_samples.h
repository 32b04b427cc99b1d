#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

/// Generated traces in the formats of other programs. Tests depend on their structure, not on their content.
namespace tests {

/// Returns a trace as PyTorch's profiler writes it: `steps` steps of `layers` layers, forward and backward (two host
/// threads), on stream 7, with copies to the device on stream 9, memory, ranges, Python functions, and a
/// synchronisation per step. 22 events per layer and step, and about 12 more per step.
[[nodiscard]] std::string kinetoTrace(int steps, int layers);

/// Returns the number of kernels, copies and fills in the trace of kinetoTrace().
[[nodiscard]] std::size_t kinetoDeviceWork(int steps, int layers);

/// Writes an SQLite export of Nsight Systems with `products` kernels on each of GPU 0 and GPU 1 and one copy per
/// kernel. Returns false if the file cannot be written.
bool writeNsightExport(const std::filesystem::path& path, int products);

/// Runs SQL in a database; creates the database if it does not exist.
bool runSql(const std::filesystem::path& path, const std::string& sql);

}  // namespace tests
