#include "ui/shell/status_line.h"

#include <QAccessible>
#include <QPainter>

namespace ui::shell {

StatusLine::StatusLine(look::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("statusLine"));
    connect(&theme, &look::Theme::changed, this, &StatusLine::restyle);
    restyle();
}

void StatusLine::restyle()
{
    setFixedHeight(m_theme.px(32));
    update();
}

QString StatusLine::text() const
{
    QStringList parts{m_activity.isEmpty() ? m_report.headline : m_activity};
    for (const StatusFigure& figure : m_report.figures)
        parts << figure.name + QLatin1Char(' ') + figure.value;
    parts << m_report.note;
    parts.removeAll(QString());
    return parts.join(QStringLiteral(", "));
}

void StatusLine::setReport(const StatusReport& report)
{
    m_report = report;
    setAccessibleName(text());
    QAccessibleEvent event(this, QAccessible::NameChanged);
    QAccessible::updateAccessibility(&event);
    update();
}

void StatusLine::setActivity(const QString& activity)
{
    if (m_activity == activity)
        return;
    m_activity = activity;
    setAccessibleName(text());
    update();
}

void StatusLine::setTip(const QString& tip)
{
    m_tip = tip;
    update();
}

int StatusLine::paintHeadline(QPainter& painter, int x) const
{
    const look::Tokens& tokens = m_theme.tokens();
    const bool isBusy = !m_activity.isEmpty();
    const bool isBad = !isBusy && (m_report.ending == Ending::Failed || m_report.ending == Ending::OutOfMemory);
    const bool isGood = !isBusy && m_report.ending == Ending::Finished;
    const QColor colour = isBad ? tokens.fail : isGood ? tokens.ok : isBusy ? tokens.accent : tokens.text2;
    const QString text = isBusy ? m_activity : m_report.headline;
    if (text.isEmpty())
        return x;
    const int size = m_theme.px(14);
    const QString icon = isBad    ? QStringLiteral("xmark")
                         : isGood ? QStringLiteral("check")
                         : isBusy ? QStringLiteral("clock")
                                  : QStringLiteral("stop");
    m_theme.icon(icon, colour).paint(&painter, QRect(x, (height() - size) / 2, size, size));
    x += size + m_theme.px(5);
    painter.setFont(m_theme.sans(11.5, QFont::DemiBold));
    painter.setPen(colour);
    painter.drawText(QRect(x, 0, width(), height()), Qt::AlignVCenter, text);
    return x + painter.fontMetrics().horizontalAdvance(text);
}

int StatusLine::paintFigure(QPainter& painter, int x, const StatusFigure& figure, int limit) const
{
    const look::Tokens& tokens = m_theme.tokens();
    const bool isStrong = figure.tone == FigureTone::Strong;
    const QFont name = m_theme.sans(11.5);
    const QFont value = m_theme.mono(11.5, isStrong ? QFont::Bold : QFont::Medium);
    const int nameWidth = QFontMetrics(name).horizontalAdvance(figure.name);
    const int width = nameWidth + m_theme.px(7) + QFontMetrics(value).horizontalAdvance(figure.value);
    const int begin = x + m_theme.px(14);
    if (begin + m_theme.px(14) + width > limit)
        return -1;
    painter.fillRect(QRect(begin, (height() - m_theme.px(16)) / 2, 1, m_theme.px(16)), tokens.line);
    x = begin + m_theme.px(14);
    painter.setFont(name);
    painter.setPen(tokens.text2);
    painter.drawText(QRect(x, 0, nameWidth + 4, height()), Qt::AlignVCenter, figure.name);
    painter.setFont(value);
    painter.setPen(isStrong ? tokens.accent : figure.tone == FigureTone::Fail ? tokens.fail : tokens.text);
    painter.drawText(QRect(x + nameWidth + m_theme.px(7), 0, this->width(), height()), Qt::AlignVCenter, figure.value);
    return x + width;
}

void StatusLine::paintEvent(QPaintEvent*)
{
    const look::Tokens& tokens = m_theme.tokens();
    QPainter painter(this);
    painter.fillRect(rect(), tokens.chrome);
    painter.fillRect(QRect(0, 0, width(), 1), tokens.line);
    const int edge = m_theme.px(12);
    int limit = width() - edge;
    if (!m_report.note.isEmpty()) {
        painter.setFont(m_theme.sans(11.5));
        painter.setPen(tokens.text3);
        painter.drawText(QRect(0, 0, limit, height()), Qt::AlignRight | Qt::AlignVCenter, m_report.note);
        limit -= painter.fontMetrics().horizontalAdvance(m_report.note) + m_theme.px(14);
    }
    int x = paintHeadline(painter, edge);
    if (!m_tip.isEmpty()) {
        painter.setFont(m_theme.sans(11.5));
        painter.setPen(tokens.text2);
        painter.drawText(QRect(x + m_theme.px(20), 0, limit - x, height()), Qt::AlignVCenter, m_tip);
        return;
    }
    for (const StatusFigure& figure : m_report.figures) {
        x = paintFigure(painter, x, figure, limit);
        if (x < 0)
            break;
    }
}

}  // namespace ui::shell
