#pragma once

#include "engine/analysis/forecast.h"
#include "ui/look/theme.h"

#include <QWidget>

namespace ui::inspect::detail {

/// A bar of a device's memory: the memory of other users (driver, display), the program's predicted peak, and the
/// capacity as a line. Shows a placeholder text until the prediction arrives.
class PeakBar : public QWidget {
    Q_OBJECT

public:
    explicit PeakBar(look::Theme& theme, QWidget* parent = nullptr);

    void show(const engine::analysis::MemoryForecast& forecast);
    void fail(const QString& reason);
    [[nodiscard]] QString text() const;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    look::Theme& m_theme;
    std::optional<engine::analysis::MemoryForecast> m_forecast;
    QString m_problem;
};

}  // namespace ui::inspect::detail
