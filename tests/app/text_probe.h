#pragma once

#include <QPaintDevice>
#include <QPaintEngine>
#include <QRectF>
#include <QRegion>
#include <QString>
#include <QTransform>
#include <memory>
#include <vector>

/// A paint device that draws nothing and keeps every text that is painted on it, with its rectangle.
namespace tests {

struct PaintedText {
    QString text;
    QRectF ink;    ///< the letters, in pixels of the device
    QRectF shown;  ///< the part of it that the clip leaves
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

/// What is wrong with a set of texts, one sentence each: letters cut at their left or right, and texts that lie on each
/// other.
[[nodiscard]] QStringList faultsOf(const std::vector<PaintedText>& texts);
/// Letters of a widget's texts that are cut at the top or the bottom of what is visible of it. A text that is not
/// visible at all is no fault.
[[nodiscard]] QStringList cutsOf(const std::vector<PaintedText>& texts, const QRectF& visible);

}  // namespace tests
