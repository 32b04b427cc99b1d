#pragma once

#include "ui/drawing/run_digest.h"
#include "ui/drawing/scene.h"
#include "ui/figure/detail/plan.h"

namespace ui::figure::detail {

/// A panel as a scene for the window's painters, with the rows, the colours and the font sizes of a plan. The plan, the
/// panel and its trace must outlive it.
class PanelScene {
public:
    PanelScene(const Plan& plan, const PanelPlan& panel, const FigureOptions& options);
    PanelScene(const PanelScene&) = delete;
    PanelScene& operator=(const PanelScene&) = delete;

    [[nodiscard]] const drawing::Scene& scene() const { return m_scene; }
    /// The scene of the magnified range: the same run on separate rows.
    [[nodiscard]] drawing::Scene magnified(const Plan& plan) const;

private:
    look::Theme m_theme;
    model::RunContext m_context;
    drawing::RunDigest m_digest;
    drawing::Scene m_scene;
};

/// Height of the sync flags above the bars of the program's row.
[[nodiscard]] double flagHeight(const TypeSizes& type);

}  // namespace ui::figure::detail
