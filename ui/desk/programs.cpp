#include "ui/desk/programs.h"

#include "engine/trace/imported.h"

#include <QFileInfo>
#include <algorithm>
#include <utility>

namespace ui::desk {

using engine::frontend::Dialect;

namespace {

std::string withoutLineEnds(std::string text)
{
    text.erase(text.find_last_not_of('\n') + 1);
    return text;
}

}  // namespace

Programs::Programs(const runs::Workbench& bench, const RunTarget& target, machines::Machines& machines,
                   files::ListingKeeper& listings)
    : m_bench(bench), m_target(target), m_machines(machines), m_listings(listings)
{
}

void Programs::open(const QString& id)
{
    if (files::isOwnProgram(id))
        return openLoaded(files::ownProgram(id));
    for (const engine::frontend::Program& program : m_bench.controller.programs()) {
        if (QString::fromStdString(program.id) != id)
            continue;
        leave();
        const QString machine = machineFor(program);
        if (!returnToMeasuring(program.id) && m_machines.isUsable(machine))
            m_machines.choose(machine);
        m_listings.open(program);
        return emit opened();
    }
    // Any other id is the path of a file of the user.
    if (QFileInfo::exists(id))
        load(id);
}

/// Returns the machine that the program is written for, or this computer if the user has selected it and it has enough
/// GPUs. After a program that needs more GPUs, this computer is selected again for the next program that it can run.
QString Programs::machineFor(const engine::frontend::Program& program)
{
    if (m_target.isReal())
        m_measured = m_machines.chosenId();
    else if (m_machines.chosenId() != m_standIn)
        m_measured.clear();
    const QString own = QString::fromStdString(textIn(program.machines, m_listings.nextDialect(program)));
    const auto* writtenFor = m_machines.byId(own);
    const auto* measured = m_machines.byId(m_measured);
    const bool isEnough = measured != nullptr && (writtenFor == nullptr || measured->gpuCount >= writtenFor->gpuCount);
    m_standIn = isEnough ? QString() : own;
    return isEnough ? m_measured : own;
}

/// Stores the selected variant of this computer for the open program (none for a virtual machine), so that opening it
/// again shows its measured run. If an opened trace has selected the current machine, instead restores the machine that
/// was selected before.
void Programs::leave()
{
    const auto replaced = std::exchange(m_replaced, std::nullopt);
    if (replaced && replaced->byTrace == m_machines.chosenId()) {
        if (m_machines.isUsable(replaced->chosen))
            m_machines.choose(replaced->chosen);
        return;
    }
    const QString id = QString::fromStdString(m_bench.document.program().id);
    if (m_target.isReal())
        m_measuredOn[id] = m_machines.chosenId();
    else
        m_measuredOn.remove(id);
}

/// Selects the variant of this computer on which `program` was last open. Returns false if there is none, or if it is
/// not usable.
bool Programs::returnToMeasuring(const std::string& program)
{
    const QString machine = m_measuredOn.value(QString::fromStdString(program));
    if (!m_machines.isUsable(machine))
        return false;
    m_machines.choose(machine);
    return true;
}

void Programs::followDialect()
{
    const QString wanted = m_bench.document.machine(), chosen = m_machines.chosenId();
    const auto& machines = m_bench.document.program().machines;
    const bool isOther = std::ranges::any_of(
        machines, [&](const auto& entry) { return QString::fromStdString(entry.second) == chosen; });
    if (isOther && wanted != chosen && m_machines.isUsable(wanted))
        m_machines.choose(wanted);
}

bool Programs::isBuiltIn(const QString& id) const
{
    const auto& programs = m_bench.controller.programs();
    return std::ranges::any_of(programs, [&](const auto& program) { return QString::fromStdString(program.id) == id; });
}

bool Programs::openOn(const QString& id, const QString& machine, const listing::ProgramState* ofLesson)
{
    const auto programs = files::isOwnProgram(id) ? std::vector{files::ownProgram(id)} : m_bench.controller.programs();
    for (const engine::frontend::Program& program : programs) {
        if (QString::fromStdString(program.id) != id)
            continue;
        leave();
        const Dialect dialect = ofLesson != nullptr ? ofLesson->dialect : m_listings.nextDialect(program);
        const QString wanted = machine.isEmpty() ? QString::fromStdString(textIn(program.machines, dialect)) : machine;
        if (m_machines.isUsable(wanted))
            m_machines.choose(wanted);
        ofLesson != nullptr ? m_listings.openForLesson(program, *ofLesson) : m_listings.open(program);
        emit opened();
        return true;
    }
    if (!QFileInfo::exists(id))
        return false;
    if (m_machines.isUsable(machine))
        m_machines.choose(machine);
    load(id);
    if (ofLesson != nullptr)
        m_listings.awaitForLesson(id);
    return true;
}

bool Programs::openOfTrace(const engine::trace::RunInfo& run)
{
    if (run.source.empty() || engine::trace::isImported(run))
        return false;
    const auto& builtIn = m_bench.controller.programs();
    const auto found = std::ranges::find(builtIn, run.program, &engine::frontend::Program::id);
    engine::frontend::Program program = found != builtIn.end() ? *found : engine::frontend::Program();
    listing::ProgramState state;
    state.dialect = engine::frontend::dialectNamed(run.dialect);
    const std::string source = withoutLineEnds(run.source);
    if (found == builtIn.end()) {
        program.id = run.program;
        program.title = run.title;
        program.machines[state.dialect] = run.machine;
        program.sources[state.dialect] = source;
    } else if (source != withoutLineEnds(program.sources[state.dialect])) {
        state.sources[state.dialect] = QString::fromStdString(source);
    }
    // A trace that records no switches has the initial switches of its program.
    if (!run.switches.empty())
        state.flips[state.dialect] = {run.switches.begin(), run.switches.end()};
    state.parameters = {run.parameters.begin(), run.parameters.end()};
    if (run.platform == engine::trace::PlatformKind::Virtual)
        state.values = run.values;
    leave();
    const QString chosen = m_machines.chosenId();
    m_listings.openOfTrace(program, state);
    // Select the machine only now, because opening the listing also selects a machine, the one for its dialect.
    const QString machine = QString::fromStdString(run.machine);
    if (run.platform == engine::trace::PlatformKind::Virtual && m_machines.isUsable(machine))
        m_machines.choose(machine);
    m_replaced = ReplacedMachine{chosen, m_machines.chosenId()};
    emit opened();
    // An unchanged built-in listing is trusted: a flip runs it immediately. Any other listing runs only
    // after the user has allowed it.
    if (found != builtIn.end() && state.sources.empty())
        m_bench.document.adopt();
    return true;
}

/// Loads a file that the user has selected. Cancels a lesson's wait for a file; otherwise the lesson would use this
/// file.
void Programs::load(const QString& path)
{
    m_listings.forgetAwaited();
    m_bench.controller.thread().questions().load(path);
}

void Programs::openLoaded(const engine::frontend::Program& program)
{
    m_bench.programs.addFile(program);
    leave();
    (void)returnToMeasuring(program.id);
    m_listings.open(program);
    emit opened();
}

void Programs::adoptListing()
{
    if (m_listings.owner() != files::ListingKeeper::Owner::Lesson)
        return;
    m_listings.open(engine::frontend::Program(m_bench.document.program()));
    emit opened();
}

}  // namespace ui::desk
