#pragma once

#include "engine/listing/lever.h"
#include "engine/listing/replaced_numbers.h"
#include "engine/listing/sync_point.h"

#include <pybind11/pybind11.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

/// C++ interface to the Python package overlap_listing. Threads: any thread that holds the GIL.
namespace engine::listing {

/// The listing to run, and the changes that a run makes to it.
struct Rewriting {
    std::string source;
    std::string file;      ///< name in tracebacks
    std::string dialect;   ///< "torch" or "mxnet"
    std::vector<int> off;  ///< lines whose waits are removed
    std::vector<int> on;   ///< lines whose waits are added
    Literals literals;
    std::string imports;   ///< inserted before a listing that has no imports
    std::string notebook;  ///< JSON of the notebook that the listing shows; empty: no notebook

    bool operator==(const Rewriting&) const = default;
};

/// A listing that is compiled and ready to run.
struct InstrumentedListing {
    pybind11::object code;
    std::vector<StatementText> statements;
    std::map<std::int32_t, std::string> calls;  ///< by line: the first call that waits
    bool isNaive = false;                       ///< the listing sets MXNET_ENGINE_TYPE to NaiveEngine
};

/// The find functions and instrument() throw pybind11::error_already_set; isAboutTheListing() distinguishes errors in
/// the listing from internal errors.
[[nodiscard]] std::vector<SyncPoint> findSyncPoints(const std::string& source, const char* dialect);
/// The result is sorted by line, with at most one insertion for each line.
[[nodiscard]] std::vector<Insertion> findInsertions(const std::string& source, const char* dialect);
/// The result is sorted by line and name.
[[nodiscard]] std::vector<Lever> findLevers(const std::string& source, const char* dialect);
[[nodiscard]] InstrumentedListing instrument(const Rewriting& rewriting);

/// Whether the listing is not valid Python or not Unicode.
[[nodiscard]] bool isAboutTheListing(const pybind11::error_already_set& error);
/// Describes an error for which isAboutTheListing() returns true.
[[nodiscard]] SyntaxProblem problemOf(const pybind11::error_already_set& error);

}  // namespace engine::listing
