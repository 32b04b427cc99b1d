#include "ui/drawing/detail/bracket_row.h"

#include "ui/drawing/label_cache.h"
#include "ui/look/warning_sign.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace ui::drawing::detail {

using engine::trace::BlockRecord;

namespace {

constexpr double kAboveRoom = 17;

}  // namespace

BracketRow::BracketRow(const Surface* on, const Scene& of, const Row& row)
    : painter(on),
      scene(of),
      tokens(of.theme->tokens()),
      plot(of.plotRect()),
      y(std::floor(of.yOf(row) + row.barHeight * 0.38) + 0.5),
      bottom(of.yOf(row) + row.ownHeight()),
      hasAbove(y - of.yOf(row) >= of.px(kAboveRoom)),
      asideFont(of.theme->sans(10.5)),
      asideTimeFont(of.theme->mono(10.5, QFont::Bold)),
      bookFont(of.theme->sans(10)),
      labelFont(of.theme->sans(11.5, QFont::Medium)),
      timeFont(of.theme->mono(12, QFont::Bold))
{
}

BracketEnds BracketRow::endsOf(std::size_t i) const
{
    const BlockRecord& block = scene.trace->blocks()[i];
    BracketEnds ends{scene.xOf(block.begin), scene.xOf(block.end)};
    const Morph* morph = scene.before.morph;
    if (morph != nullptr && morph->progress < 1.0 && i < morph->blocks.size()) {
        ends.left = std::lerp(scene.xOf(morph->blocks[i].begin), ends.left, morph->progress);
        ends.right = std::lerp(scene.xOf(morph->blocks[i].end), ends.right, morph->progress);
    }
    return ends;
}

BracketEnds BracketRow::insideOf(std::size_t i) const
{
    const BracketEnds ends = endsOf(i);
    return {ends.left + 1, ends.right - 1};
}

QColor BracketRow::colourOf(std::size_t i) const
{
    if (scene.trace->blocks()[i].isFailed)
        return tokens.fail;
    return static_cast<int>(i) == scene.chosen.block ? tokens.accent : tokens.text;
}

bool BracketRow::hasAside(std::size_t i) const
{
    return std::ranges::any_of(asides, [&](const Aside& aside) { return aside.block == i; });
}

std::optional<BracketRow::Texts> BracketRow::textsOf(std::size_t i, const BracketEnds& ends) const
{
    const BlockRecord& block = scene.trace->blocks()[i];
    const double left = std::max(plot.left(), ends.left);
    const double right = std::min(plot.right(), ends.right);
    Texts t;
    t.time = timeText(scene, i);
    t.label = QString::fromStdString(block.label);
    t.timeWidth = textWidth(scene.labels, timeFont, t.time);
    t.sign = isMistimed(i) ? scene.px(kSign) : 0;
    const double room = right - left - 16 - t.sign;
    if (t.timeWidth + 8 > room) {  // without room, drops the quartiles of a measured time
        t.time = t.time.section(QStringLiteral(" ("), 0, 0);
        t.timeWidth = textWidth(scene.labels, timeFont, t.time);
    }
    if (t.timeWidth + 8 > room)
        return std::nullopt;
    const double labelRoom = room - t.timeWidth - 24;
    t.labelWidth = textWidth(scene.labels, labelFont, t.label);
    if (t.labelWidth > labelRoom) {
        t.isWhole = false;
        t.label = labelRoom > 30 && !hasAside(i) ? elided(scene.labels, labelFont, t.label, labelRoom) : QString();
        t.labelWidth = textWidth(scene.labels, labelFont, t.label);
    }
    t.gap = t.label.isEmpty() ? 0 : scene.px(9);
    t.total = t.sign + t.labelWidth + t.gap + t.timeWidth + scene.px(14);
    t.x = (left + right - t.total) / 2;
    return t;
}

bool BracketRow::isFree(double left, double right) const
{
    return left >= plot.left() && right <= plot.right() &&
           std::ranges::none_of(taken, [&](const auto& one) { return left < one.second && one.first < right; });
}

void BracketRow::paintSign(double x, double at) const
{
    const double size = scene.px(kSign - 3);
    look::paintWarningSign(*painter, QRectF(x, at - size / 2, size, size), tokens);
    (*painter)->setFont(labelFont);
    (*painter)->setPen(tokens.text2);
}

}  // namespace ui::drawing::detail
