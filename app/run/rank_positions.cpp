#include "app/run/rank_positions.h"

#include "engine/ranks/calls.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <thread>
#include <utility>

namespace app {

using namespace engine;
using ranks::mpi::World;

/// The shared state of one rank. A new file contains zeros. The atomic members are lock-free, so processes can share
/// them.
struct RankPositions::Slot {
    std::atomic<std::uint64_t> position;  ///< collective: kind + 1, sequence number, source line; 0: none
    std::atomic<std::uint64_t> hasEnded;
    std::atomic<std::int64_t> process;  ///< process id; 0: unknown, or on another computer
    std::atomic<std::int64_t> status;
    ranks::Text<1000> open;  ///< text of setOpen(); used only in the slot of rank 0
};

namespace {

constexpr std::chrono::milliseconds kLongestEnd{1000};  ///< longest wait for the ends of other ranks after a stop
constexpr unsigned kLineBits = 24;
constexpr unsigned kSequenceBits = 32;

std::uint64_t packed(const std::optional<RankPositions::Position>& of)
{
    if (!of)
        return 0;
    const RankPositions::Position& position = *of;
    const auto kind = static_cast<std::uint64_t>(position.kind) + 1;
    const auto line = static_cast<std::uint64_t>(std::clamp(position.line, 0, (1 << kLineBits) - 1));
    return (kind << (kSequenceBits + kLineBits)) | (std::uint64_t{position.sequence} << kLineBits) | line;
}

std::string textOf(std::uint64_t packed)
{
    if (packed == 0)
        return "in no collective";
    const auto kind = static_cast<trace::CollectiveKind>((packed >> (kSequenceBits + kLineBits)) - 1);
    const auto sequence = static_cast<std::uint32_t>(packed >> kLineBits);
    const std::uint64_t line = packed & ((1U << kLineBits) - 1);
    return std::string("in ") + ranks::nameOf(kind) + " #" + std::to_string(sequence) +
           (line > 0 ? " (line " + std::to_string(line) + ")" : "");
}

}  // namespace

RankPositions::RankPositions(std::string name, Slot* slots, std::size_t count)
    : m_name(std::move(name)), m_slots(slots), m_count(count)
{
}

RankPositions::~RankPositions()
{
    ::munmap(m_slots, m_count * sizeof(Slot));
    if (m_isShared)
        ::unlink(m_name.c_str());
}

std::unique_ptr<RankPositions> RankPositions::map(std::string name, int descriptor, std::size_t count)
{
    void* const slots = ::mmap(nullptr, count * sizeof(Slot), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (slots == MAP_FAILED)
        return nullptr;
    return std::unique_ptr<RankPositions>(new RankPositions(std::move(name), static_cast<Slot*>(slots), count));
}

std::unique_ptr<RankPositions> RankPositions::create(int ranks)
{
    auto folder = io::TemporaryFolder::create();
    if (!folder)
        return nullptr;
    const std::string name = folder->path() / "positions";
    const int descriptor = ::open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (descriptor < 0)
        return nullptr;
    std::unique_ptr<RankPositions> positions = allocate(name, descriptor, static_cast<std::size_t>(ranks));
    if (positions)
        positions->m_folder = *std::move(folder);
    return positions;
}

/// Maps the file, which may be new, and closes it.
std::unique_ptr<RankPositions> RankPositions::allocate(std::string name, int descriptor, std::size_t count)
{
    std::unique_ptr<RankPositions> positions;
    // Allocates the disk space now: on a full disk, a later write to the mapped memory would end the process.
    if (::posix_fallocate(descriptor, 0, static_cast<off_t>(count * sizeof(Slot))) == 0)
        positions = map(std::move(name), descriptor, count);
    ::close(descriptor);
    return positions;
}

std::unique_ptr<RankPositions> RankPositions::share(std::uint32_t run, const device::RankPlace& place)
{
    std::error_code trouble;
    const std::string name =
        std::filesystem::temp_directory_path(trouble) / ("overlap-positions-" + std::to_string(run));
    const int descriptor = ::open(name.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (trouble || descriptor < 0)
        return nullptr;
    std::unique_ptr<RankPositions> positions = allocate(name, descriptor, static_cast<std::size_t>(place.count));
    if (positions) {
        positions->m_isShared = true;
        positions->m_slots[static_cast<std::size_t>(place.rank)].process = ::getpid();
    }
    // Remove the file as soon as each rank of this computer has opened it, because killed ranks cannot remove it.
    if (!positions || positions->all().size() >= static_cast<std::size_t>(place.localCount))
        ::unlink(name.c_str());
    return positions;
}

std::unique_ptr<RankPositions> RankPositions::open(const std::string& file)
{
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CLOEXEC);
    if (descriptor < 0)
        return nullptr;
    struct stat about = {};
    std::unique_ptr<RankPositions> positions;
    if (::fstat(descriptor, &about) == 0 && about.st_size >= static_cast<off_t>(sizeof(Slot)))
        positions = map(file, descriptor, static_cast<std::size_t>(about.st_size) / sizeof(Slot));
    ::close(descriptor);
    return positions;
}

void RankPositions::set(int rank, const std::optional<Position>& position)
{
    if (const auto at = static_cast<std::size_t>(rank); at < m_count)
        m_slots[at].position = packed(position);
}

void RankPositions::end(int rank, int status)
{
    const auto at = static_cast<std::size_t>(rank);
    if (at >= m_count)
        return;
    m_slots[at].status = status;
    m_slots[at].hasEnded = 1;
}

int RankPositions::status() const
{
    for (const int rank : all())
        if (const std::int64_t status = m_slots[static_cast<std::size_t>(rank)].status; status != 0)
            return static_cast<int>(status);
    return 0;
}

void RankPositions::setOpen(const std::string& description)
{
    m_slots[0].open = description;
}

std::string RankPositions::describeStop() const
{
    const std::string open = m_slots[0].open.text();
    return open.empty() ? describe() : open;
}

bool RankPositions::hasEnded(int rank) const
{
    return m_slots[static_cast<std::size_t>(rank)].hasEnded != 0;
}

bool RankPositions::wasKilled(int rank) const
{
    if (hasEnded(rank))
        return false;
    if (!m_isShared)
        return true;  // called by the process that started the ranks, after their end
    const std::int64_t process = m_slots[static_cast<std::size_t>(rank)].process;
    return ::kill(static_cast<pid_t>(process), 0) != 0 && errno == ESRCH;
}

std::string RankPositions::describeSharedStop(int rank) const
{
    const std::vector<int> ranks = all();
    const auto isKilled = [this](int other) { return wasKilled(other); };
    const auto isOver = [this](int other) { return hasEnded(other) || wasKilled(other); };
    const auto until = std::chrono::steady_clock::now() + kLongestEnd;
    while (!std::ranges::all_of(ranks, isOver) && std::chrono::steady_clock::now() < until)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    const auto isEnded = [this](int other) { return hasEnded(other); };
    const auto lowest = std::ranges::find_if(ranks, isEnded);
    if (lowest == ranks.end() || rank != *lowest)
        return {};
    if (std::ranges::none_of(ranks, isKilled))
        return "The ranks were stopped: " + describeStop() + ".";
    return describeKill("has ended unexpectedly") + ".";
}

std::string RankPositions::describeKill(const std::string& ended) const
{
    std::vector<int> killed;
    std::vector<int> others;
    for (const int rank : all())
        if (hasEnded(rank) || wasKilled(rank))
            (hasEnded(rank) ? others : killed).push_back(rank);
    if (killed.size() != 1)  // the failed rank is unknown: others may have been killed before they could call end()
        return "a rank " + ended + ", and the others with it: " + describe();
    const std::string first = describe(killed) + ", " + ended;
    return others.empty() ? first : first + ", and the others with it: " + describe(others);
}

std::string RankPositions::describe(const std::vector<int>& ranks) const
{
    std::vector<std::pair<std::uint64_t, std::vector<int>>> places;  // ordered by the first rank of each place
    for (const int rank : ranks) {
        const std::uint64_t place = m_slots[static_cast<std::size_t>(rank)].position;
        auto same = std::ranges::find(places, place, [](const auto& one) { return one.first; });
        if (same == places.end())
            same = places.insert(same, {place, {}});
        same->second.push_back(rank);
    }
    std::string text;
    for (const auto& [place, some] : places)
        text += (text.empty() ? "" : "; ") + ranks::namesOf(some) + ", " + textOf(place);
    return text;
}

std::vector<int> RankPositions::all() const
{
    std::vector<int> ranks;
    for (std::size_t i = 0; i < m_count; ++i)
        if (!m_isShared || m_slots[i].process != 0)
            ranks.push_back(static_cast<int>(i));
    return ranks;
}

}  // namespace app
