#include "ui/figure/detail/plan.h"

#include "ui/drawing/time_ticks.h"
#include "ui/figure/detail/plan_parts.h"

#include <QLocale>
#include <QTextLayout>
#include <algorithm>
#include <cmath>
#include <utility>

namespace ui::figure::detail {

namespace {

constexpr double kMillimetre = kUnitsPerInch / 25.4;

TypeSizes typeFor(double width)
{
    if (width < 500)
        return {15, 12, 12, 12};
    if (width < 1000)
        return {20, 14, 13, 12};
    return {28, 16, 14, 13};
}

/// The size of every slide. If the content does not fit, it is planned on a larger slide of the same aspect ratio, and
/// scaled down.
constexpr QSize kSlide(1280, 720);
constexpr int kSlideAcross = 16, kSlideDown = 9;

double widthOf(const FigureOptions& options, QSize slide)
{
    switch (options.preset) {
        case Preset::Page178mm:
            return 178 * kMillimetre;
        case Preset::Column85mm:
            return 85 * kMillimetre;
        case Preset::Custom:
            return std::clamp(options.size.width(), 240, 8192);
        case Preset::Slide:
            break;
    }
    return slide.width();
}

Plan planBody(const Trace& trace, const FigureOptions& options, QSize slide)
{
    const FigureKind what = figureKindOf(options);
    Plan plan = beginPlan(trace, options, slide);
    if (what == FigureKind::Timeline || what == FigureKind::Compare)
        return planTimeline(trace, options, std::move(plan));
    plan.panels.emplace_back();
    plan.panels.back().trace = &trace;
    plan.panels.back().context = &options.context;
    plan.panels.back().range = plan.panels.back().scope = plan.range = rangeOf(trace, options);
    plan.zero = zeroOf(trace, options, plan.range);
    plan.panels.back().until = std::min(options.until.value_or(plan.range.end), plan.range.end);
    if (options.showLegend)
        plan.legend.entries = what == FigureKind::Graph ? graphLegend(trace, options) : memoryLegend(trace);
    plan.legend.height = placeLegend(plan);
    if (what == FigureKind::Graph)
        placeGraph(trace, options, plan);
    else
        placeMemory(trace, plan);
    return plan;
}

}  // namespace

QStringList wrap(const QString& text, const QFont& font, double width)
{
    QStringList lines;
    QTextLayout layout(text, font);
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        lines << text.mid(line.textStart(), line.textLength()).trimmed();
    }
    layout.endLayout();
    lines.removeAll(QString());
    return lines;
}

double placeLegend(Plan& plan)
{
    const QFont font = Ink::font(plan.type.label, QFont::Medium);
    const double rowHeight = plan.type.label + 9;
    const double swatch = 30, gap = 28;
    double x = plan.margin, y = plan.type.label;
    for (Plan::LegendEntry& entry : plan.legend.entries) {
        const double width = swatch + Ink::widthOf(entry.text, font);
        if (x > plan.margin && x + width > plan.size.width() - plan.margin) {
            x = plan.margin;
            y += rowHeight;
        }
        entry.at = QPointF(x, y);
        x += width + gap;
    }
    return plan.legend.entries.empty() ? 0 : y + 6;
}

Plan beginPlan(const Trace& trace, const FigureOptions& options, QSize slide)
{
    Plan plan;
    const double width = widthOf(options, slide);
    plan.page.wanted = options.preset == Preset::Slide    ? slide.height()
                       : options.preset == Preset::Custom ? std::min(options.size.height(), 8192)
                                                          : 0;
    plan.type = typeFor(width);
    plan.texts = textsFor(trace, options);
    plan.margin = width < 500 ? 10 : width < 1000 ? 18 : 48;
    plan.page.pad = width < 500 ? 6 : width < 1000 ? 12 : 26;
    plan.size.setWidth(width);
    plan.left = plan.panelLeft = plan.margin;
    plan.right = std::floor(width - plan.margin);

    const QFont bodyFont = Ink::font(plan.type.body);
    const double textWidth = width - 2 * plan.margin;
    plan.caption.lines = wrap(plan.texts.caption, bodyFont, textWidth - (width > 500 ? 90 : 0));
    const QStringList note = wrap(plan.texts.note, bodyFont, textWidth - 60);
    // Appends the note to the last line of the caption if there is room.
    const QString joined =
        plan.caption.lines.isEmpty() ? QString() : plan.caption.lines.last() + QLatin1Char(' ') + plan.texts.note;
    if (!joined.isEmpty() && Ink::widthOf(joined, bodyFont) < textWidth - 80)
        plan.caption.lines.last() = joined;
    else
        plan.caption.lines += note;

    plan.heading.titleBaseline = plan.page.pad + plan.type.title;
    plan.heading.titleLines = wrap(plan.texts.title, Ink::font(plan.type.title, QFont::Bold), textWidth);
    for (const QString& line : wrap(plan.texts.subtitle, Ink::font(plan.type.subtitle), textWidth - kScaleBarRoom))
        plan.heading.subtitleLines.push_back(line);
    const double titleEnd =
        plan.heading.titleBaseline +
        std::max<double>(0, static_cast<double>(plan.heading.titleLines.size()) - 1) * lineOf(plan.type.title);
    plan.heading.subtitleBaseline = titleEnd + plan.type.subtitle + (width < 1000 ? 5 : 12);
    plan.heading.end = plan.heading.subtitleBaseline +
                       (static_cast<double>(plan.heading.subtitleLines.size()) - 1) * (plan.type.subtitle + 5);
    plan.scaleBarY = plan.heading.end - 4;
    return plan;
}

