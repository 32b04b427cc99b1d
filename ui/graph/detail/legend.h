#pragma once

#include "ui/graph/diagram.h"
#include "ui/look/theme.h"

#include <QWidget>

namespace ui::graph {

/// Explains the lines of the diagram. For a net: the kinds of edges between layers. For other diagrams: the kinds of
/// dependencies with their counts, and the critical path.
class Legend : public QWidget {
    Q_OBJECT

public:
    explicit Legend(look::Theme& theme, QWidget* parent = nullptr);

    /// Explains the edges of a diagram: kinds of dependencies, or of connections between the layers of a net.
    void explain(const Diagram& diagram);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    look::Theme& m_theme;
    EdgeCounts m_counts;
    bool m_isNet = false;
};

}  // namespace ui::graph
