#include "ui/charts/chart.h"

#include "ui/charts/series_style.h"
#include "ui/look/physical_key.h"
#include "ui/look/translate.h"

#include <QMenu>
#include <algorithm>
#include <cmath>

namespace ui::charts {

namespace {

constexpr double kZoomStep = 1.5;
constexpr double kSmallestView = 1e-6;  ///< fraction of the whole axis
constexpr double kLonger = 1.06;        ///< length of an axis relative to its values, so that no marker is cut
constexpr std::size_t kMaxMarkers = 60;
constexpr int kClick = 3;  ///< maximum movement of the pointer during a click, in pixels

/// The range of an axis without values. For a single value, this range is extended to include the value.
QCPRange unitRange(const Axis& values)
{
    return values.isLogarithmic ? QCPRange(1, 10) : QCPRange(0, 1);
}

/// Returns the range of the x values, extended to include 0. rescale() would centre a single x and show negative values
/// to its left.
QCPRange valuesAndZero(const QCPAxis& axis)
{
    QCPRange range(0, 0);
    for (const QCPGraph* graph : axis.graphs()) {
        bool isFound = false;
        const QCPRange keys = graph->getKeyRange(isFound);
        if (isFound)
            range.expand(keys);
    }
    return range;
}

/// Returns the end of an axis that begins at 0: `value`, rounded up to a multiple of a round number that is about a
/// tenth of `value`.
double roundEnd(double value)
{
    constexpr double kSteps = 10;
    if (!(value > 0))
        return value;
    const double rough = value / kSteps, unit = std::pow(10.0, std::floor(std::log10(rough)));
    const double step = rough <= unit ? unit : rough <= 2 * unit ? 2 * unit : rough <= 5 * unit ? 5 * unit : 10 * unit;
    return std::ceil(value / step - 1e-9) * step;
}

void lengthen(QCPAxis& axis)
{
    const QCPRange& range = axis.range();
    const bool isLogarithmic = axis.scaleType() == QCPAxis::stLogarithmic;
    axis.scaleRange(kLonger, isLogarithmic ? std::sqrt(range.lower * range.upper) : range.center());
}

/// Whether a logarithmic axis has too few ticks if they are at powers of ten alone. False for less than a decade, where
/// QCustomPlot places linear ticks.
bool isFewDecades(const QCPRange& range)
{
    return range.upper > 10 * range.lower && range.upper < 300 * range.lower;
}

bool canBeLogarithmic(const Plot& plot)
{
    return std::ranges::all_of(plot.series, [](const Series& series) {
        return series.side == Side::Right ||
               std::ranges::all_of(series.points, [](const QPointF& point) { return !(point.y() <= 0); });
    });
}

}  // namespace

Chart::Chart(const look::Theme& theme, QWidget* parent) : QCustomPlot(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("plot"));
    setFocusPolicy(Qt::StrongFocus);
    setAutoAddPlottableToLegend(false);
    setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    axisRect()->setRangeDrag(Qt::Horizontal);
    axisRect()->setRangeZoom(Qt::Horizontal);
    layer(QStringLiteral("overlay"))->setMode(QCPLayer::lmBuffered);
    auto* const head = new QCPLayoutInset;
    axisRect()->insetLayout()->take(legend);
    head->addElement(legend, Qt::AlignLeft | Qt::AlignTop);
    plotLayout()->insertRow(0);
    plotLayout()->addElement(0, 0, head);
    legend->setVisible(true);
    legend->setBrush(Qt::NoBrush);
    legend->setBorderPen(Qt::NoPen);
    connect(xAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, &Chart::onRangeChanged);
    connect(this, &QCustomPlot::mouseDoubleClick, this, &Chart::showAll);
    connect(&theme, &look::Theme::changed, this, [this] { setPlot(m_plot); });
    setPlot({});
}

