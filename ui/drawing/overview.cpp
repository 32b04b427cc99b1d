#include "ui/drawing/overview.h"

#include "engine/trace/imported.h"
#include "ui/drawing/batch_painter.h"
#include "ui/drawing/lane_strip.h"
#include "ui/drawing/ranks/rank_digest.h"
#include "ui/look/format.h"
#include "ui/look/translate.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace ui::drawing {

using engine::trace::LaneRole;

namespace {

constexpr double kMargin = 12;
constexpr double kTopMargin = 7;
constexpr double kGrip = 7;
constexpr std::size_t kMaxStrips = 8;  // more strips would be too low to be seen

QRectF stripArea(const Scene& scene)
{
    return scene.overviewRect().adjusted(scene.plotLeft() + kMargin, 0, -kMargin, 0);
}

/// If there are too many lanes, keeps the busiest ones in their order.
void keepBusiest(const engine::trace::Trace& trace, std::vector<engine::LaneId>& lanes)
{
    if (lanes.size() <= kMaxStrips)
        return;
    const auto busyOf = [&](engine::LaneId lane) {
        return trace.index(lane).busy(engine::Nanoseconds{}, engine::Nanoseconds::max());
    };
    std::vector<Nanoseconds> times;
    for (const engine::LaneId lane : lanes)
        times.push_back(busyOf(lane));
    std::sort(times.rbegin(), times.rend());
    const Nanoseconds least = times[kMaxStrips - 1];
    std::erase_if(lanes, [&](engine::LaneId lane) { return busyOf(lane) < least; });
    lanes.resize(std::min(lanes.size(), kMaxStrips));
}

std::vector<engine::LaneId> lanesOf(const Scene& scene)
{
    std::vector<engine::LaneId> lanes;
    const auto take = [&](auto wanted) {
        for (const auto& lane : scene.trace->lanes())
            if (wanted(lane.role) && isUsed(*scene.trace, lane.id))
                lanes.push_back(lane.id);
    };
    take([](LaneRole role) { return role == LaneRole::Compute || role == LaneRole::CpuWorker; });
    take([](LaneRole role) {
        return role == LaneRole::CopyIn || role == LaneRole::CopyOut || role == LaneRole::CopyPeer;
    });
    keepBusiest(*scene.trace, lanes);
    return lanes;
}

/// If the ranks share a band: fills the column of each training step from below, up to the fraction of the step's time
/// that was lost to lateness.
void paintLostTime(const Surface& painter, const Scene& scene, const QRectF& area)
{
    const RankDigest* ranks = scene.digest != nullptr ? scene.digest->ranks() : nullptr;
    if (ranks == nullptr || !ranks->bands)
        return;
    const double scale = area.width() / static_cast<double>(scene.extent.length().count());
    for (const engine::analysis::StepLateness& step : ranks->lateness.steps) {
        const double left = area.left() + static_cast<double>((step.scope.begin - scene.extent.begin).count()) * scale;
        const double share = engine::toSeconds(step.cost) / std::max(1e-9, engine::toSeconds(step.scope.length()));
        const double height = area.height() * std::min(1.0, share);
        painter->fillRect(QRectF(left, area.bottom() - height,
                                 std::max(1.0, static_cast<double>(step.scope.length().count()) * scale - 1), height),
                          scene.theme->tokens().syncFill);
    }
}

}  // namespace

Nanoseconds Overview::timeAt(const Scene& scene, double x)
{
    const QRectF area = stripArea(scene);
    return model::pixelToTime(x - area.left(), scene.extent, std::max(1.0, area.width()));
}

double Overview::xOf(const Scene& scene, Nanoseconds t)
{
    const QRectF area = stripArea(scene);
    return area.left() + model::timeToPixel(t, scene.extent, std::max(1.0, area.width()));
}

Overview::Part Overview::partAt(const Scene& scene, double x)
{
    const double begin = xOf(scene, scene.range.begin);
    const double end = xOf(scene, scene.range.end);
    if (std::abs(x - begin) <= kGrip && std::abs(x - begin) <= std::abs(x - end))
        return Part::Begin;
    if (std::abs(x - end) <= kGrip)
        return Part::End;
    if (x > begin && x < end)
        return Part::Window;
    return x >= scene.plotLeft() ? Part::Outside : Part::None;
}

