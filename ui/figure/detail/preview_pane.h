#pragma once

#include "ui/figure/detail/preview.h"
#include "ui/look/segmented.h"

#include <QLabel>

class QLayout;

namespace ui::figure {

/// The preview, in colour or grey, with the figure's scale and a statement on whether the figure's texts are readable.
/// Thread: GUI.
class PreviewPane : public QWidget {
    Q_OBJECT

public:
    explicit PreviewPane(look::Theme& theme);

    void showFigure(const engine::trace::TracePtr& trace, FigureOptions options);

signals:
    void modeChosen();                 ///< emitted when colour or grey is chosen: the figure must be painted again
    void drawn(const QSizeF& figure);  ///< emitted after each redraw, with the size of the figure in its units

private:
    QLayout* buildPromises();
    void describe();
    void showTextSize();

    look::Theme& m_theme;
    Preset m_preset = Preset::Slide;
    look::Segmented* m_mode = nullptr;
    QLabel* m_info = nullptr;
    Preview* m_preview = nullptr;
    QLabel* m_labelTick = nullptr;
    QLabel* m_labelSize = nullptr;  ///< states how large the smallest label is
};

}  // namespace ui::figure
