#pragma once

#include "ui/inspect/description.h"
#include "ui/look/theme.h"

#include <QWidget>

namespace ui::inspect {

/// Shows the life of an operation as a bar: input, waiting, running, with a line of text below. Widths are proportional
/// to the durations, but each part has a minimum width, so that short parts are visible.
class LifeBar : public QWidget {
    Q_OBJECT

public:
    explicit LifeBar(look::Theme& theme, QWidget* parent = nullptr);

    void show(const std::vector<LifePart>& parts, engine::trace::Kind kind, Tone tone);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintPart(QPainter& painter, const QRectF& rect, LifePart::Role role) const;
    void paintLabels(QPainter& painter, const std::vector<QRectF>& rects) const;

    look::Theme& m_theme;
    std::vector<LifePart> m_parts;
    engine::trace::Kind m_kind = engine::trace::Kind::Compute;
    Tone m_tone = Tone::Kind;
};

/// Splits a bar of `width` into parts proportional to their durations, each at least `minimum` wide if there is room,
/// with `gap` between them. Widths and gaps add up to `width`.
[[nodiscard]] std::vector<double> lifeWidths(const std::vector<LifePart>& parts, double width, double minimum,
                                             double gap);

}  // namespace ui::inspect