void Chart::setPlot(Plot plot)
{
    if (plot.title == m_plot.title && plot.bottom.title == m_plot.bottom.title) {
        plot.bottom.shown = m_plot.bottom.shown;
        if (m_isLogarithmic)
            plot.left.isLogarithmic = *m_isLogarithmic && canBeLogarithmic(plot);
        for (Series& series : plot.series)
            series.isHidden = std::ranges::any_of(
                m_plot.series, [&](const Series& before) { return before.isHidden && before.name == series.name; });
    } else {
        m_isLogarithmic.reset();
    }
    m_plot = std::move(plot);
    clearPlottables();
    clearItems();
    const QSignalBlocker blocker(xAxis);  // setScaleType() may change the range, which is not a zoom by the user
    setBackground(m_theme.tokens().panel);
    styleAxis(*xAxis, m_plot.bottom);
    styleAxis(*yAxis, m_plot.left);
    styleAxis(*yAxis2, m_plot.right);
    xAxis->grid()->setVisible(false);
    yAxis2->setVisible(m_plot.hasRight());
    addMarks();
    axisRect()->setMinimumMargins({m_theme.px(4), m_theme.px(8), m_theme.px(8), 0});
    plotLayout()->setRowSpacing(0);
    legend->setIconSize(m_theme.px(22), m_theme.px(10));
    legend->setMargins({m_theme.px(8), m_theme.px(4), m_theme.px(8), 0});
    legend->setIconTextPadding(m_theme.px(8));
    legend->setColumnSpacing(m_theme.px(12));
    legend->setRowSpacing(0);
    for (const Series& series : m_plot.series)
        addSeries(series);
    m_readout.emplace(*this, m_plot, m_theme);
    setAccessibleName(m_plot.title);
    setAccessibleDescription(spokenPlot(m_plot));
    arrange(width());
    fit();
    replot(QCustomPlot::rpQueuedReplot);
}

void Chart::addSeries(const Series& series)
{
    QVector<QCPGraphData> points;
    for (const QPointF& point : series.points)
        if (std::isfinite(point.x()) && std::isfinite(point.y()))
            points.emplaceBack(point.x(), point.y());
    QCPGraph* const graph = addGraph(xAxis, series.side == Side::Left ? yAxis : yAxis2);
    graph->setObjectName(series.name);
    graph->setName(series.legend);
    graph->setLineStyle(series.isStepped ? QCPGraph::lsStepLeft : QCPGraph::lsLine);
    graph->setPen(penOf(m_theme, series));
    if (!series.isThin && !series.isStepped && series.points.size() <= kMaxMarkers)
        graph->setScatterStyle(markerOf(m_theme, series.look));
    graph->setVisible(!series.isHidden);
    graph->data()->set(points, true);
    if (series.legend.isEmpty())
        return;
    graph->addToLegend();
    QFont font = m_theme.sans(10.5, QFont::DemiBold);
    font.setStrikeOut(series.isHidden);
    QCPAbstractLegendItem* const entry = legend->itemWithPlottable(graph);
    entry->setFont(font);
    entry->setTextColor(series.isHidden ? m_theme.tokens().text3 : m_theme.tokens().text);
}

