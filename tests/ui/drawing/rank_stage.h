#pragma once

#include "engine/ranks/overview.h"
#include "tests/engine/ranks/sample_ranks.h"
#include "ui/drawing/ranks/rank_digest.h"
#include "ui/drawing/scene_painter.h"

#include <QImage>
#include <QPainter>
#include <algorithm>
#include <memory>

namespace tests {

/// Paints a run of several ranks without a window.
struct RankStage {
    explicit RankStage(const engine::ranks::RunSetPtr& set, ui::look::Mode mode = ui::look::Mode::Light,
                       QSize size = {1000, 780})
        : theme(mode)
    {
        scene.trace = engine::ranks::overviewOf(set);
        scene.theme = &theme;
        scene.context = &context;
        digest.update(*scene.trace, context, ui::drawing::Continuity::NewRun);
        scene.digest = &digest;
        scene.size = size;
        layOut({});
        scene.extent = {engine::Nanoseconds{}, scene.trace->extent()};
        scene.range = scene.extent;
    }

    /// `order` lists the ranks from the top row to the bottom row. If it is empty, the ranks are in ascending order.
    void layOut(const std::vector<std::uint32_t>& order)
    {
        ui::drawing::LayoutOptions options;
        options.height = scene.size.height();
        options.rankOrder = order;
        options.lateRanks = digest.ranks()->lateness.named();
        scene.layout = ui::drawing::layOut(*scene.trace, options);
    }

    [[nodiscard]] QImage paint() const
    {
        QImage image(scene.size, QImage::Format_RGB32);
        QPainter painter(&image);
        static_cast<void>(ui::drawing::paintContent(painter, scene));
        return image;
    }

    ui::look::Theme theme;
    ui::model::RunContext context;
    ui::drawing::RunDigest digest;
    ui::drawing::Scene scene;
};

[[nodiscard]] inline int countOf(const RankStage& stage, ui::drawing::RowKind kind)
{
    return static_cast<int>(std::ranges::count(stage.scene.layout.rows, kind, &ui::drawing::Row::kind));
}

/// Returns a plan with `ranks` ranks and three steps.
[[nodiscard]] inline RanksPlan planOf(std::uint32_t ranks)
{
    RanksPlan plan;
    plan.ranks = ranks;
    plan.steps = 3;
    return plan;
}

}  // namespace tests
