#include "ui/inspect/late_card.h"

#include "ui/inspect/detail/bar_rows.h"
#include "ui/inspect/detail/rank_operations.h"
#include "ui/inspect/detail/ranks.h"
#include "ui/inspect/detail/wrapped_label.h"
#include "ui/look/flow.h"
#include "ui/look/format.h"
#include "ui/look/in_language.h"
#include "ui/look/widgets.h"

#include <QHBoxLayout>
#include <QVBoxLayout>
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace ui::inspect {

using detail::BarRow;
using detail::BarRows;
using engine::analysis::Straggler;

namespace {

/// In a run of at most this many ranks, each rank has a bar. In a larger run, each kind of work of the late rank has a
/// bar.
constexpr std::size_t kMostBars = 8;

using Times = std::vector<std::optional<engine::Nanoseconds>>;

/// Makes a bar for each rank: its time for the operations that explain the delay (`times`), or if `times` is empty, how
/// late it is.
std::vector<BarRow> rankRows(const engine::ranks::RunSet& set, const engine::analysis::Lateness& lateness,
                             const Straggler& straggler, const Times& times)
{
    const auto& trace = *set.members()[straggler.member].trace;
    const std::vector<engine::OpId>& ops = straggler.reason.ops;
    std::vector<BarRow> rows;
    for (std::uint32_t i = 0; i < set.members().size(); ++i) {
        BarRow row;
        row.name = LateCard::tr("rank %1").arg(set.members()[i].info.rank);
        row.isStrong = lateness.isNamed(i);
        if (times.empty()) {
            row.value = std::max(0.0, engine::toSeconds(lateness.ranks[i].late));
            row.text = detail::signedText(lateness.ranks[i].late);
        } else if (times[i]) {
            row.value = engine::toSeconds(*times[i]);
            row.text = look::durationText(*times[i]);
            if (!ops.empty())
                row.kind = trace.op(ops.front()).kind;
        } else {
            row.text = QStringLiteral("–");
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

/// Explains what the bars of rankRows() show.
QString captionOf(const engine::analysis::LateReason& reason, const Times& times)
{
    if (times.empty())
        return LateCard::tr("How late each rank is, median of the steps.");
    const QString name = reason.name.empty() ? QStringLiteral("?") : QString::fromStdString(reason.name);
    // In an imported trace, the source line may be unknown.
    return LateCard::tr("%1: mean per late step.")
        .arg(reason.line > 0 ? LateCard::tr("%1, line %2").arg(name, QString::number(reason.line)) : name);
}

}  // namespace

LateCard::LateCard(look::Theme& theme, model::TraceFeed& feed, model::Selection& selection, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_feed(feed), m_operations(new detail::RankOperations(feed, selection, this))
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    build();
    connect(&m_theme, &look::Theme::changed, this, &LateCard::restyle);
    connect(&m_feed, &model::TraceFeed::replaced, this, &LateCard::refresh);
    connect(&m_feed, &model::TraceFeed::extended, this, &LateCard::refresh);
    connect(m_select, &QPushButton::clicked, this,
            [this] { m_operations->select(m_straggler.member, m_straggler.reason); });
    connect(m_operations, &detail::RankOperations::selected, this, &LateCard::operationsSelected);
    restyle();
    look::inLanguage(this, [this] {
        setAccessibleName(tr("Who is late?"));
        m_bounds->setAccessibleName(tr("Bounds of a step"));
        refresh();
    });
}

void LateCard::build()
{
    m_text = new QLabel;
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_note = new detail::WrappedLabel;
    m_times = new BarRows(m_theme);
    m_times->setObjectName(QStringLiteral("lateTimes"));
    m_bounds = new BarRows(m_theme);
    m_bounds->setObjectName(QStringLiteral("lateBounds"));
    m_select = new QPushButton;
    m_select->setObjectName(QStringLiteral("selectLateOperations"));
    m_frame = new QFrame;
    m_frame->setObjectName(QStringLiteral("lateCard"));
    auto* inside = new QVBoxLayout(m_frame);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_select);
    buttons->addStretch(1);
    inside->addWidget(m_text);
    inside->addWidget(m_times);
    inside->addWidget(m_note);
    inside->addLayout(buttons);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_frame);
    column->addWidget(m_bounds);
}

void LateCard::restyle()
{
    const look::Tokens& t = m_theme.tokens();
    m_frame->setStyleSheet(QStringLiteral("#lateCard { background: %1; border: 1px solid %2; border-radius: %3px; }")
                               .arg(t.panel.name(), t.accent.name())
                               .arg(m_theme.px(8)));
    m_frame->layout()->setContentsMargins(m_theme.px(12), m_theme.px(9), m_theme.px(12), m_theme.px(9));
    m_frame->layout()->setSpacing(m_theme.px(5));
    layout()->setContentsMargins(m_theme.px(14), m_theme.px(10), m_theme.px(14), m_theme.px(4));
    layout()->setSpacing(m_theme.px(6));
    look::setTextStyle(*m_text, m_theme.sans(12.5, QFont::DemiBold), t.text);
    look::setTextStyle(*m_note, m_theme.sans(10.5), t.text2);
    m_select->setFont(m_theme.sans(11));
}

void LateCard::setAsking(bool isAsking)
{
    m_isAsking = isAsking;
    refresh();
}

void LateCard::refresh()
{
    const engine::trace::TracePtr& trace = m_feed.trace();
    const QString text = m_isAsking ? QString() : detail::lateText(m_feed.rankFigures());
    m_text->setText(look::formatForWrapping(text));
    setAccessibleDescription(text);
    setVisible(!text.isEmpty());
    if (text.isEmpty())
        return;
    const auto lateness = m_feed.rankFigures().lateness();
    m_straggler = lateness->stragglers.empty() ? *lateness->rare : lateness->stragglers.front();
    // Omit the times in a live run, because their cost is linear in all spans.
    if (trace->isLive())
        m_times->show({});
    else
        showTimes();
    m_note->setVisible(!trace->isLive());
    const auto operations = static_cast<int>(m_straggler.reason.ops.size());
    m_select->setVisible(operations > 0);
    m_select->setText(tr("Select the %n operation(s)", nullptr, operations));
    m_select->setToolTip(tr("Selects the operations of the last late step that explain the delay"));
    m_bounds->show(detail::boundRows(*lateness));
    m_bounds->setToolTip(
        tr("Lower bounds of a step, mean over all steps: if every rank arrived with the median one, and if no transfer "
           "had to be waited for. The line is its actual length, %1.")
            .arg(look::durationText(lateness->meanStep())));
    // Without this, the outer layout would keep the height that the frame had for the previous texts.
    m_frame->layout()->activate();
    m_frame->updateGeometry();
}

void LateCard::showTimes()
{
    model::RankFigures& figures = m_feed.rankFigures();
    const engine::ranks::RunSetPtr& set = figures.set();
    const Straggler& straggler = m_straggler;
    if (set->members().size() <= kMostBars) {
        const engine::analysis::Lateness& lateness = *figures.lateness();
        const Times times = engine::analysis::reasonTimes(*set, lateness, straggler);
        m_times->show(rankRows(*set, lateness, straggler, times));
        m_note->setText(captionOf(straggler.reason, times));
    } else {
        m_times->show(straggler.isRare ? detail::workRowsOfLateSteps(figures, straggler.member)
                                       : detail::workRows(figures, straggler.member));
        const QString text = straggler.isRare
                                 ? tr("Rank %1, mean of its late steps. The mark is the median of all ranks.")
                                 : tr("Rank %1, mean of all steps. The mark is the median of all ranks.");
        m_note->setText(text.arg(set->members()[straggler.member].info.rank));
    }
    m_times->setAccessibleName(m_note->text());
}

}  // namespace ui::inspect
