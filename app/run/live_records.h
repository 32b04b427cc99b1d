#pragma once

#include "engine/ranks/mpi/world.h"
#include "engine/trace/recorder.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

/// Transfers the records of ranks on other computers, which have no access to the folder that the window follows. Each
/// rank writes its file to a private folder and sends the bytes to rank 0, which writes them to the window's folder.
namespace app {

/// The file to which a rank writes its records. Threads: one at a time.
class WrittenRecords {
public:
    /// `file`: the name passed to RecordFile::begin(), which may be called later.
    explicit WrittenRecords(std::filesystem::path file) : m_file(std::move(file)) {}
    ~WrittenRecords();
    WrittenRecords(const WrittenRecords&) = delete;
    WrittenRecords& operator=(const WrittenRecords&) = delete;

    /// Returns the bytes that follow those of earlier calls, at most `most`.
    [[nodiscard]] engine::ranks::mpi::World::Piece next(std::size_t most);

private:
    void open();
    /// Number of bytes that were not returned yet; excludes records that are not flushed yet (RecordFile::Pace).
    [[nodiscard]] std::int64_t left() const;

    std::filesystem::path m_file;
    int m_descriptor = -1;
    std::int64_t m_offset = 0;
};

/// Rank 0's copies of the files of other ranks, which io::GrowingRanks reads. Threads: one at a time.
class ReceivedRecords {
public:
    ReceivedRecords(std::filesystem::path folder, engine::trace::Recorder& recorder)
        : m_folder(std::move(folder)), m_recorder(recorder)
    {
    }
    ~ReceivedRecords();
    ReceivedRecords(const ReceivedRecords&) = delete;
    ReceivedRecords& operator=(const ReceivedRecords&) = delete;

    /// Writes a piece of a rank's records. If the rank has had unsent records (ReceivedPiece::left) for at least 1 s
    /// without a break, adds a note to the trace, once per rank.
    void append(const engine::ranks::mpi::World::ReceivedPiece& piece);
    /// Errors: InputOutput if bytes could not be written.
    [[nodiscard]] engine::Status status() const;

private:
    struct Rank {
        int descriptor = -1;
        int trouble = 0;  ///< errno of the first write that failed
        bool isLate = false;
        bool isNoted = false;
        engine::Nanoseconds lateSince{};
    };
    void write(int number, std::string_view bytes);
    void noteLateness(Rank& rank, const engine::ranks::mpi::World::ReceivedPiece& piece);
    [[nodiscard]] std::filesystem::path fileOf(int rank) const;

    std::filesystem::path m_folder;
    engine::trace::Recorder& m_recorder;
    std::map<int, Rank> m_ranks;
};

}  // namespace app
