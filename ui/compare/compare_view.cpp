#include "ui/compare/compare_view.h"

#include "ui/compare/compare_painter.h"
#include "ui/compare/labels.h"
#include "ui/look/elided_line.h"
#include "ui/look/format.h"
#include "ui/look/header_look.h"
#include "ui/look/in_language.h"
#include "ui/look/languages.h"
#include "ui/look/physical_key.h"
#include "ui/look/times_source.h"
#include "ui/look/widgets.h"

#include <QKeyEvent>
#include <QPainter>
#include <QVBoxLayout>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <utility>

namespace ui::compare {

namespace {

constexpr double kZoomStep = 1.5;
constexpr double kPanShare = 0.15;
constexpr Nanoseconds kShortest{200};

}  // namespace

// -- the canvas

CompareCanvas::CompareCanvas(const look::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("compareCanvas"));
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_InputMethodEnabled, false);
    setAttribute(Qt::WA_OpaquePaintEvent);
    m_scene.theme = &theme;
    m_scene.labels = &m_labels;
    connect(&theme, &look::Theme::changed, this, [this] {
        m_labels.clear();
        update();
    });
}

void CompareCanvas::setPair(PairPtr pair, std::vector<PairPtr> more)
{
    const bool isFirst = m_scene.pair == nullptr;
    const bool wasWhole = isFirst || m_scene.range == wholeRange(m_scene);
    m_scene.pair = std::move(pair);
    m_scene.more = std::move(more);
    if (wasWhole)
        fit();
    const auto& comparison = m_scene.pair->comparison();
    const auto lengthOf = [](const DrawnSide& drawn) { return look::clockText(drawn.side().scope.length()); };
    QString name = tr("Comparison, A %1").arg(look::clockText(comparison.lengthA()));
    for (const DrawnSide& drawn : sidesOf(m_scene))
        if (drawn.number > 0)
            name +=
                (drawn.pair->comparison().isUndecided()
                     ? tr(", %1 %2: %3").arg(drawn.letter(), lengthOf(drawn), factorText(drawn.pair->comparison()))
                     : tr(", %1 %2, %1 %3 as fast")
                           .arg(drawn.letter(), lengthOf(drawn), look::factorText(drawn.pair->comparison().speedUp())));
    setAccessibleName(name);
    setAccessibleDescription(whyText(comparison));
    update();
}

void CompareCanvas::setArrangement(Arrangement arrangement)
{
    m_scene.arrangement = arrangement;
    m_scene.scroll = 0;
    update();
}

void CompareCanvas::setMoment(std::optional<Nanoseconds> moment)
{
    if (std::exchange(m_scene.moment, moment) != moment)
        update();
}

double CompareCanvas::plotLeft() const
{
    return m_scene.pair ? layOut(m_scene).headerWidth : 0;
}

void CompareCanvas::setRange(const model::TimeRange& range)
{
    if (!m_scene.pair)
        return;
    const model::TimeRange whole = wholeRange(m_scene);
    const Nanoseconds length = std::clamp(range.length(), kShortest, whole.length());
    const Nanoseconds begin = std::clamp(range.begin, whole.begin, whole.end - length);
    m_scene.range = {begin, begin + length};
    update();
}

void CompareCanvas::fit()
{
    if (m_scene.pair)
        setRange(wholeRange(m_scene));
}

void CompareCanvas::zoomBy(double factor, double x)
{
    const double left = plotLeft();
    const Nanoseconds at = model::pixelToTime(x - left, m_scene.range, std::max(1.0, width() - left));
    setRange(m_scene.range.zoomedAround(at, factor));
}

void CompareCanvas::zoomBy(double factor)
{
    zoomBy(factor, (plotLeft() + width()) / 2);
}

void CompareCanvas::panBy(double share)
{
    const Nanoseconds by{std::llround(static_cast<double>(m_scene.range.length().count()) * share)};
    setRange({m_scene.range.begin + by, m_scene.range.end + by});
}

void CompareCanvas::scrollBy(int pixels)
{
    m_scene.scroll = std::clamp(m_scene.scroll + pixels, 0, std::max(0, layOut(m_scene).height - height()));
    update();
}

void CompareCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    if (!m_scene.pair) {
        painter.fillRect(rect(), m_theme.tokens().plot);
        return;
    }
    m_scene.devicePixelRatio = devicePixelRatioF();
    paintComparison({painter, &m_texts}, m_scene);
}

void CompareCanvas::resizeEvent(QResizeEvent*)
{
    m_scene.size = size();
    if (m_scene.pair)
        scrollBy(0);
}

void CompareCanvas::keyPressEvent(QKeyEvent* event)
{
    switch (look::physicalKey(*event)) {
        case Qt::Key_W:
        case Qt::Key_Plus:
        case Qt::Key_Equal:
            return zoomBy(kZoomStep);
        case Qt::Key_S:
        case Qt::Key_Minus:
            return zoomBy(1 / kZoomStep);
        case Qt::Key_A:
        case Qt::Key_Left:
            return panBy(-kPanShare);
        case Qt::Key_D:
        case Qt::Key_Right:
            return panBy(kPanShare);
        case Qt::Key_Home:
        case Qt::Key_0:
            return fit();
        case Qt::Key_PageUp:
        case Qt::Key_Up:
            return scrollBy(-height() / 4);
        case Qt::Key_PageDown:
        case Qt::Key_Down:
            return scrollBy(height() / 4);
        default:
            QWidget::keyPressEvent(event);
    }
}

