#include "ui/drawing/batch_painter.h"

#include "engine/analysis/part_names.h"
#include "engine/trace/imported.h"
#include "ui/drawing/lane_painter.h"
#include "ui/drawing/overview.h"
#include "ui/look/format.h"
#include "ui/look/languages.h"
#include "ui/look/translate.h"
#include "ui/model/training_words.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace ui::drawing {

using engine::analysis::Batch;
using engine::analysis::EpochFigures;
using engine::analysis::Training;
using engine::analysis::TrainingRun;

namespace {

/// Minimum average width of batches, in pixels. If batches are narrower, epochs are painted instead.
constexpr double kNarrowestBatch = 7;
constexpr double kNarrowestEpoch = 3;
constexpr std::size_t kMaxBrackets = 400;  // with more batches, epochs are painted: bounds the time of a repaint

/// Returns the indices [first, last) of the batches in view.
std::pair<std::size_t, std::size_t> batchesInView(const Scene& scene)
{
    const auto& batches = scene.digest->training().batches;
    const auto first = std::ranges::upper_bound(batches, scene.range.begin, {}, &Batch::end);
    const auto last = std::ranges::lower_bound(first, batches.end(), scene.range.end, {}, &Batch::begin);
    return {static_cast<std::size_t>(first - batches.begin()), static_cast<std::size_t>(last - batches.begin())};
}

/// Whether the batches in view are few enough, and on average wide enough, for separate brackets.
bool hasRoomForBatches(const Scene& scene)
{
    const auto [first, last] = batchesInView(scene);
    if (last <= first || last - first > kMaxBrackets)
        return false;
    const auto& batches = scene.digest->training().batches;
    const double width = scene.xOf(batches[last - 1].end) - scene.xOf(batches[first].begin);
    return width / static_cast<double>(last - first) >= kNarrowestBatch;
}

class StepBrackets {
public:
    enum class State : std::uint8_t { Plain, Selected };

    StepBrackets(const Surface& painter, const Scene& scene, const Row& row)
        : m_painter(painter),
          m_scene(scene),
          m_plot(scene.plotRect()),
          m_y(std::floor(scene.yOf(row) + row.height * 0.5) + 0.5),
          m_font(scene.theme->sans(11.5, QFont::Medium)),
          m_timeFont(scene.theme->mono(11.5, QFont::Bold))
    {
    }

