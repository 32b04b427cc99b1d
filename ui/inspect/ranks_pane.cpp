#include "ui/inspect/ranks_pane.h"

#include "engine/analysis/rank_groups.h"
#include "engine/ranks/overview.h"
#include "ui/inspect/detail/ranks.h"
#include "ui/inspect/detail/ranks_model.h"
#include "ui/inspect/detail/time_unit.h"
#include "ui/look/in_language.h"
#include "ui/look/widgets.h"

#include <QHBoxLayout>
#include <QVBoxLayout>
#include <utility>

namespace ui::inspect {

RanksPane::RanksPane(const look::Theme& theme, model::TraceFeed& feed, model::Selection& selection, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_feed(feed)
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
            [this, &selection](int bin) { selection.selectRanks(m_members[static_cast<std::size_t>(bin)]); });
    restyle();
    look::inLanguage(this, [this] {
        m_title->setText(tr("Ranks by lateness, against the median rank"));
        m_histogram->setAccessibleName(tr("Ranks by lateness"));
        m_set.reset();
        refresh();
    });
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
    m_right->setVisible(set && set->members().size() > detail::RanksModel::kMostSingle);
    if (!m_table->isVisible() || !set || m_right->isHidden() || set == m_set.lock())
        return;
    m_set = set;
    m_members.clear();
    std::vector<charts::Bin> shown;
    std::vector<engine::analysis::LatenessBin> bins = engine::analysis::latenessBins(*detail::latenessOf(set));
    const detail::TimeUnit unit(bins.empty() ? engine::Nanoseconds{} : bins.back().end);
    for (engine::analysis::LatenessBin& bin : bins) {
        shown.push_back({unit.of(bin.begin), unit.of(bin.end), static_cast<int>(bin.members.size()), bin.hasNamed});
        m_members.push_back(std::move(bin.members));
    }
    m_histogram->setBins(std::move(shown), unit.name, tr("%1 ranks: %2"));
}

}  // namespace ui::inspect
