#include "ui/commands/actions.h"
#include "ui/compare/listing_pane.h"
#include "ui/look/languages.h"
#include "ui/runs/banner.h"
#include "ui/runs/compare_control.h"
#include "ui/runs/trace_opener.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QLocale>
#include <QMenu>

namespace ui::runs {

using compare::Which;
using engine::trace::TracePtr;

namespace {

/// Escapes ampersands, which mark mnemonics in menus.
QString inMenu(QString text)
{
    return text.replace(QLatin1Char('&'), QLatin1String("&&"));
}

}  // namespace

/// Opens the menu of a side with all runs that are available or can be made.
void CompareControl::choose(Which which, QWidget* below)
{
    auto* menu = new QMenu(m_listings);
    menu->setObjectName(QStringLiteral("chooseRun"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [&](const QString& text, Source source) {
        menu->addAction(inMenu(text), this, [this, which, source = std::move(source)] { setSource(which, source); });
    };
    const TracePtr& now = m_bench.feed.trace();
    if (now->opCount() > 0 && !now->isLive())
        add(tr("This run"), Source{Source::Kind::Now, 0, 0, {}, tr("Now")});
    if (m_before->isKept())
        add(tr("Before: %1").arg(m_before->run().name),
            Source{Source::Kind::Kept, 0, 0, m_before->run(), tr("Before")});
    constexpr std::size_t kMostBlocks = 20;
    for (std::size_t i = 0; i < std::min(now->blocks().size(), kMostBlocks); ++i)
        add(tr("Benchmark \"%1\"").arg(QString::fromStdString(now->blocks()[i].label)),
            Source{Source::Kind::Blocks, i, i, {}, QString::fromStdString(now->blocks()[i].label)});
    QMenu* earlier = menu->addMenu(tr("Earlier runs"));
    for (const KeptRun& run : m_earlier)
        if (run.trace != now)
            earlier->addAction(inMenu(run.name), this, [this, which, run] {
                setSource(which, Source{Source::Kind::Kept, 0, 0, run, {}});
            });
    earlier->setEnabled(!earlier->isEmpty());
    addShelf(*menu, which);
    addMachines(*menu, which);
    menu->addSeparator();
    menu->addAction(tr("Open trace…"), this, [this, which] { openFile(which); });
    menu->popup(below->mapToGlobal(QPoint(0, below->height())));
}

/// Adds runs from before this start, with date and time.
void CompareControl::addShelf(QMenu& menu, Which which)
{
    if (m_shelf == nullptr)
        return;
    QMenu* shelf = menu.addMenu(tr("Runs before this start"));
    shelf->setObjectName(QStringLiteral("shelf"));
    for (const RunShelf::Entry& entry : m_shelf->earlier()) {
        const QString when = QLocale().toString(entry.when, QLocale::ShortFormat);
        shelf->addAction(inMenu(tr("%1 · %2").arg(when, entry.name)), this,
                         [this, which, path = entry.path, name = entry.name] { openPath(which, path, name); });
    }
    shelf->setEnabled(!shelf->isEmpty());
}

/// Adds the current program on every other virtual machine; selecting one runs it.
void CompareControl::addMachines(QMenu& menu, Which which)
{
    if (m_bench.document.program().id.empty() || !m_bench.document.isTrusted())
        return;
    QMenu* machines = menu.addMenu(tr("The listing on another machine"));
    machines->setObjectName(QStringLiteral("machines"));
    for (const engine::device::MachineInfo& machine : m_parts.machines()) {
        if (machine.kind != engine::trace::PlatformKind::Virtual || !machine.problem.empty())
            continue;
        const QString label = QString::fromStdString(machine.label);
        machines->addAction(inMenu(label), this,
                            [this, which, id = machine.id, label] { runOn(id, label, await(which)); });
    }
    machines->setEnabled(!machines->isEmpty());
}

/// Runs the program on machine `id` for a side. If the program changes during the run, the run is repeated.
void CompareControl::runOn(const std::string& id, const QString& label, quint64 choice)
{
    const auto request = [this, id] {
        engine::frontend::RunRequest asItStands = m_bench.document.request();
        asItStands.machine = id;
        return asItStands;
    };
    const auto then = [=, this, revision = m_bench.document.revision()](const auto& answer) {
        const auto side = sideThatAwaits(choice);
        if (!side)
            return;
        if (revision != m_bench.document.revision() && m_bench.document.isTrusted())
            return runOn(id, label, choice);
        if (!answer) {
            say(tr("The program could not run on %1").arg(label), look::inWords(answer.error().message));
            return;
        }
        KeptRun run{*answer, m_bench.feed.context(), nameOfRun(**answer)};
        setSource(*side, Source{Source::Kind::Kept, 0, 0, std::move(run), label, request});
    };
    m_bench.controller.predict(request(), this, then, RunController::Use::Lasting);
}

void CompareControl::openFile(Which which)
{
    const QString path =
        QFileDialog::getOpenFileName(&m_bench.window, tr("Open trace"), QString(), TraceOpener::fileFilter());
    if (path.isEmpty())
        return;
    openPath(which, path, QFileInfo(path).fileName());
}

void CompareControl::openPath(Which which, const QString& path, const QString& name)
{
    m_fileChoice = await(which);
    m_fileName = name;
    m_opener->open(path);
}

void CompareControl::buildOpener(QWidget& parent)
{
    m_banner = new Banner(m_bench.theme, &parent);
    m_banner->setObjectName(QStringLiteral("compareBanner"));
    m_banner->setMotion(!m_bench.actions.reducedMotion->isChecked());
    connect(m_bench.actions.reducedMotion, &QAction::toggled, m_banner,
            [this](bool isOn) { m_banner->setMotion(!isOn); });
    m_opener = new TraceOpener(*m_banner, this);
    connect(m_opener, &TraceOpener::opened, this, [this](const QString&, const TracePtr& trace, const QString& note) {
        const auto side = sideThatAwaits(m_fileChoice);
        if (!side)
            return;
        setSource(*side, Source{Source::Kind::Kept, 0, 0, KeptRun{trace, {}, m_fileName}, m_fileName});
        if (!note.isEmpty())
            say(m_fileName, note);
    });
    connect(m_opener, &TraceOpener::failed, this, [this](const QString&, const QString& sentence) {
        if (sideThatAwaits(m_fileChoice))
            say(tr("This trace could not be opened"), sentence);
    });
}

/// Shows a message above the comparison, because the comparison hides the window's own banner.
void CompareControl::say(const QString& title, const QString& text)
{
    if (isOpen())
        m_banner->open({Banner::Tone::Info, title, text, {}, {}});
    else
        emit said(title, text);
}

}  // namespace ui::runs
