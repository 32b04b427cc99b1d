#include "ui/inspect/ranks_pane.h"

#include "engine/analysis/rank_groups.h"
#include "engine/ranks/overview.h"
#include "ui/inspect/detail/ranks.h"
#include "ui/inspect/detail/ranks_model.h"
#include "ui/inspect/detail/time_unit.h"
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
    m_table = new RanksTable(theme, feed, selection);
    m_title = new QLabel;
    m_histogram = new charts::Histogram(theme);
    m_right = new QWidget;
    auto* column = new QVBoxLayout(m_right);
    column->addWidget(m_title);
    column->addWidget(m_histogram, 1);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_table, 5);
    row->addWidget(m_right, 3);
    setFocusProxy(m_table);
    connect(&theme, &look::Theme::changed, this, &RanksPane::restyle);
    connect(m_table, &RanksTable::rowsChanged, this, &RanksPane::refresh);
    connect(m_histogram, &charts::Histogram::picked, this,
            [this](int bin) { m_selection.selectRanks(m_members[static_cast<std::size_t>(bin)]); });
    connect(&selection, &model::Selection::ranksChanged, this, &RanksPane::followSelection);
    for (QWidget* part : std::initializer_list<QWidget*>{m_table, m_histogram})
        part->installEventFilter(this);
    restyle();
    look::inLanguage(this, [this] {
        m_title->setText(tr("Ranks by lateness, against the median rank"));
        m_histogram->setAccessibleName(tr("Ranks by lateness"));
        m_set.reset();
        refresh();
    });
}

/// Esc first deselects ranks; only then it is for the surroundings, such as a dock.
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
    m_title->setFont(m_theme.sans(11.5, QFont::DemiBold));
    look::setTextColour(*m_title, m_theme.tokens().text);
    look::setGround(*m_right, m_theme.tokens().panel);
    m_right->layout()->setContentsMargins(m_theme.px(12), m_theme.px(6), m_theme.px(12), m_theme.px(4));
    m_right->layout()->setSpacing(m_theme.px(2));
}

/// The histogram follows the visible table, which computes the lateness.
void RanksPane::refresh()
{
    emit contentChanged();
    const auto& set = m_feed.trace()->rankPart().set;
    const bool isLarge = set && set->members().size() > detail::RanksModel::kMostSingle;
    if (!isLarge || !m_table->isVisible())
        return m_right->setVisible(isLarge);
    const auto lateness = detail::latenessOf(set);
    m_right->setVisible(lateness->isKnown());
    if (set == m_set.lock())
        return;
    m_set = set;
    m_members.clear();
    std::vector<charts::Bin> shown;
    std::vector<engine::analysis::LatenessBin> bins = engine::analysis::latenessBins(*lateness);
    const detail::TimeUnit unit(bins.empty() ? engine::Nanoseconds{} : bins.back().end);
    for (engine::analysis::LatenessBin& bin : bins) {
        shown.push_back({unit.of(bin.begin), unit.of(bin.end), static_cast<int>(bin.members.size()), bin.hasNamed});
        m_members.push_back(std::move(bin.members));
    }
    m_histogram->setBins(std::move(shown), unit.name, tr("%1 ranks: %2"));
    followSelection();
}

/// Outlines the bar whose ranks are selected.
void RanksPane::followSelection()
{
    const std::vector<std::uint32_t>& ranks = m_selection.ranks();
    const auto found = ranks.empty() ? m_members.end() : std::ranges::find(m_members, ranks);
    m_histogram->setCurrent(found != m_members.end() ? static_cast<int>(found - m_members.begin()) : -1);
}

}  // namespace ui::inspect
