#pragma once

#include "ui/figure/figure.h"
#include "ui/look/theme.h"

#include <QImage>
#include <QWidget>
#include <optional>
#include <thread>

namespace ui::figure {

/// Shows the figure as large as the widget allows, up to 150 %. A private thread paints it, because painting takes
/// seconds for a long run. Of the requests that arrive meanwhile, only the newest is painted. Thread: GUI.
class Preview : public QWidget {
    Q_OBJECT

public:
    explicit Preview(look::Theme& theme, QWidget* parent = nullptr);

    void show(engine::trace::TracePtr trace, const FigureOptions& options);
    /// The size of the shown figure, in units of the figure; empty: no figure was painted yet.
    [[nodiscard]] QSizeF figure() const { return m_drawn.size; }
    /// The size of the smallest text of the shown figure, in points.
    [[nodiscard]] double smallestText() const { return m_drawn.smallestText; }
    /// The result of figure::omitsMeasures() for the shown figure.
    [[nodiscard]] bool omitsMeasures() const { return m_drawn.omitsMeasures; }
    /// The scale of the preview; 1: one pixel per unit.
    [[nodiscard]] double zoom() const { return m_drawn.zoom; }

signals:
    void drawn();  ///< emitted after each redraw, also after a resize

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Request {
        engine::trace::TracePtr trace;
        FigureOptions options;
        QSize room;
        double ratio = 1;  ///< device pixels per logical pixel
    };
    struct DrawnPage {
        QImage image;
        QSizeF size;
        double zoom = 1;
        double smallestText = 0;
        bool omitsMeasures = false;
        QString description;
    };

    [[nodiscard]] static DrawnPage draw(const Request& request);
    void request();
    void start(Request request);
    void deliver(DrawnPage result);

    look::Theme& m_theme;
    engine::trace::TracePtr m_trace;
    FigureOptions m_options;
    DrawnPage m_drawn;
    std::optional<Request> m_next;  ///< the newest request that arrived while the thread painted another one
    bool m_isDrawing = false;
    std::jthread m_thread;  ///< last member: joined before the others are destroyed
};

}  // namespace ui::figure
