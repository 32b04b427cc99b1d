#include "ui/runs/ranks_field.h"

#include "engine/listing/text_facts.h"
#include "ui/look/in_language.h"
#include "ui/look/languages.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QMenu>
#include <QSignalBlocker>

#include <memory>

namespace ui::runs {

namespace {

constexpr const char* kParameter = "ranks";
constexpr const char* kHosts = "hosts";
constexpr int kMost = 64;  // maximum number of ranks on one computer

}  // namespace

RanksField::RanksField(const Workbench& bench, QWidget* parent) : QSpinBox(parent), m_bench(bench)
{
    setObjectName(QStringLiteral("ranks"));
    setRange(1, kMost);
    setKeyboardTracking(false);  // otherwise typing 16 would start a run with 1 rank
    connect(this, &QSpinBox::valueChanged, this,
            [this](int ranks) { m_bench.document.parameters().set(kParameter, QString::number(ranks)); });
    buildMenu();
    const listing::ProgramDocument& document = bench.document;
    connect(&document, &listing::ProgramDocument::opened, this, &RanksField::showValue);
    connect(&document.parameters(), &listing::ProgramParameters::valuesChanged, this, &RanksField::showValue);
    connect(&document.listing(), &listing::ProgramListing::textChanged, this, &RanksField::showState);
    connect(&document.listing(), &listing::ProgramListing::dialectChanged, this, &RanksField::showState);
    connect(&bench.controller.thread(), &RunThread::ready, this, [this](const auto&, const engine::Message& noRanks) {
        m_noRanks = noRanks;
        showState();
    });
    connect(&bench.theme, &look::Theme::changed, this, &RanksField::restyle);
    look::inLanguage(this, [this] {
        setAccessibleName(tr("Ranks"));
        setPrefix(QStringLiteral("%1: ").arg(tr("Ranks")));
        m_otherComputers->setText(tr("Run on the computers of a file…"));
        m_thisComputer->setText(tr("Run on this computer"));
        showValue();
    });
    restyle();
}

void RanksField::offer(Ranks ranks)
{
    m_ranks = ranks;
    showState();
}

void RanksField::showValue()
{
    const QSignalBlocker blocker(this);
    bool isNumber = false;
    const int ranks = m_bench.document.parameters().value(kParameter).toInt(&isNumber);
    setValue(isNumber ? ranks : 1);
    showState();
}

void RanksField::showState()
{
    const bool isShown =
        m_ranks != Ranks::OfAFile && engine::listing::communicates(m_bench.document.text().source().toStdString());
    const QString problem = look::messageText(m_noRanks);
    setEnabled(problem.isEmpty());
    const bool areProcesses = m_ranks == Ranks::Processes;
    const bool haveHosts = areProcesses && value() > 1 && !hosts().isEmpty();  // a single rank runs on this computer
    const QString file = haveHosts ? QFileInfo(hosts()).fileName() : QString();
    setToolTip(
        !problem.isEmpty() ? problem
        : !areProcesses    ? tr("Processes that run the program together, as torchrun starts them")
        : file.isEmpty()
            ? tr("Processes that run the program together on this computer; mpirun starts them. The context "
                 "menu chooses other computers")
            : tr("Processes that run the program together on the computers of %1; mpirun starts them").arg(hosts()));
    setSuffix(file.isEmpty() ? QString() : QStringLiteral(" · %1").arg(file));
    m_otherComputers->setVisible(areProcesses);
    m_thisComputer->setVisible(!file.isEmpty());
    if (isShown == isVisibleTo(parentWidget()))
        return;
    setVisible(isShown);
    emit fitWanted();
}

QString RanksField::hosts() const
{
    return m_bench.document.parameters().value(kHosts);
}

void RanksField::buildMenu()
{
    m_otherComputers = new QAction(this);
    m_otherComputers->setObjectName(QStringLiteral("ranksOnOtherComputers"));
    m_thisComputer = new QAction(this);
    m_thisComputer->setObjectName(QStringLiteral("ranksOnThisComputer"));
    addActions({m_otherComputers, m_thisComputer});
    connect(m_otherComputers, &QAction::triggered, this, &RanksField::chooseHosts);
    connect(m_thisComputer, &QAction::triggered, this, [this] { m_bench.document.parameters().set(kHosts, {}); });
}

/// Shows a menu with the commands of a text field, the choice of computers, and the commands of a spin box.
void RanksField::contextMenuEvent(QContextMenuEvent* event)
{
    const std::unique_ptr<QMenu> menu(lineEdit()->createStandardContextMenu());
    menu->addSeparator();
    menu->addActions(actions());
    menu->addSeparator();
    menu->addAction(tr("One more"), this, &QSpinBox::stepUp)->setEnabled(stepEnabled() & StepUpEnabled);
    menu->addAction(tr("One less"), this, &QSpinBox::stepDown)->setEnabled(stepEnabled() & StepDownEnabled);
    menu->exec(event->globalPos());
}

void RanksField::chooseHosts()
{
    const QString file = QFileDialog::getOpenFileName(window(), tr("File with one computer a line, this one first"),
                                                      QFileInfo(hosts()).path());
    if (!file.isEmpty())
        m_bench.document.parameters().set(kHosts, file);
}

void RanksField::restyle()
{
    setFont(m_bench.theme.sans(12, QFont::Medium));
    setFixedHeight(m_bench.theme.px(28));
}

}  // namespace ui::runs
