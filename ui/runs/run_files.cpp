#include "ui/runs/run_files.h"

#include "ui/runs/before_run.h"

#include <algorithm>

namespace ui::runs {

std::vector<ListedRun> RunFiles::storeIn(RunShelf& shelf)
{
    m_shelf = &shelf;
    std::vector<ListedRun> earlier;
    for (RunShelf::Entry& stored : shelf.earlier()) {
        if (stored.isBroken) {
            ++m_broken;
            continue;
        }
        RunSummary old;
        old.ownName = stored.name;
        old.when = stored.when;
        earlier.push_back({std::move(stored.summary).value_or(old), nullptr, stored.path});
    }
    return earlier;
}

void RunFiles::store(const ListedRun& run)
{
    if (m_shelf != nullptr)
        m_shelf->update(run.trace, run.path, run.summary);
}

void RunFiles::merge(ListedRun& newest, const ListedRun& repeated)
{
    newest.summary.ownName = repeated.summary.ownName;
    if (newest.path.isEmpty())
        newest.path = repeated.path;
    else if (m_shelf != nullptr && newest.path != repeated.path && !repeated.path.isEmpty())
        m_shelf->remove(repeated.path);
    if (m_shelf != nullptr && newest.path == repeated.path && !newest.path.isEmpty())
        m_shelf->dropPending(newest.trace);
}

void RunFiles::setPath(ListedRun& run, const QString& path)
{
    // A run that was merged with an earlier run replaces the file of the earlier run.
    const QString before = std::exchange(run.path, path);
    if (!before.isEmpty() && before != path)
        m_shelf->remove(before);
    store(run);
}

void RunFiles::writtenUnlisted(const engine::trace::TracePtr& trace, const QString& path)
{
    const auto removed = std::ranges::find_if(m_removed, [&](const auto& run) { return run.second.trace == trace; });
    if (removed != m_removed.end())
        removed->second.path = path;
    else
        m_shelf->remove(path);
}

void RunFiles::remove(std::size_t row, ListedRun run)
{
    if (m_shelf != nullptr)
        m_shelf->dropPending(run.trace);
    m_removed.insert(m_removed.begin(), {row, std::move(run)});
}

RunFiles::Removed RunFiles::restore()
{
    for (const auto& [row, run] : m_removed)
        if (m_shelf != nullptr && run.path.isEmpty())
            m_shelf->noteShown(run.trace, nameOfRun(*run.trace), {{}, run.summary.syncPoints});
    return std::exchange(m_removed, {});
}

void RunFiles::purge()
{
    for (const auto& [row, run] : std::exchange(m_removed, {}))
        if (m_shelf != nullptr && !run.path.isEmpty())
            m_shelf->remove(run.path);
}

}  // namespace ui::runs
