#pragma once

#include "engine/io/temporary_folder.h"
#include "engine/ranks/mpi/world.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace app {

/// The positions of this computer's ranks in their programs, in a file that each rank maps. The process that started
/// the ranks reads the file after their end, even if they were killed. If that process has created no file, a rank that
/// still runs reads the file that share() has created.
class RankPositions {
public:
    /// Call it in the process that starts the ranks. Returns null if the file cannot be created.
    [[nodiscard]] static std::unique_ptr<RankPositions> create(int ranks);
    /// Call it in the process of a rank. `file`: the value of name(). Returns null if there is no such file.
    [[nodiscard]] static std::unique_ptr<RankPositions> open(const std::string& file);
    /// Call it in the process of each rank, if the process that started the ranks has created no file. `run`: a random
    /// number, equal on all ranks of the run. The ranks of one computer share one file. Returns null if the file cannot
    /// be created.
    [[nodiscard]] static std::unique_ptr<RankPositions> share(std::uint32_t run,
                                                              const engine::device::RankPlace& place);
    ~RankPositions();
    RankPositions(const RankPositions&) = delete;
    RankPositions& operator=(const RankPositions&) = delete;

    [[nodiscard]] const std::string& name() const { return m_name; }

    using Position = engine::ranks::mpi::World::Position;
    /// Any thread. Sets the position of the rank: its first collective that is not complete; nullopt: none.
    void set(int rank, const std::optional<Position>& position);
    /// Any thread. Call it when the rank ends by itself, or because it is asked to. `status`: stored for status(),
    /// because the rank's process may exit with 0.
    void end(int rank, int status);
    /// Returns the status of the lowest rank that has passed a status other than 0 to end(); 0 if there is none. The
    /// exit status of mpirun does not show it, because ranks that have ended together exit with 0.
    [[nodiscard]] int status() const;
    /// Called by rank 0: describes the collectives at which ranks wait for others when they are stopped.
    void setOpen(const std::string& description);

    /// Call it on a rank that shares the positions, after its end(): waits until each other rank of this computer has
    /// called end() or no longer exists, at most a second. The lowest rank that has called end() gets a sentence about
    /// the stop of this computer's ranks; the others get an empty text.
    [[nodiscard]] std::string describeSharedStop(int rank) const;

    /// Returns "rank 2, in all_reduce #7 (line 14), was ended by signal 9 (Killed), and the others with it: ranks 0 and
    /// 1, in …". `ended`: "was ended by signal 9 (Killed)".
    [[nodiscard]] std::string describeKill(const std::string& ended) const;
    /// The positions of all ranks: "ranks 0 and 1, in all_reduce #7 (line 14); rank 2, in no collective".
    [[nodiscard]] std::string describe() const { return describe(all()); }
    /// Returns the text passed to setOpen(); if it was not called, describe().
    [[nodiscard]] std::string describeStop() const;

private:
    struct Slot;
    [[nodiscard]] std::string describe(const std::vector<int>& ranks) const;
    /// Returns the ranks that use this file.
    [[nodiscard]] std::vector<int> all() const;
    [[nodiscard]] bool hasEnded(int rank) const;
    /// Whether the rank's process no longer exists, although the rank has not called end().
    [[nodiscard]] bool wasKilled(int rank) const;
    RankPositions(std::string name, Slot* slots, std::size_t count);
    [[nodiscard]] static std::unique_ptr<RankPositions> allocate(std::string name, int descriptor, std::size_t count);
    [[nodiscard]] static std::unique_ptr<RankPositions> map(std::string name, int descriptor, std::size_t count);

    std::optional<engine::io::TemporaryFolder> m_folder;
    std::string m_name;
    Slot* m_slots;
    std::size_t m_count;
    bool m_isShared = false;  ///< created by share(): the destructor removes the file, and each rank sets Slot::process
};

}  // namespace app
