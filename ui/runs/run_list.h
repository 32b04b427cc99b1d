#pragma once

#include "engine/base/expect.h"
#include "ui/runs/before_run.h"
#include "ui/runs/run_shelf.h"

#include <QAbstractTableModel>
#include <utility>
#include <vector>

namespace ui::runs {

/// The runs of this start and of earlier ones, newest first, as a table. A run is in memory, in a file, or both. A
/// virtual run with the settings of a listed one replaces it, because it is the same run. Thread: GUI.
class RunList : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Program, Machine, Makespan, Waits, Values, kColumns };

    /// A listed run; its trace may be only in the file.
    struct Entry {
        RunSummary summary;
        engine::trace::TracePtr trace;  ///< null: only in the file
        QString path;                   ///< trace file; empty: not written yet, or runs are not stored
    };
    using Loaded = std::function<void(const engine::Result<NamedRun>&)>;

    /// Limits of what is kept in memory. The newest measured run of each program stays, because it cannot be repeated.
    static constexpr std::size_t kMaxRuns = 100;
    static constexpr std::size_t kMaxOperations = 1'000'000;

    explicit RunList(QObject* parent = nullptr) : QAbstractTableModel(parent) {}
    /// Deletes the files of the removed runs.
    ~RunList() override;

    /// Returns the labels of a program's parameters, by name; without it, parameters are named by their ids.
    using LabelsOf = std::function<QHash<QString, QString>(const std::string& program)>;
    void setLabelsOf(LabelsOf labelsOf) { m_labelsOf = std::move(labelsOf); }
    [[nodiscard]] const Entry& at(int row) const
    {
        ENGINE_EXPECT(row >= 0 && static_cast<std::size_t>(row) < m_runs.size());
        return m_runs[static_cast<std::size_t>(row)];
    }
    /// The user's name of the run, or else a name from its settings and its time.
    [[nodiscard]] QString nameAt(int row) const;
    [[nodiscard]] int rowOf(const engine::trace::TracePtr& trace) const;  ///< -1: not listed
    /// The newest run of `program` that was measured on `machine` since the start; -1: none.
    [[nodiscard]] int newestMeasured(const std::string& program, const std::string& machine) const;

    /// Adds a finished run, or moves it to the front. `levers`: see RunSummary.
    void add(const engine::trace::TracePtr& trace, const model::RunContext& context,
             std::vector<LeverLine> levers = {});
    /// The switches of a listed run became known.
    void setSwitches(const engine::trace::TracePtr& trace, const QHash<int, bool>& syncPoints);
    void rename(int row, const QString& name);
    void remove(QList<int> rows);
    /// Restores the runs of the last remove().
    void undoRemove();
    [[nodiscard]] qsizetype removedCount() const { return static_cast<qsizetype>(m_removed.size()); }
    /// Passes the run with its records to `then`, at once if they are in memory. A run that cannot be read is removed
    /// from the list; its file stays.
    void load(int row, QObject* context, Loaded then);

    /// Adds the runs stored by `shelf`, and stores new ones there. `shelf` must outlive the list or be its child.
    void storeIn(RunShelf& shelf);
    /// Stores what the list knows of a run beside its trace.
    void store(const engine::trace::TracePtr& trace);
    /// The number of stored runs that could not be read.
    [[nodiscard]] int brokenCount() const { return m_broken; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

signals:
    void changed();  ///< runs were added, removed or renamed

private:
    [[nodiscard]] QString textOf(const Entry& run, int column) const;
    void insert(std::size_t row, Entry run);
    void erase(std::size_t row);
    void dropRepeated();
    void limitMemory();
    void purge();
    void onWritten(const engine::trace::TracePtr& trace, const QString& path);
    void store(const Entry& run);

    std::vector<Entry> m_runs;
    std::vector<std::pair<std::size_t, Entry>> m_removed;  ///< rows and runs of the last remove(), in ascending order
    QPointer<RunShelf> m_shelf;
    LabelsOf m_labelsOf;
    int m_broken = 0;
};

}  // namespace ui::runs
