#include "ui/run_choice/compare_runs_bar.h"

#include "engine/analysis/failure.h"
#include "engine/analysis/scope.h"
#include "ui/look/format.h"
#include "ui/look/in_language.h"
#include "ui/look/widgets.h"

#include <QHBoxLayout>

namespace ui::run_choice {

using runs::ChangeNames;
using runs::NamedRun;

namespace {

engine::Nanoseconds makespanOf(const NamedRun& run)
{
    return engine::analysis::runScope(*run.trace).length();
}

/// Returns "1.0316 s, 5.51×", or "stopped early". Omits the factor if the first run was stopped, or if the measurements
/// show no difference.
QString lengthText(const NamedRun& first, const NamedRun& run)
{
    const engine::Nanoseconds length = makespanOf(run);
    if (engine::analysis::wasStopped(*run.trace))
        return CompareRunsBar::tr("stopped early");
    const bool isDecided =
        !engine::analysis::wasStopped(*first.trace) && length.count() > 0 &&
        runs::lengthDifference({first.trace, first.context}, {run.trace, run.context}) == engine::Difference::Shown;
    if (!isDecided)
        return look::clockText(length);
    const double factor = engine::toSeconds(makespanOf(first)) / engine::toSeconds(length);
    return QStringLiteral("%1, %2").arg(look::clockText(length), look::factorText(factor));
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
    const NamedRun& first = m_runs.front();
    m_first->setText(tr("%1 (whole run %2) compared with")
                         .arg(first.name(), engine::analysis::wasStopped(*first.trace)
                                                ? tr("stopped early")
                                                : look::clockText(makespanOf(first))));
    QStringList texts, tips;
    for (std::size_t i = 1; i < m_runs.size(); ++i) {
        const NamedRun& run = m_runs[i];
        const QString change = runs::changeTitle({first.trace, first.context}, {run.trace, run.context}, m_names);
        const QString title = !run.ownName.isEmpty() ? run.ownName
                              : !change.isEmpty()    ? change
                                                     : tr("run %1").arg(i + 1);
        texts << QStringLiteral("%1: %2").arg(title, lengthText(first, run));
        tips << run.name();
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

}  // namespace ui::run_choice
