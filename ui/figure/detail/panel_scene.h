#pragma once

#include "ui/drawing/run_digest.h"
#include "ui/drawing/scene.h"
#include "ui/figure/detail/plan.h"

#include <QRectF>
#include <vector>

namespace ui::figure::detail {

/// A panel as a scene on paper, with the colours and the font sizes of a plan, without rows and digest: enough to place
/// brackets. The plan, the panel and its trace must outlive it.
struct PaperScene {
    PaperScene(const Plan& plan, const PanelPlan& panel, const FigureOptions& options);
    PaperScene(const PaperScene&) = delete;
    PaperScene& operator=(const PaperScene&) = delete;

    look::Theme theme;
    model::RunContext context;
    drawing::Scene scene;
};

/// The whole scene of a panel, for the window's painters.
class PanelScene {
public:
    PanelScene(const Plan& plan, const PanelPlan& panel, const FigureOptions& options);

    [[nodiscard]] const drawing::Scene& scene() const { return m_paper.scene; }
    /// The rectangles of the texts that were painted so far.
    [[nodiscard]] std::vector<QRectF>& texts() { return m_texts; }
    /// The scene of the magnified range: the same run on separate rows.
    [[nodiscard]] drawing::Scene magnified(const Plan& plan) const;

private:
    PaperScene m_paper;
    drawing::RunDigest m_digest;
    std::vector<QRectF> m_texts;
};

/// Height of the sync flags above the bars of the program's row.
[[nodiscard]] double flagHeight(const TypeSizes& type);

}  // namespace ui::figure::detail
