#include "ui/teach/step_program.h"

#include <QDir>
#include <QFileInfo>
#include <algorithm>
#include <utility>

namespace ui::teach {

using engine::frontend::Dialect;
using engine::frontend::Program;

/// A built-in program with the listing, state and machine that a step needs.
struct StepProgram::Wanted {
    const Program& program;
    listing::ProgramState state;
    QString listing;
    QString machine;
};

namespace {

const Program* programOf(const runs::RunController& controller, const QString& id)
{
    for (const Program& program : controller.programs())
        if (QString::fromStdString(program.id) == id)
            return &program;
    return nullptr;
}

Dialect dialectOf(const Program& program, const QString& name)
{
    const Dialect wanted = engine::frontend::dialectNamed(name.toStdString());
    const bool hasDialect = program.sources.contains(wanted);
    return (!name.isEmpty() && hasDialect) || program.sources.empty() ? wanted : program.sources.begin()->first;
}

/// Returns the lines whose waits are switched by the program header or the setting, and whether the program waits
/// there. The setting overrides the header.
std::map<int, bool> flipsOf(const Program& program, Dialect dialect, const Setting& setting)
{
    std::map<int, bool> flips;
    for (const int line : linesOff(program, dialect))
        flips[line] = false;
    for (const auto& [line, isOn] : setting.flips)
        flips[line] = isOn;
    return flips;
}

listing::ProgramState stateOf(const Program& program, const Step& step, const Setting& setting)
{
    listing::ProgramState state;
    state.dialect = dialectOf(program, step.dialect);
    state.flips[state.dialect] = flipsOf(program, state.dialect, setting);
    state.parameters = setting.parameters;
    if (!step.listing.isEmpty())
        state.sources[state.dialect] = step.listing;
    return state;
}

}  // namespace

StepProgram::Outcome StepProgram::show(const Setting& setting, Change change)
{
    forgetAwaited();
    const Step& step = m_player.step();
    const Program* program = programOf(m_desk.bench().controller, step.program);
    if (program == nullptr) {
        // The program is a file beside the lesson, so the user must agree before it runs.
        const QString path = pathOf(step);
        if (!QFileInfo::exists(path) || !step.program.endsWith(QLatin1String(".py")))
            return Outcome::Missing;
        open(path, setting.machine, {});
        return Outcome::Opening;
    }
    const std::string machine = textIn(program->machines, dialectOf(*program, step.dialect));
    Wanted wanted{*program, stateOf(*program, step, setting), step.listing,
                  !setting.machine.isEmpty() ? setting.machine : QString::fromStdString(machine)};
    if (wanted.listing.isEmpty())
        wanted.listing = QString::fromStdString(program->sources.at(wanted.state.dialect));
    while (wanted.listing.endsWith(QLatin1Char('\n')))
        wanted.listing.chop(1);
    if (change == Change::InPlace && hasListing(wanted)) {
        changeInPlace(wanted);
        changeLevers(setting);
        return Outcome::Unchanged;
    }
    if (!hasListing(wanted) || !hasSetting(wanted) || !m_desk.isSettled() || m_desk.shown().isFile()) {
        open(step.program, wanted.machine, wanted.state);
        changeLevers(setting);
        return Outcome::Opening;
    }
    storeOwn();
    m_listings.transferToLesson();
    return Outcome::Unchanged;
}

bool StepProgram::hasListing(const Wanted& wanted) const
{
    const listing::ProgramDocument& document = m_desk.bench().document;
    return document.program().id == wanted.program.id && document.listing().dialect() == wanted.state.dialect &&
           document.text().source() == wanted.listing;
}

bool StepProgram::hasSetting(const Wanted& wanted) const
{
    const listing::ProgramDocument& document = m_desk.bench().document;
    const listing::SyncSwitches& switches = document.text().switches();
    const std::map<int, bool>& flips = wanted.state.flips.at(wanted.state.dialect);
    return document.state().parameters == wanted.state.parameters && m_machines.chosenId() == wanted.machine &&
           std::all_of(switches.points().begin(), switches.points().end(), [&](const auto& point) {
               const auto flip = flips.find(point.line);
               return switches.isOn(point.line) == (flip == flips.end() ? point.isInitiallyOn : flip->second);
           });
}

void StepProgram::changeInPlace(const Wanted& wanted)
{
    listing::ProgramDocument& document = m_desk.bench().document;
    if (m_machines.chosenId() != wanted.machine)
        m_desk.chooseMachine(wanted.machine);
    const auto& parameters = wanted.state.parameters;
    for (const auto& [name, value] : parameters)
        document.parameters().set(name, QString::fromStdString(value));
    for (const engine::frontend::Parameter& parameter : wanted.program.parameters)
        if (!parameters.contains(parameter.name))
            document.parameters().set(parameter.name, QString::fromStdString(parameter.value));
    if (const auto& flips = wanted.state.flips.at(wanted.state.dialect); document.text().switches().flips() != flips)
        document.edits().setFlips(flips);
}

void StepProgram::changeLevers(const Setting& setting)
{
    std::vector<listing::LeverChange> changes;
    for (const auto& [lever, value] : setting.levers) {
        const QString text = QString::fromStdString(lever);
        changes.push_back(
            {text.section(QLatin1Char(':'), 0, 0).toInt(), text.section(QLatin1Char(':'), 1).toStdString(), value});
    }
    if (!changes.empty())
        m_desk.bench().document.edits().changeLevers(std::move(changes));
}

void StepProgram::open(const QString& program, const QString& machine, const listing::ProgramState& state)
{
    storeOwn();
    m_desk.programs().openOn(program, machine, &state);
}

/// Stores the open program and machine, to restore them at the end of the lesson.
void StepProgram::storeOwn()
{
    if (!m_own)
        m_own = OwnProgram{QString::fromStdString(m_desk.bench().document.program().id), m_machines.chosenId()};
}

void StepProgram::begin()
{
    if (m_listings.owner() != files::ListingKeeper::Owner::Lesson)
        m_own.reset();
}

void StepProgram::restore()
{
    const std::optional<OwnProgram> own = std::exchange(m_own, std::nullopt);
    if (m_listings.owner() != files::ListingKeeper::Owner::Lesson)
        return;
    if (!own || !m_desk.programs().openOn(own->program, own->machine))
        m_desk.programs().openOn(QString::fromStdString(m_desk.bench().document.program().id), m_machines.chosenId());
}

bool StepProgram::isOpen() const
{
    const QString id = QString::fromStdString(m_desk.bench().document.program().id);
    return id == m_player.step().program || id == pathOf(m_player.step());
}

/// Absolute path of a program beside the lesson file; also the id of that program.
QString StepProgram::pathOf(const Step& step) const
{
    return QDir::cleanPath(QFileInfo(QFileInfo(m_player.path()).dir().filePath(step.program)).absoluteFilePath());
}

void StepProgram::forgetAwaited()
{
    if (m_listings.forgetAwaited())
        m_desk.bench().controller.thread().questions().forgetLoads();
}

}  // namespace ui::teach