void Overview::render(const Scene& scene)
{
    const double ratio = scene.devicePixelRatio;
    const QRectF area = stripArea(scene);
    m_size = (area.size() * ratio).toSize();
    if (m_size.isEmpty())
        return;
    const auto& tokens = scene.theme->tokens();
    m_image = QImage(m_size, QImage::Format_RGB32);
    m_image.fill(tokens.chrome);
    QPainter painter(&m_image);
    const auto lanes = lanesOf(scene);
    const double room = m_size.height() - 2 * kTopMargin * ratio;
    const double height = room / static_cast<double>(lanes.size() + 1);
    const double scale = m_size.width() / static_cast<double>(scene.extent.length().count());
    const auto x = [&](Nanoseconds t) { return static_cast<double>((t - scene.extent.begin).count()) * scale; };
    double top = kTopMargin * ratio;
    paintLostTime(painter, scene, QRectF(0, top, m_size.width(), room));
    const QBrush wait = scene.theme->waitBrush(ratio);
    double drawnUpTo = -1;
    for (const auto& record : scene.trace->waits()) {
        if (x(record.end) < drawnUpTo + 0.5)
            continue;
        drawnUpTo = std::max(x(record.end), x(record.begin) + 1);
        painter.fillRect(QRectF(x(record.begin), top, drawnUpTo - x(record.begin), height - ratio), wait);
    }
    // The lowest lines have the full colour wherever a lane works, so that barely used lanes stay visible.
    const int foot = height > 5 * ratio ? static_cast<int>(std::round(2 * ratio)) : 1;
    LaneStrip strip;
    if (scene.digest != nullptr && !scene.digest->frontend().empty()) {
        strip.make(scene.digest->frontend(), scene.extent, m_size.width(), {tokens.chrome, scene.theme}, 0);
        const QColor slate = scene.theme->kind(engine::trace::Kind::Host).fill;
        for (std::size_t i = 0; i < strip.busy.size(); ++i)
            if (strip.busy[i] > 0.5F)
                painter.fillRect(QRectF(static_cast<double>(i), top, 1, height - ratio), slate);
    }
    for (const engine::LaneId lane : lanes) {
        top += height;
        strip.make(scene.trace->index(lane), scene.extent, m_size.width(), {tokens.chrome, scene.theme}, 0);
        painter.drawImage(QPointF(0, std::round(top)),
                          imageOf(strip, std::max(1, static_cast<int>(std::round(height - ratio))), foot));
    }
    // The time before the first timed block (warm-up) is paler, since the numbers do not include it.
    QColor pale = tokens.chrome;
    pale.setAlphaF(0.5F);
    painter.fillRect(QRectF(0, 0, x(scene.origin), m_size.height()), pale);
    painter.end();
    m_image.setDevicePixelRatio(ratio);
}

void Overview::paint(const Surface& painter, const Scene& scene)
{
    const Row* row = scene.layout.rowOf(RowKind::Overview);
    if (row == nullptr)
        return;
    const auto& tokens = scene.theme->tokens();
    const QRectF whole = scene.overviewRect();
    const QRectF area = stripArea(scene);
    painter->fillRect(whole, tokens.chrome);
    if (m_image.isNull() || m_size != (area.size() * scene.devicePixelRatio).toSize())
        render(scene);
    painter->drawImage(area.topLeft(), m_image);
    paintEpochMarks(painter, scene, area);

    const double begin = std::max(scene.plotLeft(), xOf(scene, scene.range.begin));
    const double end = std::min(scene.size.width() - 3.0, xOf(scene, scene.range.end));
    QColor pale = tokens.chrome;
    pale.setAlphaF(0.62F);
    painter->fillRect(QRectF(scene.plotLeft(), whole.top() + 1, begin - scene.plotLeft(), whole.height()), pale);
    painter->fillRect(QRectF(end, whole.top() + 1, scene.size.width() - end, whole.height()), pale);
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(tokens.accent, 1.4));
    painter->setBrush(Qt::NoBrush);
    painter->drawRoundedRect(QRectF(begin, whole.top() + 2.5, std::max(2.0, end - begin), whole.height() - 5), 3, 3);
    painter->setPen(Qt::NoPen);
    painter->setBrush(tokens.accent);
    for (double x : {begin, end})
        painter->drawRoundedRect(QRectF(x - scene.px(2.5), whole.center().y() - scene.px(8), scene.px(5), scene.px(16)),
                                 2, 2);
    painter->setRenderHint(QPainter::Antialiasing, false);

    painter->setPen(QPen(tokens.line, 1));
    painter->drawLine(QPointF(0, whole.top() + 0.5), QPointF(scene.size.width(), whole.top() + 0.5));
    painter->drawLine(QPointF(scene.plotLeft() - 0.5, whole.top()), QPointF(scene.plotLeft() - 0.5, whole.bottom()));
    scene.theme->icon(row->icon, tokens.text2)
        .paint(painter.get(), QRectF(scene.px(8), whole.top() + scene.px(6), scene.px(14), scene.px(14)).toRect());
    painter->setFont(scene.theme->sans(11, QFont::Medium));
    painter->setPen(tokens.text2);
    drawText(painter, scene.labels, QPointF(scene.px(27), whole.top() + scene.px(17)), row->title);
    painter->setFont(scene.theme->sans(10.5));
    painter->setPen(tokens.text3);
    const std::size_t batches = scene.digest != nullptr ? scene.digest->training().batches.size() : 0;
    drawText(painter, scene.labels, QPointF(scene.px(27), whole.top() + scene.px(33)),
             batches == 0 ? tr("whole program")
                          : (engine::trace::isImported(scene.trace->run())
                                 ? tr("%1 steps", nullptr, static_cast<int>(batches))
                                 : tr("%1 batches", nullptr, static_cast<int>(batches)))
                                .arg(look::countText(batches)));
    painter->setFont(scene.theme->mono(10));
    drawText(painter, scene.labels, QPointF(scene.px(27), whole.top() + scene.px(47)),
             look::durationText(scene.trace->extent()));
}

}  // namespace ui::drawing