    /// Paints a bracket. `names`: from the longest to the shortest; the first one that fits is shown.
    void paint(Nanoseconds begin, Nanoseconds end, const QStringList& names, const QString& time,
               State state = State::Plain)
    {
        const bool isSelected = state == State::Selected;
        const auto& tokens = m_scene.theme->tokens();
        const double left = std::max(m_plot.left() - 4, std::floor(m_scene.xOf(begin)) + 1.5);
        const double right = std::min(m_plot.right() + 4, std::max(left + 1, std::floor(m_scene.xOf(end)) - 0.5));
        const QColor colour = isSelected ? tokens.accent : tokens.text2;
        const double tooth = m_scene.px(7);
        m_painter->setPen(QPen(colour, isSelected ? 1.6 : 1.2, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
        m_painter->setBrush(Qt::NoBrush);
        const QPointF points[] = {{left, m_y + tooth}, {left, m_y}, {right, m_y}, {right, m_y + tooth}};
        m_painter->drawPolyline(points, 4);
        paintText(std::max(left, m_plot.left()), std::min(right, m_plot.right()), names, time, colour);
    }

private:
    void paintText(double left, double right, const QStringList& names, const QString& time, const QColor& colour)
    {
        const auto& tokens = m_scene.theme->tokens();
        const double room = right - left - m_scene.px(10);
        const double gap = m_scene.px(8);
        const double narrowest = m_scene.px(3.0);  // no glyph is narrower
        const double timeWidth = textWidth(m_scene.labels, m_timeFont, time);
        for (const QString& name : names) {
            // Skips most names that do not fit, because measuring a text is slow.
            if (static_cast<double>(name.size()) * narrowest > room)
                continue;
            const double width = textWidth(m_scene.labels, m_font, name);
            const bool hasTime = width + gap + timeWidth <= room;
            if (!hasTime && width > room)
                continue;
            const double whole = width + (hasTime ? gap + timeWidth : 0);
            const double x = (left + right - whole) / 2;
            const double height = m_scene.px(18);
            m_painter->fillRect(QRectF(x - m_scene.px(5), m_y - height / 2, whole + m_scene.px(10), height),
                                tokens.plot);
            m_painter->setFont(m_font);
            m_painter->setPen(tokens.text2);
            drawText(m_painter, m_scene.labels, QRectF(x, m_y - height / 2, width + 2, height), Qt::AlignVCenter, name);
            if (hasTime) {
                m_painter->setFont(m_timeFont);
                m_painter->setPen(colour);
                drawText(m_painter, m_scene.labels, QRectF(x + width + gap, m_y - height / 2, timeWidth + 2, height),
                         Qt::AlignVCenter, time);
            }
            return;
        }
    }

    Surface m_painter;
    const Scene& m_scene;
    QRectF m_plot;
    double m_y;
    QFont m_font;
    QFont m_timeFont;
};

QString epochText(const Scene& scene, const TrainingRun& run, const EpochFigures& epoch)
{
    const QString number = model::epochName(epoch.index);
    return scene.digest->training().runs.size() > 1 ? QStringLiteral("%1, %2").arg(look::trainingName(run.name), number)
                                                    : number;
}

void paintEpochs(const Scene& scene, StepBrackets& brackets)
{
    double drawnUpTo = -1e9;
    for (const TrainingRun& run : scene.digest->training().runs)
        for (const EpochFigures& epoch : run.epochs) {
            if (epoch.trained <= scene.range.begin || epoch.begin >= scene.range.end)
                continue;
            if (scene.xOf(epoch.trained) - std::max(drawnUpTo, scene.xOf(epoch.begin)) < kNarrowestEpoch)
                continue;
            drawnUpTo = scene.xOf(epoch.trained);
            const QString number = model::epochName(epoch.index);
            brackets.paint(epoch.begin, epoch.trained,
                           {epochText(scene, run, epoch), number, QString::number(epoch.index + 1)},
                           laneDuration(epoch.time()));
        }
}

}  // namespace

QString batchText(const Scene& scene, const Batch& batch)
{
    const auto& runs = scene.digest->training().runs;
    const auto& run = runs[batch.run];
    // The steps of an imported profiler trace need not be batches of a training, so they are called "step".
    if (engine::trace::isImported(scene.trace->run()))
        return batch.count > 0 ? tr("step %1 of %2").arg(batch.index + 1).arg(batch.count)
                               : tr("step %1").arg(batch.index + 1);
    const QString number = model::batchName(batch.index, batch.count);
    if (run.epochs.size() <= 1 && runs.size() <= 1)
        return number;
    return tr("epoch %1, %2").arg(run.epochs[batch.epoch].index + 1).arg(number);
}

void paintBatches(const Surface& painter, const Scene& scene, const Row& row)
{
    if (scene.digest == nullptr || scene.digest->training().empty())
        return;
    StepBrackets brackets(painter, scene, row);
    if (!hasRoomForBatches(scene)) {
        paintEpochs(scene, brackets);
        return;
    }
    const auto [first, last] = batchesInView(scene);
    const auto& batches = scene.digest->training().batches;
    const bool isImported = engine::trace::isImported(scene.trace->run());
    for (std::size_t i = first; i < last; ++i) {
        const Batch& batch = batches[i];
        brackets.paint(
            batch.begin, batch.end,
            {batchText(scene, batch), (isImported ? tr("step %1") : tr("batch %1")).arg(batch.index + 1),
             QString::number(batch.index + 1)},
            laneDuration(batch.end - batch.begin),
            static_cast<int>(i) == scene.chosen.batch ? StepBrackets::State::Selected : StepBrackets::State::Plain);
    }
}

void paintEpochMarks(const Surface& painter, const Scene& scene, const QRectF& area)
{
    if (scene.digest == nullptr)
        return;
    const auto& tokens = scene.theme->tokens();
    painter->setFont(scene.theme->sans(9.5, QFont::Medium));
    const double height = QFontMetricsF(painter->font()).height() - 1;
    constexpr int kMaxMarks = 64;
    if (engine::trace::isImported(scene.trace->run()))
        return;  // an imported profiler trace has steps but no epochs
    int marks = 0;
    double taken = area.left() - 1;
    for (const TrainingRun& run : scene.digest->training().runs)
        for (const EpochFigures& epoch : run.epochs) {
            if (++marks > kMaxMarks)
                return;
            const double x = std::floor(Overview::xOf(scene, epoch.begin)) + 0.5;
            painter->setPen(QPen(tokens.strong, 1));
            painter->drawLine(QPointF(x, area.top() + 3), QPointF(x, area.bottom() - 2));
            const QString text = model::epochName(epoch.index);
            const double width = textWidth(scene.labels, painter->font(), text) + 6;
            if (x + 1 < taken || x + width > Overview::xOf(scene, epoch.trained) + 8)
                continue;
            const QRectF patch(x + 1, area.top() + 3, width, height);
            painter->fillRect(patch, tokens.chrome);
            painter->setPen(tokens.text2);
            drawText(painter, scene.labels, patch, Qt::AlignCenter, text);
            taken = patch.right();
        }
}

bool paintIssuePhases(const Surface& painter, const Scene& scene, const QRectF& bars)
{
    const auto& phases = scene.digest->phases();
    auto it = std::ranges::lower_bound(phases, scene.range.begin, {}, &IssuePhase::end);
    const auto last = std::ranges::lower_bound(it, phases.end(), scene.range.end, {}, &IssuePhase::begin);
    constexpr std::ptrdiff_t kMaxPhases = 300;  // more phases are too narrow for their texts
    if (it == last || last - it > kMaxPhases)
        return false;
    const auto& colours = scene.theme->kind(engine::trace::Kind::Host);
    painter->setFont(scene.theme->sans(10.5));
    for (; it != last; ++it) {
        const double left = std::max(bars.left() - 4, scene.xOf(it->begin));
        const double right = std::min(bars.right() + 4, scene.xOf(it->end));
        const QRectF rect(left, bars.top(), std::max(1.0, right - left), bars.height());
        painter->fillRect(rect, colours.tint);
        painter->fillRect(QRectF(rect.left(), bars.top() - 2, 2, bars.height() + 4), colours.fill);
        const std::string_view phase = scene.trace->text(it->phase);
        const QString text = phase.empty() ? look::messageText(engine::analysis::nameOf(*scene.trace, it->part))
                                           : QString::fromUtf8(phase);
        painter->setPen(colours.textOnTint);
        const QRectF room = rect.intersected(scene.plotRect()).adjusted(scene.px(5), 0, -2, -scene.px(4));
        if (room.width() > scene.px(14))
            paintFittingText(painter, scene.labels, room, text, Qt::AlignLeft);
    }
    return true;
}

StepHit stepAt(const Scene& scene, double x)
{
    StepHit hit;
    if (scene.digest == nullptr)
        return hit;
    const Training& training = scene.digest->training();
    const Nanoseconds t = scene.timeAt(x);
    if (hasRoomForBatches(scene)) {
        if (const auto at = training.batchAt(t)) {
            const Batch& batch = training.batches[*at];
            hit = {static_cast<int>(*at),
                   static_cast<int>(batch.run),
                   static_cast<int>(batch.epoch),
                   {batch.begin, batch.end}};
        }
        return hit;
    }
    for (std::size_t r = 0; r < training.runs.size(); ++r)
        for (std::size_t e = 0; e < training.runs[r].epochs.size(); ++e) {
            const EpochFigures& epoch = training.runs[r].epochs[e];
            if (epoch.begin <= t && t < epoch.trained)
                hit = {-1, static_cast<int>(r), static_cast<int>(e), {epoch.begin, epoch.trained}};
        }
    return hit;
}

std::vector<TooltipLine> describe(const Scene& scene, const StepHit& hit)
{
    using engine::trace::Kind;
    using Style = TooltipStyle;
    if (hit.epoch < 0)
        return {};
    const Training& training = scene.digest->training();
    const TrainingRun& run = training.runs[static_cast<std::size_t>(hit.run)];
    const EpochFigures& epoch = run.epochs[static_cast<std::size_t>(hit.epoch)];
    std::vector<TooltipLine> lines;
    if (hit.batch >= 0) {
        const Batch& batch = training.batches[static_cast<std::size_t>(hit.batch)];
        lines.push_back({batchText(scene, batch), Style::Strong, Kind::Host});
        lines.push_back({laneDuration(batch.end - batch.begin), Style::Pale, Kind::Host});
        const auto ops = engine::analysis::issuedIn(*scene.trace, {batch.begin, batch.end});
        lines.push_back(
            {tr("%n operation(s) issued", nullptr, static_cast<int>(ops.last - ops.first)), Style::Pale, Kind::Host});
        lines.push_back({engine::trace::isImported(scene.trace->run()) ? tr("Click to show this step")
                                                                       : tr("Click to show this batch"),
                         Style::Pale, Kind::Host});
        return lines;
    }
    lines.push_back({epochText(scene, run, epoch), Style::Strong, Kind::Host});
    lines.push_back({tr("%1, %n batch(es)", nullptr, static_cast<int>(epoch.batches())).arg(laneDuration(epoch.time())),
                     Style::Pale, Kind::Host});
    const auto isKnown = [](const std::optional<double>& value) { return value && std::isfinite(*value); };
    if (isKnown(epoch.accuracy))
        lines.push_back(
            {tr("test accuracy %1").arg(QString::number(*epoch.accuracy, 'f', 3)), Style::Pale, Kind::Host});
    if (isKnown(epoch.loss))
        lines.push_back({tr("training loss %1").arg(QString::number(*epoch.loss, 'f', 3)), Style::Pale, Kind::Host});
    if (scene.trace->run().values == engine::trace::ValueMode::TimingOnly)
        lines.push_back({tr("times only: no values were computed"), Style::Pale, Kind::Host});
    return lines;
}

int openingBatch(const Training& training)
{
    constexpr std::size_t kShown = 2;
    for (std::size_t r = training.runs.size(); r-- > 0;) {
        const auto& epochs = training.runs[r].epochs;
        for (std::size_t e = std::min(epochs.size(), kShown + 1); e-- > 0;)
            if (!epochs[e].isOpen && epochs[e].batches() > 0)
                return static_cast<int>(epochs[e].firstBatch + epochs[e].batches() / 2);
    }
    return -1;
}

}  // namespace ui::drawing
