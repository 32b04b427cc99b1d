#include "ui/runs/ranks_field.h"

#include "engine/listing/text_facts.h"
#include "ui/look/in_language.h"
#include "ui/look/languages.h"

#include <QSignalBlocker>

namespace ui::runs {

namespace {

constexpr const char* kParameter = "ranks";
constexpr int kMost = 64;  // maximum number of ranks on one computer

}  // namespace

RanksField::RanksField(const Workbench& bench, QWidget* parent) : QSpinBox(parent), m_bench(bench)
{
    setObjectName(QStringLiteral("ranks"));
    setRange(1, kMost);
    setKeyboardTracking(false);  // typing 16 must not start a run with 1
    connect(this, &QSpinBox::valueChanged, this,
            [this](int ranks) { m_bench.document.parameters().set(kParameter, QString::number(ranks)); });
    const listing::ProgramDocument& document = bench.document;
    connect(&document, &listing::ProgramDocument::opened, this, &RanksField::showValue);
    connect(&document.parameters(), &listing::ProgramParameters::valuesChanged, this, &RanksField::showValue);
    connect(&document.listing(), &listing::ProgramListing::textChanged, this, &RanksField::showState);
    connect(&document.listing(), &listing::ProgramListing::dialectChanged, this, &RanksField::showState);
    connect(&bench.controller, &RunController::ready, this, &RanksField::showState);
    connect(&bench.theme, &look::Theme::changed, this, &RanksField::restyle);
    look::inLanguage(this, [this] {
        setAccessibleName(tr("Ranks"));
        setPrefix(QStringLiteral("%1: ").arg(tr("Ranks")));
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
    const QString problem = look::messageText(m_bench.controller.noRanks());
    setEnabled(problem.isEmpty());
    setToolTip(!problem.isEmpty() ? problem
               : m_ranks == Ranks::Simulated
                   ? tr("Processes that run the program together, as torchrun starts them")
                   : tr("Processes that run the program together on this computer; mpirun starts them"));
    if (isShown == isVisibleTo(parentWidget()))
        return;
    setVisible(isShown);
    emit fitWanted();
}

void RanksField::restyle()
{
    setFont(m_bench.theme.sans(12, QFont::Medium));
    setFixedHeight(m_bench.theme.px(28));
}

}  // namespace ui::runs
