#pragma once

#include "ui/look/theme.h"

#include <QString>
#include <QWidget>
#include <optional>
#include <vector>

namespace ui::inspect::detail {

/// One row of a BarRows.
struct BarRow {
    QString name;
    double value = 0;                           ///< length of the bar
    std::optional<double> mark{};               ///< a line across the bar; none: no line
    QString text{};                             ///< the value as text, to the right of the bar
    QString ratio{};                            ///< a second value, at the right end of the row
    std::optional<engine::trace::Kind> kind{};  ///< colour and pattern of the bar; none: grey
    bool isStrong = false;
};

/// Shows rows of a name, a bar and a value. All bars share one scale, which starts at 0. Thread: GUI.
class BarRows : public QWidget {
    Q_OBJECT

public:
    explicit BarRows(const look::Theme& theme, QWidget* parent = nullptr);

    /// Shows these rows; hides the widget if there are none.
    void show(std::vector<BarRow> rows);
    [[nodiscard]] const std::vector<BarRow>& rows() const { return m_rows; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QFont fontOf(const BarRow& row) const;

    const look::Theme& m_theme;
    std::vector<BarRow> m_rows;
};

}  // namespace ui::inspect::detail
