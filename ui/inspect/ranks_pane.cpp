#include "ui/inspect/ranks_pane.h"

#include "engine/analysis/rank_groups.h"
#include "engine/ranks/overview.h"
#include "ui/inspect/detail/ranks.h"
#include "ui/inspect/detail/ranks_model.h"
#include "ui/inspect/detail/time_unit.h"
#include "ui/look/format.h"
#include "ui/look/in_language.h"
#include "ui/look/widgets.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QVBoxLayout>
#include <algorithm>
#include <initializer_list>
#include <utility>

namespace ui::inspect {

RanksPane::RanksPane(const look::Theme& theme, model::TraceFeed& feed, model::Selection& selection, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_feed(feed), m_selection(selection)
{
    build();
    connect(&theme, &look::Theme::changed, this, &RanksPane::restyle);
    connect(m_table, &RanksTable::rowsChanged, this, &RanksPane::refresh);
    connect(m_charts, &look::Segmented::chosen, this, &RanksPane::choose);
    connect(m_lateness, &charts::Histogram::picked, this,
            [this](int bin) { m_selection.selectRanks(m_members[static_cast<std::size_t>(bin)]); });
    connect(m_steps, &charts::Histogram::picked, this, [this](int step) {
        const auto lateness = m_feed.rankFigures().lateness();
        const engine::analysis::Scope& scope = lateness->steps[static_cast<std::size_t>(step)].scope;
        emit rangeWanted({scope.begin, scope.end});
    });
    connect(&selection, &model::Selection::ranksChanged, this, &RanksPane::followSelection);
    for (QWidget* part : std::initializer_list<QWidget*>{m_table, m_steps, m_lateness})
        part->installEventFilter(this);
    restyle();
    look::inLanguage(this, [this] {
        m_find->setPlaceholderText(tr("Rank, node or host"));
        m_find->setAccessibleName(m_find->placeholderText());
        m_title->setText(tr("Time lost in each step"));
        m_charts->setSegments({tr("Lost per step"), tr("Lateness")},
                              {tr("Time lost in each step"), tr("How many ranks are how late")});
        m_steps->setAccessibleName(tr("Time lost in each step"));
        m_lateness->setAccessibleName(tr("Ranks by lateness"));
        m_set.reset();
        refresh();
    });
}

void RanksPane::build()
{
    m_table = new RanksTable(m_theme, m_feed, m_selection);
    m_find = new QLineEdit;
    m_find->setObjectName(QStringLiteral("findRank"));
    m_find->setClearButtonEnabled(true);
    connect(m_find, &QLineEdit::textChanged, m_table, &RanksTable::find);
    connect(m_find, &QLineEdit::returnPressed, m_table, &RanksTable::selectFirst);
    m_title = new QLabel;
    m_named = new QLabel;
    m_charts = new look::Segmented(m_theme, look::Segmented::Size::Small);
    m_steps = new charts::Histogram(m_theme, charts::Histogram::Scale::Linear);
    m_steps->setObjectName(QStringLiteral("lostInSteps"));
    m_lateness = new charts::Histogram(m_theme, charts::Histogram::Scale::Logarithmic);
    m_lateness->setObjectName(QStringLiteral("ranksByLateness"));
    m_right = new QWidget;
    auto* column = new QVBoxLayout(m_right);
    auto* head = new QHBoxLayout;
    head->addWidget(m_title);
    head->addWidget(m_charts);
    head->addStretch(1);
    head->addWidget(m_named);
    column->addLayout(head);
    column->addWidget(m_steps, 1);
    column->addWidget(m_lateness, 1);
    auto* row = look::setFlushLayout<QHBoxLayout>(this);
    auto* left = new QVBoxLayout;
    left->setSpacing(0);
    left->addWidget(m_find);
    left->addWidget(m_table, 1);
    row->addLayout(left, 2);
    row->addWidget(m_right, 1);
    setFocusProxy(m_table);
}

/// Esc deselects ranks. The widgets around the pane, such as a dock, receive Esc only if no rank is selected.
bool RanksPane::eventFilter(QObject* watched, QEvent* event)
{
    const bool isKey = event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress;
    if (!isKey || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape || m_selection.ranks().empty())
        return QWidget::eventFilter(watched, event);
    event->accept();
    if (event->type() == QEvent::KeyPress)
        m_selection.selectRanks({});
    return true;
}

bool RanksPane::hasContent() const
{
    return engine::ranks::setOf(*m_feed.trace()) != nullptr;
}

void RanksPane::restyle()
{
    look::setTextStyle(*m_title, m_theme.sans(11.5, QFont::DemiBold), m_theme.tokens().text);
    look::setGround(*m_right, m_theme.tokens().panel);
    m_right->layout()->setContentsMargins(m_theme.px(12), m_theme.px(6), m_theme.px(12), m_theme.px(4));
    m_right->layout()->setSpacing(m_theme.px(2));
    m_find->setFont(m_theme.sans(12));
    look::setTextStyle(*m_named, m_theme.sans(11), m_theme.tokens().accent);
}

/// Updates the bars only while the table is visible, because they need the lateness, which is computed at the first
/// request.
void RanksPane::refresh()
{
    emit contentChanged();
    const auto& set = m_feed.trace()->rankPart().set;
    m_find->setVisible(set != nullptr && set->members().size() > detail::RanksModel::kMostSingle);
    if (m_find->isHidden())
        m_find->clear();
    if (!set || !m_table->isVisible())
        return m_right->setVisible(set != nullptr);
    m_right->setVisible(m_feed.rankFigures().lateness()->isKnown());
    if (set == m_set.lock())
        return;
    m_set = set;
    const bool isLarge = set->members().size() > detail::RanksModel::kMostSingle;
    m_charts->setVisible(isLarge);
    m_title->setVisible(!isLarge);
    choose(isLarge ? m_charts->current() : BySteps);
    const std::vector<std::uint32_t> named = m_feed.rankFigures().lateness()->named();
    m_named->setText(QStringLiteral("■ ") + tr("rank %1").arg(detail::ranksText(*set, named)));
    m_named->setVisible(!named.empty());
    showSteps();
    showRanks();
    followSelection();
}

/// Shows the time that each step loses, in the accent colour if a rank in Lateness::named() causes it.
void RanksPane::showSteps()
{
    const auto& set = m_feed.trace()->rankPart().set;
    const auto lateness = m_feed.rankFigures().lateness();
    engine::Nanoseconds most{};
    for (const engine::analysis::StepLateness& step : lateness->steps)
        most = std::max(most, step.cost);
    const detail::TimeUnit unit(most);
    std::vector<charts::Bin> bins;
    for (const engine::analysis::StepLateness& step : lateness->steps) {
        const auto number = static_cast<double>(bins.size() + 1);
        const QString rank = QString::number(set->members()[step.last].info.rank);
        bins.push_back({number - 0.5, number + 0.5, unit.of(step.cost), lateness->isNamed(step.last),
                        tr("step %1: %2 lost to rank %3")
                            .arg(look::countText(bins.size() + 1), look::durationText(step.cost), rank)});
    }
    m_steps->setBins(std::move(bins), lateness->areStepsOfALoop ? tr("step") : tr("collective"), unit.name);
}

void RanksPane::showRanks()
{
    m_members.clear();
    std::vector<charts::Bin> shown;
    std::vector<engine::analysis::LatenessBin> bins = engine::analysis::latenessBins(*m_feed.rankFigures().lateness());
    const detail::TimeUnit unit(bins.empty() ? engine::Nanoseconds{} : std::max(-bins.front().begin, bins.back().end));
    for (engine::analysis::LatenessBin& bin : bins) {
        const auto count = static_cast<int>(bin.members.size());
        shown.push_back(
            {unit.of(bin.begin), unit.of(bin.end), static_cast<double>(count), bin.hasNamed,
             tr("%n rank(s): %1", nullptr, count)
                 .arg(QStringLiteral("%1 – %2 %3").arg(unit.text(bin.begin), unit.text(bin.end), unit.name))});
        m_members.push_back(std::move(bin.members));
    }
    m_lateness->setBins(std::move(shown), tr("%1 late, against the median rank").arg(unit.name));
}

void RanksPane::choose(int chart)
{
    m_charts->setCurrent(chart == ByRanks ? ByRanks : BySteps);
    m_steps->setVisible(chart != ByRanks);
    m_lateness->setVisible(chart == ByRanks);
}

/// Outlines the bar whose ranks are selected.
void RanksPane::followSelection()
{
    const std::vector<std::uint32_t>& ranks = m_selection.ranks();
    const auto found = ranks.empty() ? m_members.end() : std::ranges::find(m_members, ranks);
    m_lateness->setCurrent(found != m_members.end() ? static_cast<int>(found - m_members.begin()) : -1);
}

}  // namespace ui::inspect
