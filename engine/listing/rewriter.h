#pragma once

#include "engine/listing/replaced_numbers.h"
#include "engine/listing/sync_point.h"

#include <pybind11/pybind11.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

/// What the Python package overlap_listing does, for C++. Threads: any that holds the interpreter's lock.
namespace engine::listing {

/// What a run changes in a listing.
struct Rewriting {
    std::string source;
    std::string file;          ///< name in tracebacks
    const char* dialect = "";  ///< "torch" or "mxnet"
    std::vector<int> off;      ///< lines whose waits are removed
    std::vector<int> on;       ///< lines whose waits are added
    Literals literals;
    std::string imports;  ///< put before a listing that imports nothing
};

/// A listing that is ready to run.
struct Instrumented {
    pybind11::object code;
    std::vector<StatementText> statements;
    std::map<std::int32_t, std::string> calls;  ///< the first wait of a line
};

/// Both throw pybind11::error_already_set; isAboutTheListing() tells errors of the listing from errors of ours.
[[nodiscard]] std::vector<SyncPoint> findSyncPoints(const std::string& source, const char* dialect);
[[nodiscard]] Instrumented instrument(const Rewriting& rewriting);

/// The listing is not Python, or not Unicode.
[[nodiscard]] bool isAboutTheListing(const pybind11::error_already_set& error);
/// Of an error for which isAboutTheListing() is true.
[[nodiscard]] SyntaxProblem problemOf(const pybind11::error_already_set& error);

}  // namespace engine::listing
