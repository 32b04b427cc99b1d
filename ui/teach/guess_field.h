#pragma once

#include "ui/look/theme.h"

#include <QDoubleValidator>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QWidget>
#include <optional>

namespace ui::teach {

/// Asks for a number: a field with its unit, and the button that submits it. Enter submits a number, too. Thread: GUI.
class GuessField : public QWidget {
    Q_OBJECT

public:
    enum class Button : std::uint8_t { Plain, Primary };

    GuessField(const look::Theme& theme, Button button, QWidget* parent);

    void setTexts(const QString& button, const QString& placeholder, const QString& accessibleName);
    void setMaximum(double most) { m_validator->setTop(most); }
    /// Without a unit, the question asks for no number, and only the button is shown.
    void setUnit(const std::optional<QString>& unit);
    /// Sets the number; an empty value clears the field.
    void setValue(std::optional<double> value);
    /// Returns the number; empty if the field contains none.
    [[nodiscard]] std::optional<double> value() const;

signals:
    /// Emitted when the user changes the number.
    void edited(double value);
    void submitted();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void restyle();

    const look::Theme& m_theme;
    QLineEdit* m_edit = nullptr;
    QDoubleValidator* m_validator = nullptr;
    QLabel* m_unit = nullptr;
    QPushButton* m_submit = nullptr;
};

}  // namespace ui::teach
