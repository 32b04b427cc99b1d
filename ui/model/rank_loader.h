#pragma once

#include "engine/ranks/run_set.h"

#include <QObject>
#include <cstdint>
#include <map>
#include <thread>
#include <vector>

namespace ui::model {

/// Loads the selected ranks of a run that is shown without operations, if they are at most kMost. A separate thread
/// reads the operations of one rank after the other. The loader keeps the operations while the ranks are selected. Only
/// finish() and the destructor wait for a rank that is being read. Thread: GUI.
class RankLoader : public QObject {
    Q_OBJECT

public:
    /// At most this many ranks are shown with their lanes at a time.
    static constexpr std::size_t kMost = 4;

    enum class State : std::uint8_t { Loading, Loaded, Failed };

    struct Rank {
        State state = State::Loading;
        engine::ranks::Member member{};      ///< the rank with its operations
        engine::trace::TracePtr overview{};  ///< trace of this rank alone, with times on the clock of the run
        engine::Message reason{};            ///< reason why the rank could not be loaded
    };

    using QObject::QObject;

    /// Sets the displayed trace. Drops ranks of another run.
    void follow(const engine::trace::TracePtr& trace);
    /// Loads `members`, or none of them if they are more than kMost, and drops all other ranks.
    void request(const std::vector<std::uint32_t>& members);
    /// Returns null if the rank was not requested, or if the displayed trace already has its operations.
    [[nodiscard]] const Rank* find(std::uint32_t member) const;
    /// Returns the overview of the member that was requested last; null if it is not loaded.
    [[nodiscard]] engine::trace::TracePtr latest() const;
    /// Waits until all requested ranks are loaded.
    void finish();

signals:
    void latestLoaded();  ///< emitted before changed() when the rank of latest() has been loaded
    void changed();

private:
    void loadNext();
    void deliver(std::uint32_t member, std::uint64_t job, Rank rank);

    struct Entry {
        std::uint64_t job = 0;  ///< id of the loading job; 0: the job has not started
        Rank rank{};
    };

    engine::ranks::RunSetPtr m_set;  ///< source of the operations; null: the displayed trace already has the operations
    std::map<std::uint32_t, Entry> m_ranks;
    std::vector<std::uint32_t> m_wanted;  ///< the selected ranks (keys of `m_ranks`), in the order of the request
    std::uint64_t m_jobs = 0;
    std::jthread m_thread;  ///< loads one rank, which may have been dropped in the meantime; not joinable: idle
};

}  // namespace ui::model
