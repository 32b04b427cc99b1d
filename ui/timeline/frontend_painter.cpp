#include "ui/timeline/frontend_painter.h"

#include "ui/look/format.h"
#include "ui/model/operations_model.h"
#include "ui/timeline/batch_painter.h"
#include "ui/timeline/lane_painter.h"
#include "ui/timeline/lane_strip.h"
#include "ui/timeline/waiting.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <cmath>

namespace ui::timeline {

using engine::Nanoseconds;
using engine::trace::BlockRecord;
using engine::trace::Trace;
using engine::trace::WaitRecord;
using engine::trace::WaitTarget;

namespace {

/// More flags than this in view and only their lines' density could be seen: the lines are left out.
constexpr int kMostLines = 60;
constexpr double kFlagHeight = 13;

QString tr(const char* text)
{
    return QCoreApplication::translate("Timeline", text);
}

QString fromView(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

struct Ends {
    double left;
    double right;
};

Ends endsOf(const Scene& scene, std::size_t i)
{
    const BlockRecord& block = scene.trace->blocks()[i];
    Ends ends{scene.xOf(block.begin), scene.xOf(block.end)};
    const Morph* morph = scene.morph;
    if (morph != nullptr && morph->progress < 1.0 && i < morph->blocks.size()) {
        ends.left = std::lerp(scene.xOf(morph->blocks[i].begin), ends.left, morph->progress);
        ends.right = std::lerp(scene.xOf(morph->blocks[i].end), ends.right, morph->progress);
    }
    return ends;
}

class BracketPainter {
public:
    BracketPainter(QPainter* painter, const Scene& scene, const Row& row)
        : m_painter(painter),
          m_scene(scene),
          m_tokens(scene.theme->tokens()),
          m_plot(scene.plotRect()),
          m_y(std::floor(scene.yOf(row) + row.height * 0.38) + 0.5),
          m_bottom(scene.yOf(row) + row.height)
    {
    }

    /// Where the texts of a bracket stand, from left to right; empty: it has none on its line.
    [[nodiscard]] std::optional<std::pair<double, double>> spanOf(std::size_t i) const
    {
        Ends ends = endsOf(m_scene, i);
        ends.left += 1;
        ends.right -= 1;
        const auto texts = textsOf(m_scene.trace->blocks()[i], ends);
        if (!texts)
            return std::nullopt;
        return std::pair{texts->x, texts->x + texts->total};
    }

    void paint(std::size_t i)
    {
        const BlockRecord& block = m_scene.trace->blocks()[i];
        Ends ends = endsOf(m_scene, i);
        if (ends.right < m_plot.left() || ends.left > m_plot.right() + 1)
            return;
        const bool isSelected = static_cast<int>(i) == m_scene.block;
        QColor colour = isSelected ? m_tokens.accent : m_tokens.text;
        if (block.isFailed)
            colour = m_tokens.fail;
        ends.left += 1;
        ends.right -= 1;
        paintLine(ends, colour);
        paintTexts(block, ends, colour);
    }

private:
    void paintLine(const Ends& ends, const QColor& colour)
    {
        const double tooth = m_scene.px(8);
        const double left = std::max(m_plot.left() - 4, std::floor(ends.left) + 0.5);
        const double right = std::min(m_plot.right() + 4, std::max(left + 1, std::floor(ends.right) + 0.5));
        m_painter->setPen(QPen(colour, 1.4, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
        m_painter->setBrush(Qt::NoBrush);
        const QPointF points[] = {{left, m_y + tooth}, {left, m_y}, {right, m_y}, {right, m_y + tooth}};
        m_painter->drawPolyline(points, 4);
    }

    struct Texts {
        QString label, time;
        QFont labelFont, timeFont;
        double labelWidth = 0, timeWidth = 0, gap = 0;
        double x = 0, total = 0;
    };

    /// Label and time in the middle of the visible part, the time alone where both do not fit.
    [[nodiscard]] std::optional<Texts> textsOf(const BlockRecord& block, const Ends& ends) const
    {
        const double left = std::max(m_plot.left(), ends.left);
        const double right = std::min(m_plot.right(), ends.right);
        Texts t;
        t.labelFont = m_scene.theme->sans(11.5, QFont::Medium);
        t.timeFont = m_scene.theme->mono(12, QFont::Bold);
        t.time = timeOf(block);
        t.label = QString::fromStdString(block.label);
        t.timeWidth = textWidth(m_scene.labels, t.timeFont, t.time);
        const double room = right - left - 16;
        if (t.timeWidth + 8 > room)
            return std::nullopt;
        const double labelRoom = room - t.timeWidth - 24;
        t.labelWidth = textWidth(m_scene.labels, t.labelFont, t.label);
        if (t.labelWidth > labelRoom) {
            t.label = labelRoom > 30 ? elided(m_scene.labels, t.labelFont, t.label, labelRoom) : QString();
            t.labelWidth = textWidth(m_scene.labels, t.labelFont, t.label);
        }
        t.gap = t.label.isEmpty() ? 0 : m_scene.px(9);
        t.total = t.labelWidth + t.gap + t.timeWidth + m_scene.px(14);
        t.x = (left + right - t.total) / 2;
        return t;
    }

    [[nodiscard]] QString timeOf(const BlockRecord& block) const
    {
        return block.isFailed ? tr("stopped at %1").arg(look::clockText(block.end - m_scene.origin))
                              : look::benchmarkText(block.seconds);
    }

    void paintTexts(const BlockRecord& block, const Ends& ends, const QColor& colour)
    {
        const auto t = textsOf(block, ends);
        if (!t) {
            if (block.isFailed)
                paintBeside(ends.right, QString::fromStdString(block.label) + QLatin1Char(' ') + timeOf(block), colour);
            return;
        }
        const double height = m_scene.px(18);
        m_painter->fillRect(QRectF(t->x, m_y - height / 2, t->total, height), m_tokens.plot);
        m_painter->setFont(t->labelFont);
        m_painter->setPen(m_tokens.text2);
        const double textX = t->x + m_scene.px(7);
        m_painter->drawText(QRectF(textX, m_y - height / 2, t->labelWidth + 2, height), Qt::AlignVCenter, t->label);
        m_painter->setFont(t->timeFont);
        m_painter->setPen(colour);
        m_painter->drawText(QRectF(textX + t->labelWidth + t->gap, m_y - height / 2, t->timeWidth + 2, height),
                            Qt::AlignVCenter, t->time);
        const double left = std::max(m_plot.left(), ends.left);
        const double right = std::min(m_plot.right(), ends.right);
        paintBook(block, (left + right) / 2, right - left);
    }

    /// What happened is never left out: where the bracket is too narrow, it stands to its right.
    void paintBeside(double right, const QString& text, const QColor& colour)
    {
        const double x = right + m_scene.px(10);
        if (x + 40 > m_plot.right() || x < m_plot.left())
            return;
        m_painter->setFont(m_scene.theme->sans(11.5, QFont::Medium));
        m_painter->setPen(colour);
        paintFittingText(*m_painter, m_scene.labels, QRectF(x, m_y - m_scene.px(9), m_plot.right() - x, m_scene.px(18)),
                         text, Qt::AlignLeft);
    }

    void paintBook(const BlockRecord& block, double centre, double room)
    {
        if (m_scene.context == nullptr || block.isFailed)
            return;
        const auto book = m_scene.context->bookResults.constFind(QString::fromStdString(block.label));
        if (book == m_scene.context->bookResults.constEnd() || m_bottom - m_y < m_scene.px(22))
            return;
        const QString text = tr("book %1").arg(QString::number(book.value(), 'f', 4));
        m_painter->setFont(m_scene.theme->sans(10));
        if (QFontMetricsF(m_painter->font()).horizontalAdvance(text) > room)
            return;
        m_painter->setPen(m_tokens.text3);
        m_painter->drawText(
            QRectF(centre - 80, m_y + m_scene.px(8), 160, std::max(12.0, m_bottom - m_y - m_scene.px(8)) * 0.6),
            Qt::AlignHCenter | Qt::AlignTop, text);
    }

    QPainter* m_painter;  // none: only to ask where things stand
    const Scene& m_scene;
    const look::Tokens& m_tokens;
    QRectF m_plot;
    double m_y;
    double m_bottom;
};

/// Narrower ones have no texts.
constexpr double kWideWait = 5;

QRectF waitRect(const Scene& scene, const QRectF& bars, const WaitRecord& wait)
{
    const QRectF plot = scene.plotRect();
    const double left = std::max(plot.left() - 4, scene.xOf(wait.begin));
    const double right = std::min(plot.right() + 4, scene.xOf(wait.end));
    return {left, bars.top(), std::max(1.0, right - left), bars.height()};
}

void paintWait(QPainter& painter, const Scene& scene, const QRectF& rect, const WaitRecord& wait)
{
    const auto& tokens = scene.theme->tokens();
    const QRectF plot = scene.plotRect();
    const bool isScreen = scene.path == PaintPath::Screen;
    painter.setBrushOrigin(rect.topLeft());
    painter.setBrush(isScreen ? scene.theme->waitBrush(scene.devicePixelRatio) : QBrush(tokens.syncSoft));
    painter.setPen(QPen(tokens.syncFill, 1));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setBrushOrigin(0, 0);

    const QFont font = scene.theme->sans(10.5, QFont::Medium);
    const QString time = laneDuration(wait.end - wait.begin);
    QString text = waitText(*scene.trace, wait) + QStringLiteral(" · ") + time;
    const QRectF room = rect.intersected(plot).adjusted(4, 0, -4, 0);
    if (textWidth(scene.labels, font, text) + 10 > room.width())
        text = time;
    const double width = textWidth(scene.labels, font, text) + 10;
    if (width > room.width())
        return;
    const double height = scene.px(16);
    const QRectF patch(room.left() + 2, rect.center().y() - height / 2, width, height);
    painter.fillRect(patch, tokens.syncSoft);
    painter.setFont(font);
    painter.setPen(tokens.sync);
    drawText(painter, scene.labels, patch, Qt::AlignCenter, text);
}

/// `isLow`: as a row of short ticks at the foot, below what the boxes say. Ticks so dense that they are one area have
/// the strength of what the program does beside its waits: a loop that waits in every turn is seen to wait.
void paintIssues(QPainter& painter, const Scene& scene, const QRectF& bars, bool isLow, const WaitedColumns& waited)
{
    LaneStrip strip;
    const double ratio = scene.path == PaintPath::Screen ? scene.devicePixelRatio : 1.0;
    const int columns = static_cast<int>(std::lround(scene.plotWidth() * ratio));
    const QColor ground = scene.theme->tokens().band;
    strip.make(scene.digest->frontend(), scene.range, columns, {ground, scene.theme}, 0);
    const QColor slate = scene.theme->kind(engine::trace::Kind::Host).fill;
    const double height = isLow ? scene.px(4) : bars.height() + 4;
    const double top = isLow ? bars.bottom() - height : bars.top() - 2;
    for (const auto& slice : strip.coverage.slices) {
        const double left = std::max(-4.0, slice.left / ratio);
        const double right = std::min(bars.width() + 4, slice.right / ratio);
        const double gap = right - left > 5 ? 1.0 : 0.0;
        painter.fillRect(QRectF(bars.left() + left, top, right - left - gap, height), slate);
    }
    // A tick stands for an instant: it is never thinner than can be seen.
    const double thinnest = 2.0;
    double previous = -10;
    for (const auto& column : strip.coverage.columns) {
        const double left = column.x / ratio;
        const bool isDense = left - previous < thinnest;
        const double width = std::max(column.busy > 0.5F ? 1.0 / ratio : 0.0, isDense ? 1.0 / ratio : thinnest);
        QColor colour = slate;
        if (const float wait = waited.share(column.x); wait > 0.5F && left - previous < 2 * thinnest + 0.5)
            colour.setAlphaF(1.0F - wait);
        painter.fillRect(QRectF(bars.left() + left, top, width, height), colour);
        previous = left;
    }
}

struct Flag {
    QRectF rect;
    bool pointsLeft;
};

Flag flagOf(const Scene& scene, const SyncMark& mark, const Row& frontend, const QFont& font, bool pointsLeft)
{
    const double x = std::floor(scene.xOf(mark.time)) + 0.5;
    const double width = textWidth(scene.labels, font, QStringLiteral("L%1").arg(mark.line)) + scene.px(11);
    const double top = scene.yOf(frontend) - 1;
    return {QRectF(pointsLeft ? x - width : x, top, width, scene.px(kFlagHeight)), pointsLeft};
}

/// The flags in view. They point to the right of their line; to the left where the next one or the edge of the plot is
/// too near; a flag without room on either side is left out.
std::vector<std::pair<std::size_t, Flag>> flagsOf(const Scene& scene, const Row& frontend)
{
    const auto& marks = scene.digest->marks();
    const auto begin = std::lower_bound(marks.begin(), marks.end(), scene.range.begin,
                                        [](const SyncMark& mark, Nanoseconds t) { return mark.time < t; });
    const QFont font = scene.theme->sans(9.5, QFont::DemiBold);
    std::vector<std::pair<std::size_t, Flag>> flags;
    // Where no line can be told from the next, a wall of flags would tell nothing.
    if (std::upper_bound(begin, marks.end(), scene.range.end,
                         [](Nanoseconds t, const SyncMark& mark) { return t < mark.time; }) -
            begin >
        kMostLines * 4)
        return flags;
    double taken = scene.plotLeft() - 1;
    for (auto it = begin; it != marks.end() && it->time <= scene.range.end; ++it) {
        if (it->line <= 0)
            continue;  // of a program without a listing
        if (!scene.isShown(it->begin, it->time))
            continue;
        Flag flag = flagOf(scene, *it, frontend, font, false);
        const auto next = std::next(it);
        const double limit = next != marks.end() && next->time <= scene.range.end
                                 ? std::min(scene.xOf(next->time), double(scene.size.width()))
                                 : scene.size.width();
        if (flag.rect.right() > limit || flag.rect.left() < taken) {
            const Flag left = flagOf(scene, *it, frontend, font, true);
            if (left.rect.left() >= taken)
                flag = left;
        }
        if (flag.rect.left() < taken || flag.rect.right() > scene.size.width() + 1)
            continue;
        taken = flag.rect.right() + 1;
        flags.emplace_back(static_cast<std::size_t>(it - marks.begin()), flag);
    }
    return flags;
}

/// The rows that a mark's line runs through, from the frontend down: those that are waited for end in a dot.
std::vector<double> dotsOf(const Scene& scene, const SyncMark& mark)
{
    std::vector<double> dots;
    const auto dot = [&](const Row* row) {
        if (row != nullptr)
            dots.push_back(std::floor(scene.yOf(*row) + row->barTop + row->barHeight / 2.0));
    };
    switch (mark.target) {
        case WaitTarget::Device:
            dot(scene.layout.rowOf(mark.device));
            break;
        case WaitTarget::Op:
            if (mark.op.isValid() && mark.op.index < scene.trace->opCount())
                dot(scene.layout.rowOf(scene.trace->op(mark.op).lane));
            break;
        case WaitTarget::Stream:
        case WaitTarget::Event:
            dot(scene.layout.rowOf(mark.device));
            break;
        case WaitTarget::All:
            for (const auto& device : scene.trace->devices())
                if (const Row* row = scene.layout.rowOf(device.id); row != nullptr && row->isUsed)
                    dot(row);
            break;
    }
    return dots;
}

void paintFlag(QPainter& painter, const Scene& scene, const SyncMark& mark, const Flag& flag)
{
    const auto& tokens = scene.theme->tokens();
    const double notch = scene.px(4);
    const QRectF& r = flag.rect;
    const double tip = flag.pointsLeft ? r.left() : r.right();
    const double in = flag.pointsLeft ? tip + notch : tip - notch;
    const double foot = flag.pointsLeft ? r.right() : r.left();
    const QPointF shape[] = {
        {foot, r.top()}, {tip, r.top()}, {in, r.center().y()}, {tip, r.bottom()}, {foot, r.bottom()}};
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(mark.isOn ? Qt::NoPen : QPen(tokens.strong, 1, Qt::DashLine));
    painter.setBrush(mark.isOn ? tokens.sync : tokens.panel);
    painter.drawPolygon(shape, 5);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setFont(scene.theme->sans(9.5, QFont::DemiBold));
    painter.setPen(mark.isOn ? tokens.panel : tokens.text3);
    drawText(painter, scene.labels, flag.pointsLeft ? r.adjusted(notch, 0, 0, 0) : r.adjusted(0, 0, -notch, 0),
             Qt::AlignCenter, QStringLiteral("L%1").arg(mark.line));
}

void paintMarkLine(QPainter& painter, const Scene& scene, const SyncMark& mark, double x, double top)
{
    const auto& tokens = scene.theme->tokens();
    const QColor colour = mark.isOn ? tokens.sync : tokens.strong;
    const auto dots = mark.isOn ? dotsOf(scene, mark) : std::vector<double>{};
    const double bottom = dots.empty() ? top + scene.px(42) : *std::max_element(dots.begin(), dots.end());
    QPen pen(colour, 1.2);
    pen.setDashPattern({4 / 1.2, 3 / 1.2});
    painter.setPen(pen);
    painter.drawLine(QPointF(x, top), QPointF(x, bottom));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(tokens.plot, 1));
    painter.setBrush(colour);
    for (double y : dots)
        painter.drawEllipse(QPointF(x, y), scene.px(3), scene.px(3));
    painter.setRenderHint(QPainter::Antialiasing, false);
}

}  // namespace

QString waitText(const Trace& trace, const WaitRecord& wait)
{
    const auto deviceName = [&](engine::DeviceId id) {
        for (const auto& device : trace.devices())
            if (device.id == id)
                return QString::fromStdString(device.name);
        return QString();
    };
    switch (wait.target) {
        case WaitTarget::Device:
        case WaitTarget::Stream:
            return tr("waits for %1").arg(deviceName(wait.device));
        case WaitTarget::Op:
            if (wait.op.isValid() && wait.op.index < trace.opCount())
                return tr("waits for %1").arg(model::operationLabel(trace, trace.op(wait.op)));
            break;
        case WaitTarget::Event:
            return tr("waits for an event");
        case WaitTarget::All: {
            int gpus = 0;
            for (const auto& lane : trace.lanes())
                gpus += lane.role == engine::trace::LaneRole::Compute && isUsed(trace, lane.id) ? 1 : 0;
            return gpus == 2 ? tr("both") : tr("waits for all");
        }
    }
    const QString call = fromView(trace.text(wait.call));
    return call.isEmpty() ? tr("waits") : call;
}

void paintBenchmarks(QPainter& painter, const Scene& scene, const Row& row)
{
    BracketPainter brackets(&painter, scene, row);
    // Blocks end in time order; a program has few, but nothing keeps a reader from timing in a loop.
    const auto& blocks = scene.trace->blocks();
    constexpr std::size_t kMostBrackets = 2000;
    const std::size_t from = blocks.size() > kMostBrackets ? blocks.size() - kMostBrackets : 0;
    for (std::size_t i = from; i < blocks.size(); ++i)
        if (static_cast<int>(i) != scene.block && scene.isShown(blocks[i].begin, blocks[i].end))
            brackets.paint(i);
    if (scene.block >= 0 && static_cast<std::size_t>(scene.block) < blocks.size())
        brackets.paint(static_cast<std::size_t>(scene.block));
}

std::vector<std::pair<double, double>> bracketTexts(const Scene& scene, const Row& row)
{
    constexpr std::size_t kMostLooked = 200;
    const BracketPainter brackets(nullptr, scene, row);
    std::vector<std::pair<double, double>> spans;
    const std::size_t blocks = scene.trace->blocks().size();
    for (std::size_t i = blocks > kMostLooked ? blocks - kMostLooked : 0; i < blocks; ++i)
        if (const auto span = brackets.spanOf(i))
            spans.push_back(*span);
    return spans;
}

void paintFrontend(QPainter& painter, const Scene& scene, const Row& row)
{
    const QRectF bars(scene.plotLeft(), scene.yOf(row) + row.barTop, scene.plotWidth(), row.barHeight);
    const bool hasPhases = scene.digest != nullptr && paintIssuePhases(painter, scene, bars);
    const auto& waits = scene.trace->waits();
    std::size_t i =
        static_cast<std::size_t>(std::lower_bound(waits.begin(), waits.end(), scene.range.begin,
                                                  [](const WaitRecord& wait, Nanoseconds t) { return wait.end < t; }) -
                                 waits.begin());
    WaitedColumns waited(bars, scene.path == PaintPath::Screen ? scene.devicePixelRatio : 1.0);
    NarrowWaits narrow(painter, scene, bars, waited);
    double drawnUpTo = -1;
    for (; i < waits.size() && waits[i].begin < scene.range.end; ++i) {
        if (!scene.isShown(waits[i].begin, waits[i].end))
            continue;
        const double right = scene.xOf(waits[i].end);
        waited.add(scene.xOf(waits[i].begin), right);
        // Many short waits within one pixel are one mark.
        if (right < drawnUpTo + 0.5)
            continue;
        drawnUpTo = std::max(right, scene.xOf(waits[i].begin) + 1);
        if (const QRectF rect = waitRect(scene, bars, waits[i]); rect.width() < kWideWait) {
            narrow.add(rect);
        } else {
            narrow.flush();
            paintWait(painter, scene, rect, waits[i]);
        }
    }
    narrow.flush();
    if (scene.digest != nullptr)
        paintIssues(painter, scene, bars, hasPhases, waited);
}

void paintSyncMarks(QPainter& painter, const Scene& scene)
{
    const Row* frontend = scene.layout.rowOf(RowKind::Frontend);
    if (frontend == nullptr || scene.digest == nullptr)
        return;
    const auto& marks = scene.digest->marks();
    const auto begin = std::lower_bound(marks.begin(), marks.end(), scene.range.begin,
                                        [](const SyncMark& mark, Nanoseconds t) { return mark.time < t; });
    const auto end = std::upper_bound(begin, marks.end(), scene.range.end,
                                      [](Nanoseconds t, const SyncMark& mark) { return t < mark.time; });
    const double top = scene.yOf(*frontend) - 1;
    if (end - begin <= kMostLines)
        for (auto it = begin; it != end; ++it)
            if (scene.isShown(it->begin, it->time))
                paintMarkLine(painter, scene, *it, std::floor(scene.xOf(it->time)) + 0.5, top);
    for (const auto& [index, flag] : flagsOf(scene, *frontend))
        paintFlag(painter, scene, marks[index], flag);
}

int blockAt(const Scene& scene, double x)
{
    const auto& blocks = scene.trace->blocks();
    const Nanoseconds t = scene.timeAt(x);
    int best = -1;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        if (t < blocks[i].begin || t >= blocks[i].end)
            continue;
        // The innermost of nested blocks.
        const auto length = blocks[i].end - blocks[i].begin;
        if (best < 0 ||
            length < blocks[static_cast<std::size_t>(best)].end - blocks[static_cast<std::size_t>(best)].begin)
            best = static_cast<int>(i);
    }
    return best;
}

int flagAt(const Scene& scene, const QPointF& point)
{
    const Row* frontend = scene.layout.rowOf(RowKind::Frontend);
    if (frontend == nullptr || scene.digest == nullptr)
        return -1;
    const double top = scene.yOf(*frontend) - 1;
    if (point.y() < top - 2 || point.y() > top + scene.px(kFlagHeight) + 2)
        return -1;
    for (const auto& [index, flag] : flagsOf(scene, *frontend))
        if (flag.rect.adjusted(-1, -1, 1, 2).contains(point))
            return static_cast<int>(index);
    return -1;
}

int waitAt(const Trace& trace, Nanoseconds time)
{
    const auto& waits = trace.waits();
    const auto it = std::lower_bound(waits.begin(), waits.end(), time,
                                     [](const WaitRecord& wait, Nanoseconds t) { return wait.end <= t; });
    if (it == waits.end() || it->begin > time)
        return -1;
    return static_cast<int>(it - waits.begin());
}

}  // namespace ui::timeline
