#include "ui/runs/run_list.h"

#include "engine/trace/imported.h"

#include "ui/look/format.h"
#include "ui/look/languages.h"
#include "ui/runs/run_change.h"

#include <QLocale>
#include <QSet>
#include <algorithm>
#include <utility>

namespace ui::runs {

using engine::trace::TracePtr;

namespace {

/// "all on", or "off: 15, 19"; empty: unknown, or the program has no waits.
QString waitsText(const QHash<int, bool>& syncPoints)
{
    QList<int> off;
    for (auto it = syncPoints.cbegin(); it != syncPoints.cend(); ++it)
        if (!it.value())
            off << it.key();
    if (syncPoints.isEmpty())
        return {};
    if (off.isEmpty())
        return RunList::tr("all on");
    std::ranges::sort(off);
    QStringList lines;
    for (const int line : off)
        lines << QString::number(line);
    return RunList::tr("off: %1").arg(lines.join(QStringLiteral(", ")));
}

/// " · failed" or " · stopped"; in the tooltip " · failed: NameError". Empty if the run reached its end.
QString endingText(const RunSummary& run, int role)
{
    if (run.failure.isEmpty() && !run.wasStopped)
        return {};
    const QString ending = run.failure.isEmpty()     ? RunList::tr("stopped")
                           : role == Qt::ToolTipRole ? RunList::tr("failed: %1").arg(run.failure)
                                                     : RunList::tr("failed");
    return QStringLiteral(" · ") + ending;
}

/// The text of a column other than the name.
QString textOf(const ListedRun& run, int column, const RunList::LabelsOf& labelsOf)
{
    const engine::trace::RunInfo& info = run.summary.run;
    switch (column) {
        case RunList::Program:
            return programTitle(info);
        case RunList::Machine:
            return look::machineText(info.machine, info.machineLabel.empty() ? info.machine : info.machineLabel);
        case RunList::Waits: {
            QStringList texts{waitsText(run.summary.syncPoints)};
            for (const LeverLine& lever : run.summary.levers)
                texts << leverText(lever);
            texts.removeAll(QString());
            return texts.join(QStringLiteral(", "));
        }
        case RunList::Values: {
            QStringList texts;
            const QHash<QString, QString> labels = labelsOf ? labelsOf(info.program) : QHash<QString, QString>();
            for (const auto& [id, value] : info.parameters) {
                const QString name = QString::fromStdString(id);
                texts << QStringLiteral("%1 = %2").arg(labels.value(name, name), QString::fromStdString(value));
            }
            return texts.join(QStringLiteral(", "));
        }
        case RunList::Makespan:
            return run.summary.operations == 0 ? QString() : look::clockText(run.summary.makespan);
        default:
            return {};
    }
}

}  // namespace

RunList::~RunList()
{
    m_files.purge();
}

QString RunList::nameAt(int row) const
{
    const Entry& run = at(row);
    if (!run.summary.ownName.isEmpty())
        return run.summary.ownName;
    const QDateTime when = run.summary.when.toLocalTime();
    const QLocale locale;
    return when.date() == QDate::currentDate() ? locale.toString(when.time(), QStringLiteral("HH:mm:ss"))
                                               : locale.toString(when, QLocale::ShortFormat);
}

int RunList::rowOf(const TracePtr& trace) const
{
    const auto found = std::ranges::find(m_runs, trace, &Entry::trace);
    return found == m_runs.end() || trace == nullptr ? -1 : static_cast<int>(found - m_runs.begin());
}

// -- changes

void RunList::insert(std::size_t row, Entry run)
{
    beginInsertRows({}, static_cast<int>(row), static_cast<int>(row));
    m_runs.insert(m_runs.begin() + static_cast<std::ptrdiff_t>(row), std::move(run));
    endInsertRows();
}

void RunList::erase(std::size_t row)
{
    beginRemoveRows({}, static_cast<int>(row), static_cast<int>(row));
    m_runs.erase(m_runs.begin() + static_cast<std::ptrdiff_t>(row));
    endRemoveRows();
}

void RunList::add(const TracePtr& trace, const model::RunContext& context, std::vector<LeverLine> levers)
{
    if (const int row = rowOf(trace); row >= 0) {
        Entry known = at(row);
        erase(static_cast<std::size_t>(row));
        insert(0, std::move(known));
    } else {
        Entry run{RunSummary::of(*trace, context), trace, {}};
        run.summary.levers = std::move(levers);
        insert(0, std::move(run));
    }
    dropRepeated();
    limitMemory();
    emit changed();
}

void RunList::setSwitches(const TracePtr& trace, const QHash<int, bool>& syncPoints)
{
    const int row = rowOf(trace);
    if (row < 0 || !at(row).summary.syncPoints.isEmpty())
        return;
    Entry& run = m_runs[static_cast<std::size_t>(row)];
    run.summary.syncPoints = syncPoints;
    m_files.store(run);
    if (row == 0)
        dropRepeated();
    emit dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
    emit changed();
}

/// Merges the newest run with an earlier run that has the same settings, unless the newest run was measured.
void RunList::dropRepeated()
{
    for (std::size_t row = 1; row < m_runs.size(); ++row) {
        Entry &newest = m_runs.front(), &repeated = m_runs[row];
        if (isMeasured(newest.summary.run) || !newest.summary.hasSameSettings(repeated.summary))
            continue;
        m_files.merge(newest, repeated);
        return erase(row);
    }
}

/// Releases the records of old runs that have a file; removes old runs that have none.
void RunList::limitMemory()
{
    std::size_t operations = 0, kept = 0;
    QSet<QString> measured;
    for (std::size_t row = 0; row < m_runs.size();) {
        Entry& run = m_runs[row];
        const QString program = QString::fromStdString(run.summary.run.program);
        const bool isNewest = isMeasured(run.summary.run) && !measured.contains(program);
        if (isMeasured(run.summary.run))
            measured.insert(program);
        if (run.trace != nullptr) {
            operations += run.summary.operations;
            const bool fits = row == 0 || isNewest || (++kept < kMaxRuns && operations <= kMaxOperations);
            if (!fits && run.path.isEmpty()) {
                erase(row);
                continue;
            }
            if (!fits)
                run.trace = nullptr;
        }
        ++row;
    }
}

void RunList::rename(int row, const QString& name)
{
    Entry& run = m_runs[static_cast<std::size_t>(row)];
    run.summary.ownName = name.trimmed();
    m_files.store(run);
    emit dataChanged(index(row, Name), index(row, Name));
    emit changed();
}

void RunList::remove(QList<int> rows)
{
    m_files.purge();
    std::ranges::sort(rows);
    for (qsizetype i = rows.size(); i-- > 0;) {
        const auto row = static_cast<std::size_t>(rows[i]);
        m_files.remove(row, m_runs[row]);
        erase(row);
    }
    emit changed();
}

void RunList::undoRemove()
{
    for (auto& [row, run] : m_files.restore())
        insert(std::min(row, m_runs.size()), std::move(run));
    emit changed();
}

// -- files

void RunList::storeIn(RunShelf& shelf)
{
    connect(&shelf, &RunShelf::written, this, &RunList::onWritten);
    connect(&shelf, &RunShelf::evicted, this, [this](const QStringList& paths) {
        for (std::size_t row = m_runs.size(); row-- > 0;)
            if (paths.contains(m_runs[row].path)) {
                m_runs[row].path.clear();
                if (m_runs[row].trace == nullptr)
                    erase(row);
            }
        emit changed();
    });
    for (ListedRun& run : m_files.storeIn(shelf))
        insert(m_runs.size(), std::move(run));
    dropRepeated();
    emit changed();
}

void RunList::onWritten(const TracePtr& trace, const QString& path)
{
    if (const int row = rowOf(trace); row >= 0)
        m_files.setPath(m_runs[static_cast<std::size_t>(row)], path);
    else
        m_files.writtenUnlisted(trace, path);
}

void RunList::store(const TracePtr& trace)
{
    if (const int row = rowOf(trace); row >= 0)
        m_files.store(at(row));
}

void RunList::load(int row, QObject* context, Loaded then)
{
    const Entry& run = at(row);
    const auto withRecords = [then, summary = run.summary](const TracePtr& trace) {
        then(NamedRun{trace, summary.context(), summary.ownName});
    };
    if (run.trace != nullptr)
        return withRecords(run.trace);
    m_files.load(run, context, [this, withRecords, then, path = run.path](const auto& read) {
        const auto found = std::ranges::find(m_runs, path, &Entry::path);
        if (read) {
            if (found != m_runs.end())
                found->trace = *read;
            return withRecords(*read);
        }
        if (found != m_runs.end())
            erase(static_cast<std::size_t>(found - m_runs.begin()));
        then(read.error());
        emit changed();
    });
}

// -- the table

int RunList::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_runs.size());
}

int RunList::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant RunList::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Entry& run = at(index.row());
    if (role == Qt::TextAlignmentRole && index.column() == Makespan)
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::EditRole && index.column() == Name)
        return run.summary.ownName;
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    return index.column() == Name ? nameAt(index.row()) + endingText(run.summary, role)
                                  : textOf(run, index.column(), m_labelsOf);
}

QVariant RunList::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    const QString titles[] = {
        tr("Name"), tr("Program"), tr("Machine"), tr("Makespan, whole run"), tr("Waits and levers"), tr("Parameters")};
    return titles[section];
}

Qt::ItemFlags RunList::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.column() == Name ? flags | Qt::ItemIsEditable : flags;
}

bool RunList::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || index.column() != Name || role != Qt::EditRole)
        return false;
    rename(index.row(), value.toString());
    return true;
}

int newestMeasured(const RunList& runs, const std::string& program, const std::string& machine)
{
    for (int row = 0; row < runs.rowCount(); ++row) {
        const ListedRun& run = runs.at(row);
        if (run.trace != nullptr && isMeasured(run.summary.run) && run.summary.run.program == program &&
            run.summary.run.machine == machine)
            return row;
    }
    return -1;
}

}  // namespace ui::runs
