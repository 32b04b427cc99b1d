#pragma once

#include "engine/base/result.h"
#include "engine/ranks/run_set.h"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace engine::io {

/// Reads the files of the ranks of one run while other processes write them (by TraceFileWriter, with a flush from time
/// to time). Threads: one at a time.
class GrowingRanks {
public:
    /// The file of rank n in `folder` is "rank-n.otrace"; while it is being written, a temporary suffix follows this
    /// name.
    GrowingRanks(std::filesystem::path folder, std::size_t ranks);
    ~GrowingRanks();

    [[nodiscard]] static std::string nameOf(std::size_t rank) { return "rank-" + std::to_string(rank) + ".otrace"; }

    /// Returns the name of the file into which bytes of a rank on another computer are written. If the file has no
    /// EndRecord, some bytes may have been lost.
    [[nodiscard]] static std::string nameOfReceived(std::size_t rank) { return nameOf(rank) + kReceived; }

    /// Whether `name` is the name of a file from another computer, see nameOfReceived().
    [[nodiscard]] static bool isReceived(const std::string& name) { return name.ends_with(kReceived); }

    /// Applies the complete chunks that were added since the last call. Returns the number of their records.
    std::size_t read();
    /// Whether each rank has completed a batch of a training.
    [[nodiscard]] bool haveBatch() const;
    /// Returns the run so far, which is live until all ranks have ended. Errors: NotFound while a rank has no records;
    /// BadFile.
    [[nodiscard]] Result<ranks::RunSetPtr> set();
    /// Call when no process writes any more. Ranks without an EndRecord count as ended early. `reason`: why the run
    /// ended; empty: unknown. If no rank has recorded an error, `reason` is recorded as the error of the first rank
    /// without an EndRecord, or else of the first rank that recorded an early end. Records a note for each rank that
    /// ran on another computer and has no EndRecord. `limit`: the time limit after a stop, if records were still
    /// missing at the limit (the note states the limit); else 0.
    void end(const std::string& reason = {}, std::chrono::seconds limit = {});

private:
    static constexpr const char* kReceived = ".received.partial";
    struct Rank;
    void find();

    std::filesystem::path m_folder;
    std::vector<std::unique_ptr<Rank>> m_ranks;
    bool m_areAllFound = false;
};

}  // namespace engine::io
