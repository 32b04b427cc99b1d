#include "ui/machines/printed_times.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>

namespace ui::machines {

namespace {

constexpr double kLongestTime = 1e6;  // s

/// Seconds, with the reader's own decimal sign or a point; 0: it is no time.
double secondsOf(const QString& text)
{
    bool isNumber = false;
    double seconds = 0;
    for (QLocale locale : {QLocale::c(), QLocale()}) {
        locale.setNumberOptions(QLocale::RejectGroupSeparator);  // 0,502 is not 502
        if (!isNumber)
            seconds = locale.toDouble(text.trimmed(), &isNumber);
    }
    return isNumber && seconds > 0 && seconds < kLongestTime ? seconds : 0;
}

}  // namespace

PrintedTimes::PrintedTimes(look::Theme& theme, QWidget* parent) : QDialog(parent)
{
    setObjectName(QStringLiteral("printedTimes"));
    setWindowTitle(tr("A machine from printed times"));
    auto* form = new QFormLayout(this);
    form->setContentsMargins(theme.px(20), theme.px(18), theme.px(20), theme.px(16));
    form->setSpacing(theme.px(8));
    auto* intro = new QLabel(tr("What the programs of 13.3.1 and 13.3.2 printed on another computer, in seconds. The "
                                "speed of its GPU and the cost of its memory pages follow from the first three times; "
                                "the others are predicted from them or tell its GPUs apart."),
                             this);
    intro->setWordWrap(true);
    intro->setFont(theme.sans(12.5));
    form->addRow(intro);
    // The labels are those that the programs print, in English as they do.
    const struct {
        const char* name;
        const char* label;
        bool isNeeded;
    } kCells[] = {
        {"run", "Run on GPU1", true}, {"copy", "Copy to CPU", true}, {"both", "Run on GPU1 and copy to CPU", true},
        {"gpu1", "GPU1 time", false}, {"gpu2", "GPU2 time", false},  {"gpus", "GPU1 & GPU2", false}};
    for (const auto& cell : kCells) {
        auto* edit = new QLineEdit(this);
        edit->setObjectName(QLatin1String(cell.name));
        edit->setFont(theme.mono(12.5));
        edit->setPlaceholderText(cell.isNeeded ? tr("seconds") : tr("seconds, may be left out"));
        auto* label = new QLabel(QString::fromLatin1(cell.label).replace(QLatin1Char('&'), QLatin1String("&&")), this);
        label->setFont(theme.sans(12.5));
        label->setBuddy(edit);
        edit->setAccessibleName(QString::fromLatin1(cell.label));
        form->addRow(label, edit);
        connect(edit, &QLineEdit::textChanged, this, &PrintedTimes::check);
        m_cells.push_back({cell.name, edit, cell.isNeeded});
    }
    m_problem = new QLabel(this);
    m_problem->setObjectName(QStringLiteral("printedTimesProblem"));
    m_problem->setWordWrap(true);
    m_problem->setFont(theme.sans(12.5));
    form->addRow(m_problem);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_make = buttons->addButton(tr("Make the machine"), QDialogButtonBox::AcceptRole);
    m_make->setObjectName(QStringLiteral("printedTimesMake"));
    buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    for (QAbstractButton* button : buttons->buttons())
        button->setFont(theme.sans(12.5));
    form->addRow(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    resize(theme.px(520), sizeHint().height());
    check();
}

QString PrintedTimes::times() const
{
    QStringList words;
    for (const Cell& cell : m_cells) {
        const QString text = cell.edit->text().trimmed();
        const double seconds = secondsOf(text);
        if (seconds <= 0 && (cell.isNeeded || !text.isEmpty()))
            return {};
        if (seconds > 0)
            words += QStringLiteral("%1=%2").arg(QLatin1String(cell.name), QString::number(seconds, 'g', 12));
    }
    return words.join(QLatin1Char(','));
}

/// Names the first field that holds no time; an empty one that is needed speaks for itself.
void PrintedTimes::check()
{
    QString problem;
    for (const Cell& cell : m_cells)
        if (const QString text = cell.edit->text().trimmed();
            problem.isEmpty() && !text.isEmpty() && secondsOf(text) <= 0)
            problem = tr("“%1” is no time in seconds, such as 0.5019.").arg(text);
    m_problem->setText(problem);
    m_make->setEnabled(!times().isEmpty());
}

}  // namespace ui::machines
