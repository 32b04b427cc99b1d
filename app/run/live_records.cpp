#include "app/run/live_records.h"

#include "engine/io/growing_ranks.h"
#include "engine/messages/messages.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>

namespace app {

using namespace engine;
using ranks::mpi::World;

namespace {

constexpr std::chrono::seconds kPatience{1};

/// Calls read() or write() until all bytes are transferred or the call fails. Returns the number of transferred bytes.
std::size_t transferAll(std::size_t size, auto call)
{
    std::size_t done = 0;
    while (done < size) {
        const ssize_t count = call(done);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            break;
        done += static_cast<std::size_t>(count);
    }
    return done;
}

}  // namespace

// -- on a rank

WrittenRecords::~WrittenRecords()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

/// Opens the file if it exists. Its name has a temporary suffix.
void WrittenRecords::open()
{
    if (m_descriptor >= 0)
        return;
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(m_file.parent_path(), none))
        if (m_descriptor < 0 && entry.path().filename().string().starts_with(m_file.filename().string()))
            m_descriptor = ::open(entry.path().c_str(), O_RDONLY | O_CLOEXEC);
}

std::int64_t WrittenRecords::left() const
{
    struct stat about = {};
    return ::fstat(m_descriptor, &about) == 0 ? std::max<std::int64_t>(about.st_size - m_offset, 0) : 0;
}

World::Piece WrittenRecords::next(std::size_t most)
{
    open();
    if (m_descriptor < 0)
        return {};
    World::Piece piece;
    piece.bytes.resize(std::min(most, static_cast<std::size_t>(left())));
    piece.bytes.resize(transferAll(piece.bytes.size(), [&](std::size_t done) {
        return ::pread(m_descriptor, piece.bytes.data() + done, piece.bytes.size() - done,
                       m_offset + static_cast<std::int64_t>(done));
    }));
    m_offset += static_cast<std::int64_t>(piece.bytes.size());
    piece.left = left();
    return piece;
}

// -- on rank 0

ReceivedRecords::~ReceivedRecords()
{
    for (const auto& [number, rank] : m_ranks)
        if (rank.descriptor >= 0)
            ::close(rank.descriptor);
}

std::filesystem::path ReceivedRecords::fileOf(int rank) const
{
    return m_folder / io::GrowingRanks::nameOfReceived(static_cast<std::size_t>(rank));
}

void ReceivedRecords::write(int number, std::string_view bytes)
{
    Rank& rank = m_ranks[number];
    if (rank.trouble != 0 || bytes.empty())
        return;
    if (rank.descriptor < 0)
        rank.descriptor = ::open(fileOf(number).c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    errno = 0;
    const std::size_t written = transferAll(bytes.size(), [&](std::size_t done) {
        return ::write(rank.descriptor, bytes.data() + done, bytes.size() - done);
    });
    if (written < bytes.size())
        rank.trouble = errno != 0 ? errno : EIO;
}

void ReceivedRecords::append(const World::ReceivedPiece& piece)
{
    write(piece.rank, piece.bytes);
    noteLateness(m_ranks[piece.rank], piece);
}

void ReceivedRecords::noteLateness(Rank& rank, const World::ReceivedPiece& piece)
{
    if (piece.left == 0 || !std::exchange(rank.isLate, true))
        rank.lateSince = piece.time;
    rank.isLate = piece.left > 0;
    if (rank.isNoted || piece.time - rank.lateSince < Nanoseconds{kPatience})
        return;
    rank.isNoted = true;
    m_recorder.write(
        trace::NoteRecord{piece.time,
                          messages::message("ranks.note.late", piece.rank, messages::bytesText(Bytes{piece.left})),
                          false,
                          0,
                          {}});
}

Status ReceivedRecords::status() const
{
    for (const auto& [number, rank] : m_ranks)
        if (rank.trouble != 0)
            return makeError(ErrorCode::InputOutput,
                             messages::message("io.not-written", fileOf(number).string(), std::strerror(rank.trouble)));
    return {};
}

}  // namespace app
