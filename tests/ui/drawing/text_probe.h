#pragma once

#include <QColor>
#include <QLineF>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainterPath>
#include <QRectF>
#include <QRegion>
#include <QString>
#include <QTransform>
#include <memory>
#include <vector>

/// A paint device that draws nothing and stores every painted text with its rectangle, every line and every opaque
/// area.
namespace tests {

struct PaintedText {
    QString text;
    QRectF ink;              ///< bounds of the glyphs, in pixels of the device
    QRectF shown;            ///< the part of `ink` inside the clip
    std::size_t number = 0;  ///< position in the painting order of all texts, lines and areas
    QString view;            ///< the widget that painted it, for messages; may be empty
};

/// A horizontal or vertical line, or a horizontal or vertical part of an outline.
struct PaintedLine {
    QLineF line;  ///< in pixels of the device, within the clip
    QColor colour;
    std::size_t number = 0;
};

/// An opaque area, which hides everything that was painted earlier in the same place.
struct PaintedArea {
    QPainterPath path;
    QRectF bounds;  ///< bounds of the part of the area that is within the clip
    std::size_t number = 0;
};

class TextProbe : public QPaintDevice {
public:
    explicit TextProbe(QSize size, double ratio = 1);
    ~TextProbe() override;

    [[nodiscard]] const std::vector<PaintedText>& texts() const;
    /// The texts, without those that a later area covers.
    [[nodiscard]] std::vector<PaintedText> visibleTexts() const;
    [[nodiscard]] const std::vector<PaintedLine>& lines() const;
    [[nodiscard]] const std::vector<PaintedArea>& areas() const;
    [[nodiscard]] QPaintEngine* paintEngine() const override;

protected:
    [[nodiscard]] int metric(PaintDeviceMetric metric) const override;

private:
    class Engine;
    QSize m_size;
    double m_ratio;
    std::unique_ptr<Engine> m_engine;
};

/// Describes the faults of a set of texts, one sentence each: glyphs that are cut at the left or right, and texts that
/// overlap.
[[nodiscard]] QStringList faultsOf(const std::vector<PaintedText>& texts);
/// Describes the lines that are visible across the glyphs of a text, over or behind the text. A line behind a text is
/// no fault if it is as pale on `ground` as a grid line.
[[nodiscard]] QStringList crossingsOf(const TextProbe& probe, const QColor& ground);
/// Describes the texts of a widget whose glyphs are cut at the top or bottom of the widget's visible part. A text that
/// is not visible at all is no fault.
[[nodiscard]] QStringList cutsOf(const std::vector<PaintedText>& texts, const QRectF& visible);

}  // namespace tests
