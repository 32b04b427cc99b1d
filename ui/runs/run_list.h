#pragma once

#include "engine/base/expect.h"
#include "ui/runs/before_run.h"
#include "ui/runs/run_files.h"

#include <QAbstractTableModel>
#include <vector>

namespace ui::runs {

/// Lists the runs of this start and of earlier starts as a table, newest first. A run is in memory, in a file, or both.
/// A virtual run replaces a listed run with the same settings, because both have the same times. Thread: GUI.
class RunList : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Program, Machine, Makespan, Waits, Values, kColumns };

    using Entry = ListedRun;
    using Loaded = std::function<void(const engine::Result<NamedRun>&)>;

    /// Limits of the runs that are kept in memory. Two types of runs are always kept: the newest run, and the newest
    /// measured run of each program, because its times cannot be measured again.
    static constexpr std::size_t kMaxRuns = 100;
    static constexpr std::size_t kMaxOperations = 1'000'000;

    explicit RunList(QObject* parent = nullptr) : QAbstractTableModel(parent) {}
    /// Deletes the files of the removed runs.
    ~RunList() override;

    /// Returns the labels of a program's parameters, by name. Without this function, parameters are named by their ids.
    using LabelsOf = std::function<QHash<QString, QString>(const std::string& program)>;
    void setLabelsOf(LabelsOf labelsOf) { m_labelsOf = std::move(labelsOf); }
    [[nodiscard]] const Entry& at(int row) const
    {
        ENGINE_EXPECT(row >= 0 && static_cast<std::size_t>(row) < m_runs.size());
        return m_runs[static_cast<std::size_t>(row)];
    }
    /// Returns the user's name of the run, or else a name made from its settings and its time.
    [[nodiscard]] QString nameAt(int row) const;
    [[nodiscard]] int rowOf(const engine::trace::TracePtr& trace) const;  ///< -1: not listed

    /// Adds a finished run, or moves it to the front. `levers`: see RunSummary.
    void add(const engine::trace::TracePtr& trace, const model::RunContext& context,
             std::vector<LeverLine> levers = {});
    /// Sets the switches of a listed run, which may become known after the run was added.
    void setSwitches(const engine::trace::TracePtr& trace, const QHash<int, bool>& syncPoints);
    void rename(int row, const QString& name);
    void remove(QList<int> rows);
    /// Lists again the runs of the last remove().
    void undoRemove();
    /// Passes the run with its records to `then`; before load() returns, if the records are in memory. A run that
    /// cannot be read is removed from the list, but its file is kept.
    void load(int row, QObject* context, Loaded then);

    /// Adds the runs stored by `shelf`, and stores new ones there. `shelf` must outlive the list or be its child.
    void storeIn(RunShelf& shelf);
    /// Stores the facts about a run that are not in its trace.
    void store(const engine::trace::TracePtr& trace);
    [[nodiscard]] const RunFiles& files() const { return m_files; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

signals:
    void changed();  ///< runs were added, removed or renamed

private:
    void insert(std::size_t row, Entry run);
    void erase(std::size_t row);
    void dropRepeated();
    void limitMemory();
    void onWritten(const engine::trace::TracePtr& trace, const QString& path);

    std::vector<Entry> m_runs;
    RunFiles m_files;
    LabelsOf m_labelsOf;
};

/// The row of the newest run of `program` that was measured on `machine` and is in memory; -1: none.
[[nodiscard]] int newestMeasured(const RunList& runs, const std::string& program, const std::string& machine);

}  // namespace ui::runs
