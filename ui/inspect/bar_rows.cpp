#include "ui/inspect/detail/bar_rows.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <utility>

namespace ui::inspect::detail {

namespace {

constexpr double kRow = 18;
constexpr double kBar = 8;
constexpr double kGap = 10;

}  // namespace

BarRows::BarRows(const look::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(&theme, &look::Theme::changed, this, [this] { updateGeometry(); });
}

void BarRows::show(std::vector<BarRow> rows)
{
    m_rows = std::move(rows);
    QStringList texts;
    for (const BarRow& row : m_rows)
        texts << QStringLiteral("%1: %2 %3").arg(row.name, row.text, row.ratio).trimmed();
    setAccessibleDescription(texts.join(QStringLiteral("; ")));
    setVisible(!m_rows.empty());
    updateGeometry();
    update();
}

QSize BarRows::sizeHint() const
{
    return {m_theme.px(220), static_cast<int>(m_theme.px(kRow) * std::ssize(m_rows))};
}

QFont BarRows::fontOf(const BarRow& row) const
{
    return m_theme.sans(11, row.isStrong ? QFont::DemiBold : QFont::Normal);
}

void BarRows::paintEvent(QPaintEvent*)
{
    const look::Tokens& t = m_theme.tokens();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont mono = m_theme.mono(10.5);
    const QFont monoBold = m_theme.mono(10.5, QFont::DemiBold);
    double name = 0, text = 0, ratio = 0, most = 0;
    for (const BarRow& row : m_rows) {
        name = std::max(name, QFontMetricsF(fontOf(row)).horizontalAdvance(row.name));
        text = std::max(text, QFontMetricsF(mono).horizontalAdvance(row.text));
        ratio = std::max(ratio, QFontMetricsF(monoBold).horizontalAdvance(row.ratio));
        most = std::max({most, row.value, row.mark.value_or(0)});
    }
    const double gap = m_theme.px(kGap), height = m_theme.px(kRow);
    name = std::min(name, width() * 0.4);
    const double ratioLeft = width() - ratio;
    const double textRight = ratio > 0 ? ratioLeft - gap : width();
    const QRectF track(name + gap, 0, std::max(0.0, textRight - text - gap - name - gap), m_theme.px(kBar));
    double top = 0;
    for (const BarRow& row : m_rows) {
        const QRectF line(0, top, width(), height);
        top += height;
        painter.setFont(fontOf(row));
        painter.setPen(row.isStrong ? t.text : t.text2);
        painter.drawText(QRectF(0, line.top(), name, height), Qt::AlignLeft | Qt::AlignVCenter,
                         QFontMetricsF(painter.font()).elidedText(row.name, Qt::ElideRight, name));
        painter.setFont(mono);
        painter.setPen(row.isStrong ? t.text : t.text2);
        painter.drawText(QRectF(0, line.top(), textRight, height), Qt::AlignRight | Qt::AlignVCenter, row.text);
        painter.setFont(monoBold);
        painter.drawText(QRectF(0, line.top(), width(), height), Qt::AlignRight | Qt::AlignVCenter, row.ratio);
        QRectF bar = track;
        bar.moveTop(line.center().y() - bar.height() / 2);
        painter.setPen(Qt::NoPen);
        painter.setBrush(t.sunken);
        painter.drawRoundedRect(bar, m_theme.px(2), m_theme.px(2));
        if (most <= 0)
            continue;
        QRectF filled = bar;
        filled.setWidth(bar.width() * std::clamp(row.value / most, 0.0, 1.0));
        painter.setBrush(row.kind ? m_theme.patternBrush(*row.kind, devicePixelRatioF()) : QBrush(t.text2));
        painter.drawRoundedRect(filled, m_theme.px(2), m_theme.px(2));
        if (row.mark) {
            const double x = bar.left() + bar.width() * *row.mark / most;
            painter.fillRect(QRectF(x - 1, bar.top() - m_theme.px(3), 2, bar.height() + 2 * m_theme.px(3)), t.ink);
        }
    }
}

}  // namespace ui::inspect::detail
