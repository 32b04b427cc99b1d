#include "ui/runs/compare_runs_bar.h"

#include "engine/analysis/scope.h"
#include "ui/look/format.h"
#include "ui/look/in_language.h"
#include "ui/look/widgets.h"

#include <QHBoxLayout>

namespace ui::runs {

namespace {

double makespanOf(const NamedRun& run)
{
    return engine::toSeconds(engine::analysis::runScope(*run.trace).length());
}

}  // namespace

CompareRunsBar::CompareRunsBar(const look::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("compareRunsBar"));
    auto* row = new QHBoxLayout(this);
    m_first = new QLabel(this);
    m_others = new look::Segmented(theme, look::Segmented::Size::Small, this);
    row->addWidget(m_first);
    row->addWidget(m_others);
    row->addStretch(1);
    connect(m_others, &look::Segmented::chosen, this, [this](int id) {
        m_other = static_cast<std::size_t>(id) + 1;
        emit chosen(m_runs.front(), m_runs[m_other]);
    });
    connect(&theme, &look::Theme::changed, this, &CompareRunsBar::restyle);
    restyle();
    hide();
    look::inLanguage(this, [this] { setTexts(); });
}

void CompareRunsBar::setRuns(std::vector<NamedRun> runs, ChangeNames names)
{
    m_runs = std::move(runs);
    m_names = std::move(names);
    m_other = 1;
    setVisible(m_runs.size() == 3);
    setTexts();
    if (m_runs.size() == 3)
        m_others->setCurrent(0);
}

void CompareRunsBar::setTexts()
{
    if (m_runs.size() != 3)
        return;
    const double first = makespanOf(m_runs.front());
    m_first->setText(
        tr("%1 (whole run %2) compared with").arg(m_runs.front().name(), look::clockText(engine::fromSeconds(first))));
    QStringList texts, tips;
    for (std::size_t i = 1; i < m_runs.size(); ++i) {
        const double seconds = makespanOf(m_runs[i]);
        const QString factor = seconds > 0 ? look::factorText(first / seconds) : QString();
        const NamedRun &a = m_runs.front(), &run = m_runs[i];
        const QString change = changeTitle({a.trace, a.context}, {run.trace, run.context}, m_names);
        const QString title = !run.ownName.isEmpty() ? run.ownName
                              : !change.isEmpty()    ? change
                                                     : tr("run %1").arg(i + 1);
        texts << tr("%1: %2, %3").arg(title, look::clockText(engine::fromSeconds(seconds)), factor);
        tips << m_runs[i].name();
    }
    m_others->setSegments(texts, tips);
    m_others->setAccessibleName(tr("The run to compare with"));
}

void CompareRunsBar::restyle()
{
    look::setGround(*this, m_theme.tokens().chrome);
    layout()->setContentsMargins(m_theme.px(12), m_theme.px(4), m_theme.px(12), m_theme.px(4));
    layout()->setSpacing(m_theme.px(8));
    m_first->setFont(m_theme.sans(11.5, QFont::Medium));
}

}  // namespace ui::runs
