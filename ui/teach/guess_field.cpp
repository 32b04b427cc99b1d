#include "ui/teach/guess_field.h"

#include "ui/look/widgets.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLocale>
#include <cmath>

namespace ui::teach {

GuessField::GuessField(const look::Theme& theme, Button button, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    m_edit = new QLineEdit(this);
    m_edit->setObjectName(QStringLiteral("guess"));
    m_validator = new QDoubleValidator(0, 1e12, 9, m_edit);
    m_edit->setValidator(m_validator);
    m_unit = new QLabel(this);
    m_submit = new QPushButton(this);
    m_submit->setObjectName(QStringLiteral("submitGuess"));
    if (button == Button::Primary)
        m_submit->setProperty("role", QStringLiteral("primary"));
    setFocusProxy(m_edit);
    row->addWidget(m_edit);
    row->addWidget(m_unit);
    row->addWidget(m_submit);
    connect(m_edit, &QLineEdit::textEdited, this, [this] {
        if (const auto number = value())
            emit edited(*number);
    });
    connect(m_submit, &QPushButton::clicked, this, &GuessField::submitted);
    connect(&theme, &look::Theme::changed, this, &GuessField::restyle);
    restyle();
}

void GuessField::setTexts(const QString& button, const QString& placeholder, const QString& accessibleName)
{
    m_submit->setText(button);
    m_edit->setPlaceholderText(placeholder);
    m_edit->setAccessibleName(accessibleName);
}

void GuessField::setUnit(const std::optional<QString>& unit)
{
    m_edit->setVisible(unit.has_value());
    m_unit->setVisible(unit.has_value());
    m_unit->setText(unit.value_or(QString()));
}

void GuessField::setValue(std::optional<double> value)
{
    QLocale plain = m_edit->locale();
    plain.setNumberOptions(QLocale::OmitGroupSeparator);
    m_edit->setText(value ? plain.toString(std::round(*value * 1e6) / 1e6, 'f', QLocale::FloatingPointShortest)
                          : QString());
}

std::optional<double> GuessField::value() const
{
    bool isNumber = false;
    const double number = m_edit->locale().toDouble(m_edit->text(), &isNumber);
    return isNumber ? std::optional(number) : std::nullopt;
}

/// Receives Enter from the field, which does not handle it, and from the button.
void GuessField::keyPressEvent(QKeyEvent* event)
{
    if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter)
        return QWidget::keyPressEvent(event);
    if (m_submit->hasFocus() || m_edit->hasAcceptableInput())
        emit submitted();
    else if (m_edit->text().isEmpty())
        QWidget::keyPressEvent(event);
}

void GuessField::restyle()
{
    m_edit->setFont(m_theme.mono(12));
    m_edit->setFixedWidth(m_theme.px(96));
    look::setTextStyle(*m_unit, m_theme.mono(12), m_theme.tokens().text2);
    m_submit->setFont(m_theme.sans(12, QFont::Medium));
}

}  // namespace ui::teach
