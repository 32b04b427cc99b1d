#pragma once

#include "ui/inspect/memory_story.h"
#include "ui/look/theme.h"

#include <QWidget>

namespace ui::inspect::detail {

/// Memory of a device as a bar: used by others, predicted peak of the program, capacity as a line. Empty while the
/// prediction is under way.
class PeakBar : public QWidget {
    Q_OBJECT

public:
    explicit PeakBar(look::Theme& theme, QWidget* parent = nullptr);

    void show(const PeakPrediction& prediction);
    void fail(const QString& reason);
    [[nodiscard]] QString text() const;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    look::Theme& m_theme;
    std::optional<PeakPrediction> m_prediction;
    QString m_problem;
};

}  // namespace ui::inspect::detail
