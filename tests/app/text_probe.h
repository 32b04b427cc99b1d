#pragma once

#include <QPaintDevice>
#include <QPaintEngine>
#include <QRectF>
#include <QRegion>
#include <QString>
#include <QTransform>
#include <memory>
#include <vector>

/// A paint device that draws nothing and stores every painted text with its rectangle.
namespace tests {

struct PaintedText {
    QString text;
    QRectF ink;    ///< bounds of the glyphs, in pixels of the device
    QRectF shown;  ///< the part of `ink` inside the clip
};

class TextProbe : public QPaintDevice {
public:
    explicit TextProbe(QSize size, double ratio = 1);
    ~TextProbe() override;

    [[nodiscard]] const std::vector<PaintedText>& texts() const;
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
/// Describes the texts of a widget whose glyphs are cut at the top or bottom of the widget's visible part. A text that
/// is not visible at all is no fault.
[[nodiscard]] QStringList cutsOf(const std::vector<PaintedText>& texts, const QRectF& visible);

}  // namespace tests