void CompareCanvas::wheelEvent(QWheelEvent* event)
{
    if (!m_scene.pair)
        return;
    const double steps = event->angleDelta().y() / 120.0;
    const bool isOnAxis = event->position().y() < layOut(m_scene).axisHeight;
    if (event->modifiers().testFlag(Qt::ControlModifier) || isOnAxis)
        zoomBy(std::pow(kZoomStep, steps), event->position().x());
    else if (event->modifiers().testFlag(Qt::ShiftModifier) || event->angleDelta().x() != 0)
        panBy(-(event->angleDelta().x() != 0 ? event->angleDelta().x() / 120.0 : steps) * kPanShare);
    else
        scrollBy(static_cast<int>(-steps * 60));
    event->accept();
}

void CompareCanvas::mousePressEvent(QMouseEvent* event)
{
    m_pressed = event->position();
    m_pressRange = m_scene.range;
    m_pressScroll = m_scene.scroll;
}

void CompareCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_scene.pair || event->buttons() == Qt::NoButton)
        return;
    const double width = std::max(1.0, this->width() - plotLeft());
    const double share = (m_pressed.x() - event->position().x()) / width;
    const Nanoseconds by{std::llround(static_cast<double>(m_pressRange.length().count()) * share)};
    setRange({m_pressRange.begin + by, m_pressRange.end + by});
    m_scene.scroll = m_pressScroll;
    scrollBy(static_cast<int>(m_pressed.y() - event->position().y()));
}

void CompareCanvas::mouseDoubleClickEvent(QMouseEvent*)
{
    fit();
}

// -- the canvas with its header

CompareView::CompareView(const look::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("compareView"));
    auto* column = look::setFlushLayout<QVBoxLayout>(this);
    m_header = new QWidget(this);
    auto* row = new QHBoxLayout(m_header);
    m_title = new look::ElidedLine(m_header);
    m_title->setMinimumWidth(1);
    m_note = new QLabel(m_header);
    m_chip = new QLabel(m_header);
    m_chip->setAlignment(Qt::AlignCenter);
    m_arrangement = new look::Segmented(theme, look::Segmented::Size::Small, m_header);
    m_arrangement->setObjectName(QStringLiteral("arrangement"));
    row->addWidget(m_title);
    row->addWidget(m_note);
    row->addStretch(1);
    row->addWidget(m_chip);
    row->addWidget(m_arrangement);
    addTool("zoomout", QT_TR_NOOP("Zoom out (S)"), &CompareView::zoomOut);
    addTool("zoomin", QT_TR_NOOP("Zoom in (W)"), &CompareView::zoomIn);
    addTool("fit", QT_TR_NOOP("Both complete runs (Home)"), &CompareView::fit);
    m_canvas = new CompareCanvas(theme, this);
    look::inLanguage(this, [this] {
        m_note->setText(tr("one time axis"));
        m_arrangement->setAccessibleName(tr("Arrangement"));
        m_arrangement->setSegments({tr("Stacked"), tr("Overlaid")},
                                   {tr("A above B"), tr("B over A, which is outlined")});
        if (m_pair)
            setPair(m_pair, m_canvas->scene().more);
    });
    m_arrangement->setCurrent(0);
    column->addWidget(m_header);
    column->addWidget(m_canvas, 1);
    connect(m_arrangement, &look::Segmented::chosen, this,
            [this](int id) { m_canvas->setArrangement(id == 0 ? Arrangement::Stacked : Arrangement::Overlaid); });
    connect(&theme, &look::Theme::changed, this, &CompareView::restyle);
    restyle();
}

void CompareView::addTool(const char* icon, const char* text, void (CompareView::*call)())
{
    auto* button = new QToolButton(m_header);
    look::inLanguage(button, [button, text] { look::setTipAndName(*button, tr(text)); });
    m_header->layout()->addWidget(button);
    connect(button, &QToolButton::clicked, this, call);
    m_tools.push_back({button, QLatin1String(icon)});
}

void CompareView::setPair(const PairPtr& pair, const std::vector<PairPtr>& more)
{
    m_pair = pair;
    const auto& a = pair->side(Which::A).trace->run();
    const auto& b = pair->side(Which::B).trace->run();
    const QString titleA = look::programText(a.program, a.title.empty() ? a.program : a.title);
    const QString titleB = look::programText(b.program, b.title.empty() ? b.program : b.title);
    m_title->setText(titleA == titleB ? titleA : tr("%1 and %2").arg(titleA, titleB));
    m_canvas->setPair(pair, more);
    QStringList sources, lettered;
    for (const DrawnSide& drawn : sidesOf(m_canvas->scene())) {
        sources << look::timesSource(drawn.side().trace->run());
        lettered << QStringLiteral("%1 %2").arg(drawn.letter(), sources.back());
    }
    sources.removeDuplicates();
    m_chip->setText((sources.size() == 1 ? sources : lettered).join(QStringLiteral(", ")));
}

void CompareView::setArrangement(Arrangement arrangement)
{
    m_arrangement->setCurrent(arrangement == Arrangement::Stacked ? 0 : 1);
    m_canvas->setArrangement(arrangement);
}

void CompareView::restyle()
{
    look::styleHeader(m_theme, {*m_header, *m_title, *m_note, *m_chip});
    for (const Tool& tool : m_tools)
        look::styleIconButton(m_theme, *tool.button, tool.icon, 26, 15);
    update();
}

void CompareView::paintEvent(QPaintEvent*)
{
    const look::Tokens& tokens = m_theme.tokens();
    look::paintGround(*this, tokens.panel, m_header->height() - 1, tokens.line);
}

}  // namespace ui::compare