void Chart::styleAxis(QCPAxis& axis, const Axis& values)
{
    const look::Tokens& tokens = m_theme.tokens();
    const bool isBottom = &axis == xAxis;
    axis.setScaleType(values.isLogarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    axis.setTicker(values.isLogarithmic ? QSharedPointer<QCPAxisTicker>(new QCPAxisTickerLog)
                                        : QSharedPointer<QCPAxisTicker>(new QCPAxisTicker));
    axis.setNumberFormat(QStringLiteral("gbc"));
    axis.setSubTicks(false);
    axis.setBasePen(isBottom ? QPen(tokens.strong, 1) : Qt::NoPen);
    axis.setTickPen(axis.basePen());
    axis.setTickLength(0, m_theme.px(3));
    axis.setTickLabelFont(m_theme.mono(10));
    axis.setTickLabelColor(tokens.text3);
    axis.setTickLabelPadding(m_theme.px(4));
    axis.setLabel(values.unit.isEmpty() ? values.title : values.title + QStringLiteral(", ") + values.unit);
    axis.setLabelFont(m_theme.sans(10.5));
    axis.setLabelColor(tokens.text2);
    axis.setLabelPadding(m_theme.px(7));  // extra space, because Chinese and Korean glyphs fill the height of a line
    axis.setPadding(m_theme.px(4));
    axis.grid()->setPen(QPen(tokens.soft, 1));
    axis.grid()->setZeroLinePen(Qt::NoPen);
}

/// Adds each mark as a tick of the top axis: a label above the chart and a grid line through it.
void Chart::addMarks()
{
    styleAxis(*xAxis2, m_plot.bottom);
    const QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    for (const Mark& mark : m_plot.marks)
        ticker->addTick(mark.x, mark.text);
    xAxis2->setTicker(ticker);
    xAxis2->setTickPen(Qt::NoPen);
    xAxis2->setLabel({});
    xAxis2->setTickLabelFont(m_theme.sans(10));
    xAxis2->grid()->setVisible(true);
    xAxis2->grid()->setPen(QPen(m_theme.tokens().text2, 1, Qt::DashLine));
    xAxis2->setVisible(!m_plot.marks.empty());
}

void Chart::arrange(int width)
{
    for (int columns = std::max(1, legend->itemCount()); columns > 0; --columns) {
        legend->setWrap(columns);
        legend->setFillOrder(QCPLayoutGrid::foColumnsFirst);  // also moves the existing entries to the new columns
        if (legend->minimumOuterSizeHint().width() <= width)
            break;
    }
    const int height = legend->itemCount() == 0 ? 0 : legend->minimumOuterSizeHint().height();
    legend->layout()->setMinimumSize(0, height);
    legend->layout()->setMaximumSize(QWIDGETSIZE_MAX, height);
    xAxis->ticker()->setTickCount(std::clamp(width / m_theme.px(90), 2, 10));
    yAxis2->ticker()->setTickCount(3);
}

/// Sets the ranges of all axes. A linear bottom axis that is not zoomed includes 0.
void Chart::fit()
{
    const QSignalBlocker blocker(xAxis);
    xAxis->setRange(unitRange(m_plot.bottom));
    if (m_plot.bottom.isLogarithmic)
        xAxis->rescale();
    else if (const QCPRange values = valuesAndZero(*xAxis); values.size() > 0)
        xAxis->setRange(values);
    lengthen(*xAxis);
    m_whole = xAxis->range();
    if (const auto& shown = m_plot.bottom.shown)
        xAxis->setRange(QCPRange(shown->from, shown->to).bounded(m_whole.lower, m_whole.upper));
    xAxis2->setRange(xAxis->range());
    fitValues(*yAxis, m_plot.left);
    fitValues(*yAxis2, m_plot.right);
    for (const QCPAxis* axis : {xAxis, yAxis})
        if (const auto ticker = axis->ticker().dynamicCast<QCPAxisTickerLog>())
            ticker->setLogBase(isFewDecades(axis->range()) ? 2 : 10);
}

/// Fits a value axis to the visible part of its curves. A linear one includes 0 unless the plot is zoomed.
void Chart::fitValues(QCPAxis& axis, const Axis& values)
{
    const bool isZoomed = m_plot.bottom.shown.has_value();
    std::optional<QCPRange> range;
    for (const QCPGraph* graph : axis.graphs()) {
        bool isFound = false;
        const QCPRange one = graph->getValueRange(isFound, values.isLogarithmic ? QCP::sdPositive : QCP::sdBoth,
                                                  isZoomed ? xAxis->range() : QCPRange());
        if (isFound && graph->visible())
            range = range ? range->expanded(one) : one;
    }
    if (!isZoomed && !values.isLogarithmic) {
        range = range.value_or(unitRange(values)).expanded(0);
        if (values.shown)
            range->expand({values.shown->from, values.shown->to});
        range->upper = roundEnd(range->upper);  // ends a linear axis at a round value
    }
    if (!range)
        return;
    axis.setRange(range->size() > 0 ? *range : unitRange(values).expanded(range->upper));
    lengthen(axis);
}

void Chart::onRangeChanged(const QCPRange& range)
{
    const QCPRange shown = range.bounded(m_whole.lower, m_whole.upper);
    const bool isWhole = shown.size() >= m_whole.size() * (1 - 1e-9);
    if (shown.size() >= m_whole.size() * kSmallestView)
        m_plot.bottom.shown = isWhole ? std::nullopt : std::optional(Interval{shown.lower, shown.upper});
    fit();
    replot(QCustomPlot::rpQueuedReplot);
}

void Chart::zoomBy(double factor)
{
    const double middle = xAxis->pixelToCoord(axisRect()->center().x());
    xAxis->scaleRange(1 / factor, m_readout->lines().isEmpty() ? middle : m_readout->x());
}

void Chart::showAll()
{
    xAxis->setRange(m_whole);
}

/// Hides or shows all series of this name: the accuracy and the loss of a run have the same name.
void Chart::toggle(const QString& name)
{
    for (Series& series : m_plot.series)
        if (series.name == name)
            series.isHidden = !series.isHidden;
    setPlot(m_plot);
}

void Chart::addCommands(QMenu& menu)
{
    menu.addAction(tr("Zoom in") + QStringLiteral("\tW"), this, [this] { zoomBy(kZoomStep); });
    menu.addAction(tr("Zoom out") + QStringLiteral("\tS"), this, [this] { zoomBy(1 / kZoomStep); });
    menu.addAction(tr("Show everything") + QStringLiteral("\tHome"), this, &Chart::showAll);
    const auto addSwitch = [&](const QString& text, bool isOn, auto flip) {
        QAction* const action = menu.addAction(text, this, flip);
        action->setCheckable(true);
        action->setChecked(isOn);
        return action;
    };
    menu.addSeparator();
    QAction* const scale = addSwitch(tr("Logarithmic scale"), m_plot.left.isLogarithmic, [this](bool isOn) {
        m_isLogarithmic = isOn;
        setPlot(m_plot);
    });
    scale->setEnabled(canBeLogarithmic(m_plot));
    menu.addSeparator();
    for (const Series& series : m_plot.series)
        if (!series.legend.isEmpty())
            addSwitch(series.legend, !series.isHidden, [this, name = series.name] { toggle(name); });
}

/// Selects the previous (-1) or the next (1) value. If no value is selected, selects the last or the first one.
void Chart::step(int direction)
{
    std::vector<double> places;
    for (const Series& series : m_plot.series)
        if (!series.isHidden && (!series.isThin || m_plot.series.size() == 1))
            for (const QPointF& point : series.points)
                places.push_back(point.x());
    std::ranges::sort(places);
    if (places.empty())
        return;
    double x = direction < 0 ? places.back() : places.front();
    if (!m_readout->lines().isEmpty() && direction < 0)
        x = *std::prev(std::max(std::ranges::lower_bound(places, m_readout->x()), std::next(places.begin())));
    else if (!m_readout->lines().isEmpty())
        x = *std::min(std::ranges::upper_bound(places, m_readout->x()), std::prev(places.end()));
    if (!xAxis->range().contains(x))
        xAxis->setRange(x, xAxis->range().size(), Qt::AlignCenter);
    m_readout->readAt(x);
    setAccessibleDescription(m_readout->lines().join(QStringLiteral(", ")));
    layer(QStringLiteral("overlay"))->replot();
}

/// The name of the series whose entry of the legend is at `place`; empty if there is none.
QString Chart::legendNameAt(const QPointF& place) const
{
    for (int i = 0; i < legend->itemCount(); ++i)
        if (legend->item(i)->outerRect().contains(place.toPoint()))
            return qobject_cast<QCPPlottableLegendItem*>(legend->item(i))->plottable()->objectName();
    return {};
}

void Chart::resizeEvent(QResizeEvent* event)
{
    arrange(event->size().width());
    QCustomPlot::resizeEvent(event);
}

void Chart::mouseMoveEvent(QMouseEvent* event)
{
    QCustomPlot::mouseMoveEvent(event);
    const QPointF place = event->position();
    setCursor(legendNameAt(place).isEmpty() ? Qt::ArrowCursor : Qt::PointingHandCursor);
    if (!axisRect()->rect().adjusted(-6, 0, 6, 0).contains(place.toPoint()))
        return leaveEvent(event);
    m_readout->readAt(xAxis->pixelToCoord(place.x()));
    layer(QStringLiteral("overlay"))->replot();
}

void Chart::mouseReleaseEvent(QMouseEvent* event)
{
    QCustomPlot::mouseReleaseEvent(event);
    const QPointF moved = event->globalPosition() - event->points().first().globalPressPosition();
    if (event->button() != Qt::LeftButton || moved.manhattanLength() > kClick)
        return;
    if (const QString name = legendNameAt(event->position()); !name.isEmpty())
        return toggle(name);
    mouseMoveEvent(event);
    if (!m_readout->lines().isEmpty())
        emit picked(m_readout->x());
}

void Chart::leaveEvent(QEvent*)
{
    m_readout->clear();
    layer(QStringLiteral("overlay"))->replot();
}

void Chart::keyPressEvent(QKeyEvent* event)
{
    const int key = look::physicalKey(*event);
    if (key == Qt::Key_Left || key == Qt::Key_Right)
        step(key == Qt::Key_Left ? -1 : 1);
    else if (key == Qt::Key_W || key == Qt::Key_S)
        zoomBy(key == Qt::Key_W ? kZoomStep : 1 / kZoomStep);
    else if (key == Qt::Key_Home)
        showAll();
    else
        QCustomPlot::keyPressEvent(event);
}

}  // namespace ui::charts
