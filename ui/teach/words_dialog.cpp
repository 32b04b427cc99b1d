#include "ui/teach/words_dialog.h"

#include <QDialogButtonBox>
#include <QVBoxLayout>
#include <algorithm>

namespace ui::teach {

WordsDialog::WordsDialog(const look::Theme& theme, const QString& title, QWidget* parent)
    : QDialog(parent), m_theme(theme), m_language(languageNow())
{
    setWindowTitle(title);
    m_form = new QFormLayout;
    m_hint = new QLabel(this);
    m_hint->setWordWrap(true);
    m_hint->setTextFormat(Qt::PlainText);
    m_hint->hide();
    m_limit =
        new QLabel(tr("A text has at most %n characters; shorten it.", nullptr, static_cast<int>(kMaxLetters)), this);
    m_limit->setObjectName(QStringLiteral("textLimit"));
    m_limit->setTextFormat(Qt::PlainText);
    m_limit->hide();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    m_accept = buttons->button(QDialogButtonBox::Ok);
    auto* column = new QVBoxLayout(this);
    column->addLayout(m_form);
    column->addWidget(m_limit);
    column->addWidget(m_hint);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

QLineEdit* WordsDialog::addLine(const QString& label, const QString& text, const char* name)
{
    auto* field = new QLineEdit(text, this);
    field->setObjectName(QLatin1String(name));
    field->setMaxLength(static_cast<int>(kMaxLetters));
    m_form->addRow(label, field);
    connect(field, &QLineEdit::textChanged, this, &WordsDialog::edited);
    return field;
}

QPlainTextEdit* WordsDialog::addArea(const QString& label, const QString& text, const char* name)
{
    auto* field = new QPlainTextEdit(text, this);
    field->setObjectName(QLatin1String(name));
    field->setTabChangesFocus(true);
    field->setFixedHeight(m_theme.px(72));
    m_form->addRow(label, field);
    connect(field, &QPlainTextEdit::textChanged, this, &WordsDialog::edited);
    return field;
}

void WordsDialog::addHint(const QString& text)
{
    m_hint->setText(text);
    m_hint->show();
}

QJsonObject WordsDialog::typed() const
{
    QJsonObject typed;
    for (const auto* field : findChildren<QLineEdit*>())
        typed[field->objectName()] = field->text();
    for (const auto* field : findChildren<QPlainTextEdit*>())
        typed[field->objectName()] = field->toPlainText();
    return typed;
}

void WordsDialog::type(const QJsonObject& typed)
{
    for (auto* field : findChildren<QLineEdit*>())
        field->setText(typed[field->objectName()].toString());
    for (auto* field : findChildren<QPlainTextEdit*>())
        field->setPlainText(typed[field->objectName()].toString());
}

void WordsDialog::setAcceptable(bool isAcceptable)
{
    const auto areas = findChildren<QPlainTextEdit*>();
    const bool fits = std::ranges::all_of(
        areas, [](const QPlainTextEdit* area) { return area->toPlainText().trimmed().size() <= kMaxLetters; });
    m_limit->setVisible(!fits);
    m_accept->setEnabled(isAcceptable && fits);
}

void WordsDialog::write(Texts& texts, const QString& text) const
{
    const QString words = text.trimmed().left(kMaxLetters);
    if (words == read(texts).trimmed())
        return;
    if (words.isEmpty())
        texts.remove(m_language);
    else
        texts[m_language] = words;
}

void WordsDialog::writeRequired(Texts& texts, const QString& text) const
{
    const QString words = text.trimmed();
    if (!words.isEmpty() || texts.isEmpty())
        write(texts, words.isEmpty() ? QStringLiteral("…") : words);
}

}  // namespace ui::teach
