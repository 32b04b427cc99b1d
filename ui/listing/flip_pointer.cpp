#include "ui/listing/flip_pointer.h"

#include "ui/listing/listing.h"
#include "ui/listing/listing_gutter.h"
#include "ui/listing/listing_layout.h"
#include "ui/listing/program_listing.h"
#include "ui/listing/sync_switch.h"
#include "ui/model/visible_range.h"

#include <QEvent>
#include <QFontMetrics>
#include <QPainter>
#include <algorithm>
#include <utility>
#include <vector>

namespace ui::listing {

FlipPointer::FlipPointer(const look::Theme& theme, const model::TraceFeed& feed, Listing& listing,
                         const ProgramListing& program)
    : QWidget(&listing), m_theme(theme), m_feed(feed), m_listing(listing), m_program(program)
{
    setObjectName(QStringLiteral("flipPointer"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    hide();
    listing.gutter().installEventFilter(this);
    connect(&feed, &model::TraceFeed::replaced, this, &FlipPointer::place);
    connect(&program, &ProgramListing::switchesChanged, this, &FlipPointer::readSwitches);
    connect(&theme, &look::Theme::changed, this, &FlipPointer::place);
}

void FlipPointer::setFlipped(bool hasFlipped)
{
    m_hasFlipped = hasFlipped;
    place();
}

void FlipPointer::setStage(bool isStage)
{
    m_isStage = isStage;
    place();
}

/// Detects a flip: the lines with switches are unchanged, but the state of a switch differs.
void FlipPointer::readSwitches()
{
    const QHash<int, bool> states = m_program.text().switches().states();
    const QHash<int, bool> before = std::exchange(m_states, states);
    const bool hasSameLines =
        states.size() == before.size() &&
        std::all_of(states.keyBegin(), states.keyEnd(), [&](int line) { return before.contains(line); });
    m_hasFlipped = m_hasFlipped || (hasSameLines && states != before);
    place();
}

/// Moves the callout with its switch: the gutter is repainted whenever its switches move.
bool FlipPointer::eventFilter(QObject* object, QEvent* event)
{
    if (event->type() == QEvent::Paint)
        place();
    return QWidget::eventFilter(object, event);
}

QWidget* FlipPointer::target() const
{
    SyncSwitch* target = nullptr;
    const int origin = model::originLineOf(*m_feed.trace());
    for (SyncSwitch* each : m_listing.gutter().findChildren<SyncSwitch*>()) {
        const bool isTimed = each->line() > origin;
        const bool isBetter = target == nullptr || (isTimed && target->line() <= origin) ||
                              (isTimed == (target->line() > origin) && each->line() < target->line());
        if (!each->isHidden() && each->isChecked() && isBetter)
            target = each;
    }
    return target;
}

QString FlipPointer::text() const
{
    return tr("Click this switch: the program runs without the wait");
}

/// Returns a rectangle in which the callout covers no code; empty if there is none. The candidates are: below the
/// switch; between the switch's line and the second line after it; to the right of the line's code.
QRect FlipPointer::freePlace(const QWidget& target)
{
    const QPoint origin = m_listing.viewport()->mapTo(&m_listing, QPoint());
    const std::vector<ListingRow> rows = m_listing.visibleRows();
    const int line = lineAt(rows, target.mapTo(&m_listing, target.rect().center()).y() - origin.y());
    if (line == 0)
        return {};
    const auto row = rows.begin() + (line - rows.front().line);
    const int width = QFontMetrics(m_theme.sans(10.5, QFont::Medium)).horizontalAdvance(text()) + m_theme.px(20);
    const QPoint below = target.mapTo(&m_listing, QPoint(m_theme.px(4), target.height() - m_theme.px(1)));
    const QRect end = freeEnd(*row).toRect().translated(origin);
    QRect beside(end.left() + m_theme.px(10), 0, width, m_theme.px(21));
    beside.moveTop(end.center().y() - beside.height() / 2);
    const int top = row->text.toRect().translated(origin).bottom() + 1;
    const int bottom = rows.end() - row > 2 ? (row + 2)->text.toRect().translated(origin).top() : 0;
    // If there is no room beside the code for a callout of the usual height, try the height of a row of code.
    const QRect inRow(beside.left(), end.top(), width, end.height());
    const QRect candidates[] = {QRect(below, beside.size()), {below.x(), top, width, bottom - top}, beside, inRow};
    const auto coversCode = [&](const QRect& place) {
        return std::any_of(rows.begin(), rows.end(), [&](const ListingRow& each) {
            const std::vector<QRectF> code = codeRects(each);
            return std::any_of(code.begin(), code.end(),
                               [&](const QRectF& rect) { return rect.translated(origin).intersects(place); });
        });
    };
    for (const QRect& place : candidates) {
        m_isBeside = place.left() == beside.left();
        if (place.isValid() && m_listing.rect().contains(place) && !coversCode(place))
            return place;
    }
    return {};
}

/// Must change nothing if nothing has moved: the gutter calls this while it is painted, and a change repaints the
/// gutter.
void FlipPointer::place()
{
    const QWidget* at = m_hasFlipped || m_isStage || m_feed.trace()->opCount() == 0 ? nullptr : target();
    const QRect place = at != nullptr ? freePlace(*at) : QRect();
    if (place.isValid() && place != geometry())
        setGeometry(place);
    if (accessibleName() != text())
        setAccessibleName(text());
    if (place.isValid() != isVisibleTo(&m_listing)) {
        setVisible(place.isValid());
        raise();
    }
}

void FlipPointer::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.tokens().tip);
    const double tip = m_theme.px(4), at = m_theme.px(14);
    const double middle = height() / 2.0;
    const QPointF up[] = {{at - tip, tip}, {at, 0}, {at + tip, tip}};
    const QPointF left[] = {{tip, middle - tip}, {0, middle}, {tip, middle + tip}};
    painter.drawPolygon(m_isBeside ? left : up, 3);
    const QRectF box = QRectF(rect()).adjusted(m_isBeside ? tip : 0, m_isBeside ? 0 : tip, 0, 0);
    painter.drawRoundedRect(box, m_theme.px(4), m_theme.px(4));
    painter.setFont(m_theme.sans(10.5, QFont::Medium));
    painter.setPen(m_theme.tokens().tipText);
    painter.drawText(box, Qt::AlignCenter, text());
}

}  // namespace ui::listing
