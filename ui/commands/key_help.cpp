#include "ui/commands/key_help.h"

#include <QEvent>
#include <QFontMetrics>
#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>
#include <QRegularExpression>
#include <algorithm>
#include <utility>

namespace ui::commands {

KeyHelp::KeyHelp(const look::Theme& theme, const Actions& actions, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_actions(actions)
{
    setObjectName(QStringLiteral("keyHelp"));
    setFocusPolicy(Qt::StrongFocus);
    hide();
    parent->installEventFilter(this);
}

QList<KeyHelp::Entry> KeyHelp::entries() const
{
    QList<Entry> list;
    using Group = Actions::Group;
    static const QRegularExpression kKeptView(QStringLiteral("^view[1-9]$"));  // one row for these nine commands
    for (Group group : {Group::Run, Group::Edit, Group::Timeline, Group::View, Group::Panels, Group::Graph,
                        Group::Lessons, Group::Appearance, Group::Language, Group::File, Group::Help}) {
        bool isFirst = true;
        for (const QAction* action : m_actions.of(group)) {
            QString keys = keysOf(*action);
            if (action == m_actions.compare)
                keys += QStringLiteral("  C");  // the key C works while a view has the keyboard focus
            const bool isKeptView = action->objectName().contains(kKeptView);
            if (keys.isEmpty() || (isKeptView && action->objectName() != QLatin1String("view1")))
                continue;
            if (std::exchange(isFirst, false))
                list.append({QString(), Actions::titleOf(group), true});
            if (isKeptView)
                list.append({QStringLiteral("1 … 9"), tr("Go to a saved view"), false});
            else
                list.append({keys, nameOf(*action), false});
        }
    }
    list.append({QString(), tr("With the mouse"), true});
    list.append({tr("Ctrl + wheel, pinch"), tr("zoom at the pointer"), false});
    list.append({tr("wheel, Shift + wheel"), tr("scroll lanes, move in time"), false});
    list.append({tr("drag on the canvas"), tr("measure; edges snap within 6 px"), false});
    list.append({tr("middle or Shift + drag"), tr("move in time"), false});
    list.append({tr("double click"), tr("zoom to it; on an empty area, the whole run"), false});
    list.append({tr("click in the gutter"), tr("flip the wait of the line"), false});
    return list;
}

/// The width of the widest row: text, keys, and the gap between them.
int KeyHelp::widestOf(const QList<Entry>& list) const
{
    const QFontMetrics text(m_theme.sans(11.5)), keys(m_theme.mono(10.5, QFont::Medium));
    int widest = 0;
    for (const Entry& entry : list)
        widest = std::max(widest, text.horizontalAdvance(entry.text) + keys.horizontalAdvance(entry.keys));
    return widest + m_theme.px(16);
}

void KeyHelp::open()
{
    setGeometry(parentWidget()->rect());
    QStringList words;
    for (const Entry& entry : entries())
        words << (entry.isTitle ? entry.text + QLatin1Char(':') : entry.keys + QStringLiteral(", ") + entry.text);
    setAccessibleName(tr("Keys and gestures"));
    setAccessibleDescription(words.join(QStringLiteral("; ")));
    show();
    raise();
    setFocus();
}

void KeyHelp::paintEvent(QPaintEvent*)
{
    const look::Tokens& tokens = m_theme.tokens();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), QColor(0, 0, 0, 110));
    const QList<Entry> list = entries();
    const int side = m_theme.px(24);
    const int widest = widestOf(list);
    const auto columnAt = [&](double at) { return std::max(m_theme.px(350 * at), qRound(widest * at) + side); };
    // Reduce the font size, by at most half, until all rows fit.
    double factor = 1.0;
    const auto fits = [&] {
        const int columns = std::clamp((width() - 4 * side) / columnAt(factor), 1, 4);
        const auto rows = (static_cast<int>(list.size()) + columns - 1) / columns;
        return rows * m_theme.px(21 * factor) + m_theme.px(118) <= height();
    };
    while (!fits() && factor > 0.55)
        factor -= 0.05;
    const int row = m_theme.px(21 * factor);
    const int column = columnAt(factor);
    const int head = m_theme.px(46);
    const int columns = std::clamp((width() - 4 * side) / column, 1, 4);
    const auto rows = static_cast<int>((list.size() + columns - 1) / columns);
    const QRect card(0, 0, columns * column + 2 * side, std::min(height() - 2 * side, rows * row + head + side));
    const QRect box = card.translated((width() - card.width()) / 2, (height() - card.height()) / 2);
    QPainterPath path;
    path.addRoundedRect(box, m_theme.px(11), m_theme.px(11));
    painter.fillPath(path, tokens.panel);
    painter.setClipPath(path);
    painter.setPen(tokens.text);
    painter.setFont(m_theme.sans(14, QFont::DemiBold));
    painter.drawText(QRect(box.left() + side, box.top(), box.width(), head), Qt::AlignVCenter, tr("Keys and gestures"));
    for (int i = 0; i < list.size(); ++i) {
        const int x = box.left() + side + (i / rows) * column;
        const QRect line(x, box.top() + head + (i % rows) * row, column - side, row);
        if (list[i].isTitle) {
            painter.setFont(m_theme.sans(11.5 * factor, QFont::DemiBold));
            painter.setPen(tokens.accent);
            painter.drawText(line, Qt::AlignBottom, list[i].text);
            continue;
        }
        painter.setFont(m_theme.sans(11.5 * factor));
        painter.setPen(tokens.text2);
        painter.drawText(line, Qt::AlignVCenter, list[i].text);
        painter.setFont(m_theme.mono(10.5 * factor, QFont::Medium));
        painter.setPen(tokens.text);
        painter.drawText(line, Qt::AlignVCenter | Qt::AlignRight, list[i].keys);
    }
}

void KeyHelp::keyPressEvent(QKeyEvent*)
{
    hide();
}

void KeyHelp::mousePressEvent(QMouseEvent*)
{
    hide();
}

bool KeyHelp::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && isVisible())
        setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(watched, event);
}

}  // namespace ui::commands
