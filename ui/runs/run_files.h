#pragma once

#include "ui/runs/run_shelf.h"

#include <utility>
#include <vector>

namespace ui::runs {

/// A listed run. Its trace may exist only in the file.
struct ListedRun {
    RunSummary summary;
    engine::trace::TracePtr trace;  ///< null: the trace exists only in the file
    QString path;                   ///< trace file; empty: not written yet, or runs are not stored
};

/// Manages the files of the listed runs, which a RunShelf stores; without a shelf, nothing is stored. Removed runs keep
/// their files as long as their removal can be undone. Thread: GUI.
class RunFiles {
public:
    /// Runs and the rows from which they were removed, in ascending order.
    using Removed = std::vector<std::pair<std::size_t, ListedRun>>;

    /// `shelf` must outlive this object, or be a child of the list. Returns the runs of the shelf. Runs that cannot be
    /// read are only counted.
    [[nodiscard]] std::vector<ListedRun> storeIn(RunShelf& shelf);
    /// The number of stored runs that could not be read.
    [[nodiscard]] int brokenCount() const { return m_broken; }

    /// Stores the facts about a run that are not in its trace.
    void store(const ListedRun& run);
    /// Reads a run whose records are only in its file.
    void load(const ListedRun& run, QObject* context, RunShelf::Loaded then) { m_shelf->load(run.path, context, then); }
    /// Call this when `newest` replaces `repeated` in the list: `newest` gets the name and the file of `repeated`.
    void merge(ListedRun& newest, const ListedRun& repeated);
    /// Call this when the trace of `run` was written to `path`.
    void setPath(ListedRun& run, const QString& path);
    /// Call this when the trace of a run that is no longer listed was written to `path`.
    void writtenUnlisted(const engine::trace::TracePtr& trace, const QString& path);

    /// Call this for each run of a removal, after purge(), from the last row to the first.
    void remove(std::size_t row, ListedRun run);
    [[nodiscard]] qsizetype removedCount() const { return static_cast<qsizetype>(m_removed.size()); }
    /// Returns the runs of the last removal, which the caller lists again.
    [[nodiscard]] Removed restore();
    /// Deletes the files of the last removal, which then cannot be undone.
    void purge();

private:
    Removed m_removed;
    QPointer<RunShelf> m_shelf;
    int m_broken = 0;
};

}  // namespace ui::runs
