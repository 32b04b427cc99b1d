#include "ui/inspect/inspector_view.h"

#include "ui/inspect/detail/elided_label.h"
#include "ui/inspect/detail/labels.h"
#include "ui/inspect/detail/wrapped_label.h"
#include "ui/inspect/life_bar.h"
#include "ui/look/flow.h"
#include "ui/look/header_look.h"
#include "ui/look/in_language.h"
#include "ui/look/widgets.h"

#include <QHBoxLayout>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

namespace ui::inspect {

using detail::ElidedLabel;
using detail::WrappedLabel;

namespace {

constexpr int kRowHeight = 20;

/// Index of a wait on `line`: the one that contains `now`, or else the last one before `now`, or else the first one.
/// -1: the line has no waits.
int waitOnLine(const engine::trace::Trace& trace, int line, engine::Nanoseconds now)
{
    int found = -1;
    for (std::size_t i = 0; i < trace.waits().size(); ++i) {
        const engine::trace::WaitRecord& wait = trace.waits()[i];
        if (wait.line != line)
            continue;
        if (found < 0 || wait.begin <= now)
            found = static_cast<int>(i);
        if (wait.begin <= now && now < wait.end)
            break;
    }
    return found;
}

}  // namespace

InspectorView::InspectorView(look::Theme& theme, model::TraceFeed& feed, model::Selection& selection,
                             model::Playhead& playhead, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_feed(feed), m_selection(selection), m_playhead(playhead)
{
    setObjectName(QStringLiteral("inspector"));
    build();
    look::inLanguage(this, [this] {
        setAccessibleName(tr("Inspector"));
        m_heading->setText(tr("Inspector"));
    });
    connect(&m_theme, &look::Theme::changed, this, &InspectorView::restyle);
    connect(&m_feed, &model::TraceFeed::replaced, this, &InspectorView::update);
    connect(&m_feed, &model::TraceFeed::extended, this, &InspectorView::update);
    connect(&m_feed, &model::TraceFeed::contextChanged, this, &InspectorView::update);
    connect(&m_selection, &model::Selection::opChanged, this, &InspectorView::update);
    connect(&m_selection, &model::Selection::moreChanged, this, &InspectorView::update);
    connect(&m_selection, &model::Selection::ranksChanged, this, &InspectorView::update);
    connect(&m_feed.ranks(), &model::RankLoader::changed, this, &InspectorView::update);
    connect(&m_selection, &model::Selection::lineChanged, this, &InspectorView::update);
    connect(&m_selection, &model::Selection::scopeChanged, this, &InspectorView::update);
    connect(&m_playhead, &model::Playhead::moved, this, [this] {
        const bool isOfRanks =
            !m_selection.op().isValid() && !m_selection.ranks().empty() && m_feed.trace()->rankPart().set != nullptr;
        const bool isOfBlock = !m_selection.op().isValid() && m_selection.line() <= 0 && m_selection.block() >= 0;
        if (!isOfRanks && !isOfBlock)
            update();
    });
    restyle();
}

void InspectorView::build()
{
    auto* header = new QWidget;
    auto* headerLayout = new QHBoxLayout(header);
    headerLayout->setContentsMargins(0, 0, 0, 0);
    m_icon = new QLabel;
    m_heading = new QLabel;
    m_kindChip = new QLabel;
    m_stateChip = new QLabel;
    headerLayout->addWidget(m_icon);
    headerLayout->addWidget(m_heading);
    headerLayout->addStretch(1);
    headerLayout->addWidget(m_kindChip);
    headerLayout->addWidget(m_stateChip);

    m_title = new ElidedLabel;
    m_place = new WrappedLabel;
    m_life = new LifeBar(m_theme);
    m_rows = new QWidget;
    m_grid = new QGridLayout(m_rows);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(0);
    m_why = new QLabel;
    m_why->setTextFormat(Qt::RichText);
    m_why->setWordWrap(true);
    m_why->setObjectName(QStringLiteral("inspectorWhy"));
    m_why->setTextInteractionFlags(Qt::TextSelectableByMouse);

    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(0);
    layout->addWidget(header);
    m_table = new QLabel;
    m_table->setTextFormat(Qt::RichText);
    m_table->setWordWrap(true);
    m_table->setTextInteractionFlags(Qt::TextSelectableByMouse);
    for (QWidget* part : std::initializer_list<QWidget*>{m_title, m_place, m_life, m_rows, m_table, m_why})
        layout->addWidget(part);
    layout->addStretch(1);
}

void InspectorView::restyle()
{
    const look::Tokens& t = m_theme.tokens();
    look::setGround(*this, t.panel);
    const int margin = m_theme.px(14);
    layout()->setContentsMargins(margin, m_theme.px(8), margin, m_theme.px(8));
    auto* column = static_cast<QVBoxLayout*>(layout());
    column->itemAt(0)->widget()->setFixedHeight(m_theme.px(26));
    m_icon->setPixmap(m_theme.icon(QStringLiteral("info"), t.text2).pixmap(m_theme.px(15), m_theme.px(15)));
    look::setTextStyle(*m_heading, m_theme.sans(12, QFont::DemiBold), t.text);
    look::setTextStyle(*m_place, m_theme.sans(11.5), t.text2);
    look::setTextColour(*m_title, t.text);
    m_place->setContentsMargins(0, m_theme.px(4), 0, m_theme.px(4));
    m_grid->setColumnStretch(1, 1);
    m_grid->setContentsMargins(0, m_theme.px(5), 0, m_theme.px(9));
    m_why->setFont(m_theme.sans(11.5));
    m_why->setStyleSheet(
        QStringLiteral("#inspectorWhy { background: %1; border-radius: %2px; padding: %3px %4px; color: %5; }")
            .arg(t.chrome.name())
            .arg(m_theme.px(6))
            .arg(m_theme.px(8))
            .arg(m_theme.px(10))
            .arg(t.text2.name()));
    show(m_description);
    update();
}

void InspectorView::setHidden(const QString& toDo)
{
    m_hidden = toDo;
    update();
}

void InspectorView::update()
{
    if (!m_hidden.isEmpty()) {
        Description hidden;
        hidden.isCode = false;
        hidden.title = tr("Results are hidden");
        hidden.whyTitle = tr("First:");
        hidden.why = m_hidden;
        return show(hidden);
    }
    const engine::trace::TracePtr& trace = m_feed.trace();
    const engine::trace::TracePtr operations = m_feed.operations();
    const engine::Nanoseconds now = m_playhead.time();
    Description next;
    const int wait = m_selection.line() > 0 ? waitOnLine(*trace, m_selection.line(), now) : -1;
    if (!m_selection.more().empty()) {
        std::vector<engine::OpId> ops = m_selection.more();
        ops.push_back(m_selection.op());
        return show(describeSeveral(*operations, ops));
    }
    if (m_selection.op().isValid() && m_selection.op().index < operations->opCount())
        next = describeOp(*operations, m_selection.op(), now);
    else if (!m_selection.ranks().empty() && trace->rankPart().set)
        next = describeRanks(m_feed, m_selection.ranks(), m_selection.block() >= 0 || m_selection.range().has_value());
    else if (wait >= 0)
        next = describeWait(*trace, static_cast<std::size_t>(wait), now);
    else if (m_selection.block() >= 0 && static_cast<std::size_t>(m_selection.block()) < trace->blocks().size())
        next = describeBlock(*trace, static_cast<std::size_t>(m_selection.block()), m_feed.context());
    else if (trace->rankPart().set && !m_selection.range())
        next = describeRunOfRanks(*trace, m_feed.rankFigures(), now);
    else
        next = describeRun(*trace, now, m_selection.range());
    show(next);
}

void InspectorView::show(const Description& description)
{
    m_description = description;
    showChip(*m_kindChip, description.kindText, description.kindTone);
    showChip(*m_stateChip, description.stateText, description.stateTone);
    m_title->setFont(description.isCode ? m_theme.mono(13, QFont::DemiBold) : m_theme.sans(13, QFont::DemiBold));
    static_cast<ElidedLabel*>(m_title)->setText(description.title);
    m_place->setText(look::formatForWrapping(description.place));
    m_place->setVisible(!description.place.isEmpty());
    m_life->show(description.life, description.kind, description.kindTone);
    showRows(description.rows);
    showTable(description.table);
    showWhy(description);
    auto* const column = static_cast<QVBoxLayout*>(layout());
    const int rows = column->indexOf(m_rows), why = column->indexOf(m_why);
    if ((why < rows) != description.isWhyFirst) {
        column->removeWidget(m_why);
        column->insertWidget(column->indexOf(m_rows) + (description.isWhyFirst ? 0 : 1), m_why);
    }
    setAccessibleDescription(description.title + QStringLiteral(", ") + description.stateText + QStringLiteral(". ") +
                             QString(description.why).remove(QLatin1Char('`')));
}

void InspectorView::showChip(QLabel& chip, const QString& text, Tone tone)
{
    const look::Tokens& t = m_theme.tokens();
    const look::KindColours& kind = m_theme.kind(m_description.kind);
    const QColor ground = tone == Tone::Kind      ? kind.tint
                          : tone == Tone::Sync    ? t.syncSoft
                          : tone == Tone::Fail    ? t.failSoft
                          : tone == Tone::Warning ? t.warnSoft
                                                  : t.sunken;
    const QColor ink = tone == Tone::Kind      ? kind.textOnTint
                       : tone == Tone::Sync    ? t.sync
                       : tone == Tone::Fail    ? t.fail
                       : tone == Tone::Warning ? t.warn
                                               : t.text2;
    chip.setText(text);
    look::styleChip(m_theme, chip, ground, ink);
    chip.setVisible(!text.isEmpty());
}

/// Reuses the widgets, because the playhead updates the rows 60 times per second.
void InspectorView::showRows(const std::vector<Row>& rows)
{
    int row = 0;
    for (const Row& entry : rows)
        showRow(row++, entry);
    for (; m_grid->itemAtPosition(row, 0); ++row)
        for (int column : {0, 1})
            m_grid->itemAtPosition(row, column)->widget()->hide();
    fitColumns();
}

/// Makes the column of names as wide as the longest name. If the longest word of a value would then be broken, makes
/// the column narrower, down to a third of the width.
void InspectorView::fitColumns()
{
    const QFontMetricsF names(m_theme.sans(11.5)), values(m_theme.mono(11));
    double name = m_theme.px(98), value = 0;  // `value` includes one more pixel, because widths are rounded
    for (const Row& row : m_description.rows) {
        name = std::max(name, names.horizontalAdvance(row.name) + m_theme.px(8));
        for (const QString& word : look::formatForWrapping(row.value).split(QLatin1Char(' ')))
            value = std::max(value, std::ceil(values.horizontalAdvance(word)) + 1);
    }
    const QMargins margins = layout()->contentsMargins();
    const double room = width() - margins.left() - margins.right();
    m_grid->setColumnMinimumWidth(0, static_cast<int>(std::min(std::ceil(name), std::max(room - value, room / 3))));
}

void InspectorView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitColumns();
}

void InspectorView::showRow(int row, const Row& entry)
{
    auto* name =
        m_grid->itemAtPosition(row, 0) ? qobject_cast<QLabel*>(m_grid->itemAtPosition(row, 0)->widget()) : nullptr;
    auto* value =
        m_grid->itemAtPosition(row, 1) ? qobject_cast<QLabel*>(m_grid->itemAtPosition(row, 1)->widget()) : nullptr;
    if (!name) {
        name = new WrappedLabel;
        name->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
        value = new WrappedLabel;
        value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        m_grid->addWidget(name, row, 0);
        m_grid->addWidget(value, row, 1);
    }
    name->setMinimumHeight(m_theme.px(kRowHeight));
    value->setMinimumHeight(m_theme.px(kRowHeight));
    look::setTextStyle(*name, m_theme.sans(11.5), m_theme.tokens().text2);
    look::setTextStyle(*value, m_theme.mono(11), m_theme.tokens().text);
    name->setText(entry.name);
    value->setText(look::formatForWrapping(entry.value));
    name->show();
    value->show();
}

void InspectorView::showTable(const Table& table)
{
    const look::Tokens& t = m_theme.tokens();
    QString html;
    for (const QStringList& row : table.rows) {
        html += QStringLiteral("<tr>");
        for (const QString& cell : row)
            html += QStringLiteral("<td align=\"right\" style=\"padding-left:%1px;color:%2\">%3</td>")
                        .arg(m_theme.px(7))
                        .arg((html.contains(QLatin1String("</tr>")) ? t.text : t.text3).name(),
                             look::formatForWrapping(cell.toHtmlEscaped()).replace(QLatin1Char(' '), QChar::Nbsp));
        html += QStringLiteral("</tr>");
    }
    m_table->setVisible(!table.rows.empty());
    m_table->setFont(m_theme.sans(10.5));
    m_table->setToolTip(table.tip);
    if (!table.note.isEmpty())
        html += QStringLiteral("<tr><td colspan=\"%1\" style=\"padding-left:%2px;color:%3\">%4</td></tr>")
                    .arg(QString::number(table.rows.front().size()), QString::number(m_theme.px(7)), t.text3.name(),
                         table.note.toHtmlEscaped());
    m_table->setAccessibleDescription(table.tip);
    const QString text = QStringLiteral("<p style=\"color:%1\"><b>%2</b></p><table cellspacing=\"0\">%3</table>")
                             .arg(t.text2.name(), table.title.toHtmlEscaped(), html);
    if (m_table->text() != text)
        m_table->setText(text);
}

void InspectorView::showWhy(const Description& description)
{
    const QString code = m_theme.mono(10.5).families().join(QStringLiteral("','"));
    m_why->setText(
        QStringLiteral("<p style=\"line-height:%1px\"><span style=\"font-weight:600;color:%2\">%3</span> %4</p>")
            .arg(m_theme.px(16))
            .arg(m_theme.tokens().text.name(), description.whyTitle.toHtmlEscaped(),
                 look::formatForWrapping(detail::richText(description.why, code, m_theme.px(10.5)))));
    m_why->setVisible(!description.why.isEmpty());
}

}  // namespace ui::inspect
