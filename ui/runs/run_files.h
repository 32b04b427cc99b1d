#pragma once

#include "ui/runs/run_shelf.h"

#include <utility>
#include <vector>

namespace ui::runs {

/// A listed run; its trace may be only in the file.
struct ListedRun {
    RunSummary summary;
    engine::trace::TracePtr trace;  ///< null: only in the file
    QString path;                   ///< trace file; empty: not written yet, or runs are not stored
};

/// The files of the listed runs, which a RunShelf stores; without a shelf, nothing is stored. The runs of the last
/// removal keep their files until it cannot be undone any more. Thread: GUI.
class RunFiles {
public:
    /// Runs and the rows from which they were removed, in ascending order.
    using Removed = std::vector<std::pair<std::size_t, ListedRun>>;

    /// `shelf` must outlive this object, or be deleted with the list. Returns its runs; those that cannot be read are
    /// only counted.
    [[nodiscard]] std::vector<ListedRun> storeIn(RunShelf& shelf);
    /// The number of stored runs that could not be read.
    [[nodiscard]] int brokenCount() const { return m_broken; }

    /// Stores what the list knows of a run beside its trace.
    void store(const ListedRun& run);
    /// A run without records is read from its file.
    void load(const ListedRun& run, QObject* context, RunShelf::Loaded then) { m_shelf->load(run.path, context, then); }
    /// `newest` replaces `repeated` in the list and takes over its name and its file.
    void merge(ListedRun& newest, const ListedRun& repeated);
    /// The trace of `run` was written to `path`.
    void setPath(ListedRun& run, const QString& path);
    /// The trace of a run that is not listed any more was written to `path`.
    void writtenUnlisted(const engine::trace::TracePtr& trace, const QString& path);

    /// Call this for each run of a removal, after purge(), from the last row to the first.
    void remove(std::size_t row, ListedRun run);
    [[nodiscard]] qsizetype removedCount() const { return static_cast<qsizetype>(m_removed.size()); }
    /// The runs of the last removal, which are to be listed again.
    [[nodiscard]] Removed restore();
    /// Deletes the files of the last removal: it cannot be undone any more.
    void purge();

private:
    Removed m_removed;
    QPointer<RunShelf> m_shelf;
    int m_broken = 0;
};

}  // namespace ui::runs
