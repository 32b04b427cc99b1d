#include "ui/charts/readout.h"

#include "ui/charts/plot.h"
#include "ui/look/theme.h"

#include <qcustomplot.h>

#include <cmath>
#include <limits>

namespace ui::charts {

namespace {

bool isShown(const QCPItemTracer& ring)
{
    return ring.graph() != nullptr && ring.graph()->visible();
}

/// Moves a ring to the value nearest to `x`. Returns the x of this value.
double place(QCPItemTracer& ring, double x)
{
    ring.setGraphKey(x);
    ring.updatePosition();
    return ring.position->key();
}

}  // namespace

Readout::Readout(QCustomPlot& chart, const Plot& plot, const look::Theme& theme)
    : m_chart(chart), m_plot(plot), m_cursor(new QCPItemLine(&chart)), m_box(new QCPItemText(&chart))
{
    const look::Tokens& tokens = theme.tokens();
    for (QCPItemPosition* end : {m_cursor->start, m_cursor->end, m_box->position})
        end->setTypeY(QCPItemPosition::ptAxisRectRatio);
    m_cursor->setPen(QPen(tokens.strong, 1));
    m_box->setObjectName(QStringLiteral("reading"));
    m_box->setClipToAxisRect(false);
    m_box->setTextAlignment(Qt::AlignLeft);
    m_box->setFont(theme.sans(10.5));
    m_box->setColor(tokens.tipText);
    m_box->setBrush(tokens.tip);
    m_box->setPadding({theme.px(8), theme.px(5), theme.px(8), theme.px(5)});
    for (int i = 0; i < chart.graphCount(); ++i) {
        auto* ring = new QCPItemTracer(&chart);
        if (!chart.graph(i)->data()->isEmpty())
            ring->setGraph(chart.graph(i));
        ring->setStyle(QCPItemTracer::tsCircle);
        ring->setPen(QPen(tokens.ink, 1.4));
        ring->setBrush(tokens.panel);
        m_rings.push_back(ring);
    }
    for (int i = 0; i < chart.itemCount(); ++i)
        chart.item(i)->setLayer(QStringLiteral("overlay"));
    clear();
}

void Readout::clear()
{
    m_lines.clear();
    for (int i = 0; i < m_chart.itemCount(); ++i)
        m_chart.item(i)->setVisible(false);
}

void Readout::readAt(double x)
{
    clear();
    double nearest = std::numeric_limits<double>::infinity();
    for (QCPItemTracer* ring : m_rings) {
        if (!isShown(*ring))
            continue;
        const double key = place(*ring, x);
        if (std::abs(key - x) >= nearest)
            continue;
        nearest = std::abs(key - x);
        m_x = key;
    }
    if (!std::isfinite(nearest))
        return;
    m_lines << QStringList{m_plot.bottom.title, QLocale().toString(m_x, 'g', 6), m_plot.bottom.unit}
                   .join(QLatin1Char(' '))
                   .trimmed();
    for (std::size_t i = 0; i < m_rings.size(); ++i)
        addLine(i);
    const bool isRight = m_chart.xAxis->coordToPixel(m_x) > m_chart.axisRect()->center().x();
    m_box->setPositionAlignment((isRight ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignTop);
    m_box->setText(m_lines.join(QLatin1Char('\n')));
    m_box->position->setCoords(m_x, 0.02);
    m_cursor->start->setCoords(m_x, 0);
    m_cursor->end->setCoords(m_x, 1);
    m_box->setVisible(true);
    m_cursor->setVisible(true);
}

void Readout::addLine(std::size_t at)
{
    QCPItemTracer& ring = *m_rings[at];
    const Series& series = m_plot.series[at];
    bool isFound = false;
    if (!isShown(ring) || !ring.graph()->getKeyRange(isFound).contains(m_x))
        return;
    // Between the points of a line with markers nothing was measured, so the readout shows no value there.
    if (place(ring, m_x) != m_x && !series.isThin && !series.isStepped)
        return;
    ring.setVisible(true);
    const Axis& axis = series.side == Side::Left ? m_plot.left : m_plot.right;
    const QString name = axis.title.isEmpty() || series.name.contains(axis.title)
                             ? series.name
                             : series.name + QStringLiteral(", ") + axis.title;
    m_lines << name + QStringLiteral(": ") + QLocale().toString(ring.position->value(), 'g', 4);
}

}  // namespace ui::charts