Nanoseconds niceStep(Nanoseconds length, double parts)
{
    const double step = drawing::niceTimeStep(static_cast<double>(length.count()) / std::max(parts, 1.0));
    return Nanoseconds{std::llround(step)};
}

QString stepText(Nanoseconds time)
{
    const auto ns = static_cast<double>(time.count());
    struct Unit {
        double size;
        const char* name;
    };
    for (const Unit& unit : {Unit{1e9, "s"}, Unit{1e6, "ms"}, Unit{1e3, "µs"}, Unit{1, "ns"}})
        if (std::abs(ns) >= unit.size * 0.9999 || unit.size == 1)
            return QLocale().toString(ns / unit.size, 'g', 6) + QLatin1Char(' ') + QString::fromUtf8(unit.name);
    return {};
}

double Plan::below() const
{
    const double captionHeight = static_cast<double>(caption.lines.size()) * (type.body + 6);
    return (legend.height > 0 ? legend.height + 14 : 0) + 16 + captionHeight + page.pad - 4;
}

void Plan::finish(double bottom)
{
    const double captionHeight = static_cast<double>(caption.lines.size()) * (type.body + 6);
    // If the content exceeds the requested height only by rounding errors, keeps that height.
    const double needed = bottom + below();
    size.setHeight(needed < page.wanted + 0.01 ? page.wanted : needed);
    // Legend and caption are at the bottom.
    caption.baseline = size.height() - (page.pad - 4) - captionHeight + type.body;
    legend.top = ruleY() - 12 - legend.height;
}

Plan makePlan(const Trace& trace, const FigureOptions& options)
{
    FigureOptions fewer = withDiagram(trace, options);
    Plan plan = planBody(trace, fewer, kSlide);
    const auto finished = [&] {
        for (PanelPlan& panel : plan.panels)  // the panels must refer to `options`: `fewer` is destroyed before them
            panel.context = panel.context == &fewer.beforeContext ? &options.beforeContext : &options.context;
        return std::move(plan);
    };
    plan.page.size = plan.size;
    if (options.preset != Preset::Slide)
        return finished();
    const auto isFull = [&plan](QSize slide) { return plan.size.height() > slide.height(); };
    // Leaves out the magnified part, then the table of measures, if the slide would otherwise have to be scaled down.
    if (isFull(kSlide) && plan.magnified.isShown) {
        fewer.showMagnified = false;
        plan = planBody(trace, fewer, kSlide);
    }
    if (isFull(kSlide) && plan.measures.height > 0) {
        fewer.compared.measures.clear();
        plan = planBody(trace, fewer, kSlide);
    }
    // On a larger slide, texts may need fewer lines and the legend more height, so each size is planned again.
    constexpr int kTries = 4;
    QSize slide = kSlide;
    for (int i = 0; i < kTries && isFull(slide); ++i) {
        const int unit = static_cast<int>(std::ceil(plan.size.height() / kSlideDown - 1e-6));
        slide = QSize(kSlideAcross * unit, kSlideDown * unit);
        plan = planBody(trace, fewer, slide);
    }
    plan.page.size = kSlide;
    plan.page.zoom = std::min(kSlide.width() / plan.size.width(), kSlide.height() / plan.size.height());
    return finished();
}

}  // namespace ui::figure::detail
