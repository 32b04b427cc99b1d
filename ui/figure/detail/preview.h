#pragma once

#include "ui/figure/figure.h"
#include "ui/look/theme.h"

#include <QImage>
#include <QWidget>

namespace ui::figure {

/// Shows the figure as large as the widget allows.
class Preview : public QWidget {
    Q_OBJECT

public:
    explicit Preview(look::Theme& theme, QWidget* parent = nullptr);

    void show(engine::trace::TracePtr trace, const FigureOptions& options);
    /// The scale of the preview; 1: one pixel per unit.
    [[nodiscard]] double zoom() const { return m_zoom; }

signals:
    void drawn();  ///< emitted after each redraw, also after a resize

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void draw();

    look::Theme& m_theme;
    engine::trace::TracePtr m_trace;
    FigureOptions m_options;
    QImage m_image;  ///< cached, since painting a figure takes longer than a repaint may
    double m_zoom = 1;
};

}  // namespace ui::figure
