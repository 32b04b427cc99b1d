#pragma once

#include "ui/figure/figure.h"
#include "ui/look/theme.h"

#include <QImage>
#include <QWidget>

namespace ui::figure {

/// The figure as large as the room allows.
class Preview : public QWidget {
    Q_OBJECT

public:
    explicit Preview(look::Theme& theme, QWidget* parent = nullptr);

    void show(engine::trace::TracePtr trace, const FigureOptions& options);
    /// How large it is drawn; 1: a unit is a pixel.
    [[nodiscard]] double zoom() const { return m_zoom; }

signals:
    void drawn();  ///< also after a change of the room

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void draw();

    look::Theme& m_theme;
    engine::trace::TracePtr m_trace;
    FigureOptions m_options;
    QImage m_image;  ///< drawn once; a figure may take longer than a repaint should
    double m_zoom = 1;
};

}  // namespace ui::figure
