#include "ui/listing/parameter_panel.h"

#include "ui/listing/flow_layout.h"
#include "ui/listing/parameter_note.h"
#include "ui/look/in_language.h"
#include "ui/look/languages.h"
#include "ui/look/plain_texts.h"
#include "ui/look/widgets.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QStyle>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

namespace ui::listing {

namespace frontend = engine::frontend;

namespace {

QString labelOf(const frontend::Parameter& parameter)
{
    return look::headerText(parameter.label.empty() ? parameter.name : parameter.label);
}

bool isFlagOn(const QString& value)
{
    return value == QLatin1String("1") || value.compare(QLatin1String("true"), Qt::CaseInsensitive) == 0 ||
           value == QLatin1String("on");
}

/// Adds the word "stream" to the values of the parameter "copies"; other values need no explanation.
QString choiceText(const frontend::Parameter& parameter, const std::string& choice)
{
    const QString text = look::headerText(choice);
    return parameter.name == "copies" ? QObject::tr("%1 stream").arg(text) : text;
}

/// Whether the parameter selects GPUs by check boxes, instead of a choice such as "all, cpu".
bool namesGpus(const frontend::Parameter& parameter)
{
    return parameter.name == "devices" && std::ranges::find(parameter.choices, "cpu") == parameter.choices.end();
}

/// Returns the checked devices as "0,1". Returns "all" if all are checked, or if none is, because a program needs at
/// least one.
QString devicesText(const QWidget& row)
{
    QStringList seen;
    const QList<QCheckBox*> boxes = row.findChildren<QCheckBox*>();
    for (int i = 0; i < boxes.size(); ++i)
        if (boxes[i]->isChecked())
            seen << QString::number(i);
    return seen.isEmpty() || seen.size() == boxes.size() ? QStringLiteral("all") : seen.join(QLatin1Char(','));
}

QString problemOfReal(const frontend::Parameter& parameter, const QString& text)
{
    bool isNumber = false;
    const double value = text.trimmed().toDouble(&isNumber);
    if (isNumber && value >= parameter.lowest && value <= parameter.highest)
        return {};
    return QObject::tr("%1 is a number from %2 to %3; this is %4.")
        .arg(labelOf(parameter), QString::number(parameter.lowest), QString::number(parameter.highest),
             text.trimmed().isEmpty() ? QObject::tr("nothing") : text.trimmed());
}

/// Changes the last digit by `step`: 0.005 becomes 0.006. A number with an exponent stays unchanged.
QString steppedReal(const QString& text, int step)
{
    bool isNumber = false;
    const double value = text.toDouble(&isNumber);
    if (!isNumber || text.contains(QLatin1Char('e'), Qt::CaseInsensitive))
        return text;
    const qsizetype point = text.indexOf(QLatin1Char('.'));
    const int digits = point < 0 ? 0 : static_cast<int>(text.size() - point - 1);
    return QString::number(value + step * std::pow(10.0, -digits), 'f', digits);
}

}  // namespace

QString parameterWords(const frontend::Program& program, const std::string& name, const std::string& value)
{
    const auto& all = program.parameters;
    const auto found = std::ranges::find(all, name, &frontend::Parameter::name);
    if (found == all.end())
        return QString::fromStdString(name + ' ' + value);
    const bool isChoice = found->kind == frontend::ParameterKind::Choice;
    return labelOf(*found) + QLatin1Char(' ') + (isChoice ? choiceText(*found, value) : QString::fromStdString(value));
}

QString problemOf(const frontend::Parameter& parameter, const QString& text)
{
    if (parameter.kind == frontend::ParameterKind::Real)
        return problemOfReal(parameter, text);
    bool isWhole = false;
    const qlonglong value = text.trimmed().toLongLong(&isWhole);
    const bool isBounded = parameter.maximum > parameter.minimum;
    if (isWhole && value >= parameter.minimum && (!isBounded || value <= parameter.maximum))
        return {};
    const QString name = labelOf(parameter);
    const QString shown = text.trimmed().isEmpty() ? QObject::tr("nothing") : text.trimmed();
    if (isBounded)
        return QObject::tr("%1 is a whole number from %2 to %3; this is %4.")
            .arg(name, QString::number(parameter.minimum), QString::number(parameter.maximum), shown);
    return QObject::tr("%1 is a whole number, at least %2; this is %3.")
        .arg(name, QString::number(parameter.minimum), shown);
}

/// A number field. The keys Up and Down change its value in steps. By design it has no arrow buttons.
class NumberField final : public QLineEdit {
public:
    using QLineEdit::QLineEdit;
    QString hint;
    bool isReal = false;  ///< accepts any number, not only whole ones
    const look::Theme* theme = nullptr;

    void markBad(bool isBad)
    {
        setProperty("state", isBad ? QVariant(QStringLiteral("bad")) : QVariant());
        style()->unpolish(this);
        style()->polish(this);
        updateGeometry();
    }

    [[nodiscard]] QSize sizeHint() const override
    {
        const QFontMetrics metrics(font());
        const int extra = hint.isEmpty() ? 0 : metrics.horizontalAdvance(hint) + theme->px(6);
        const qsizetype letters = std::max<qsizetype>(2, text().size());
        // Adds the border and padding of the style sheet, the inner margin of QLineEdit, and the caret.
        return {metrics.horizontalAdvance(QString(letters, QLatin1Char('0'))) + theme->px(16) + 6 + extra,
                theme->px(26)};
    }
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override
    {
        QLineEdit::paintEvent(event);
        if (hint.isEmpty())
            return;
        QPainter painter(this);
        painter.setFont(font());
        painter.setPen(theme->tokens().fail);
        painter.drawText(rect().adjusted(0, 0, -theme->px(8), 0), Qt::AlignRight | Qt::AlignVCenter, hint);
    }

    void keyPressEvent(QKeyEvent* event) override
    {
        const int step = event->key() == Qt::Key_Up ? 1 : event->key() == Qt::Key_Down ? -1 : 0;
        bool isWhole = false;
        const qlonglong value = text().toLongLong(&isWhole);
        if (step == 0 || (!isWhole && !isReal))
            return QLineEdit::keyPressEvent(event);
        const int width = event->modifiers() & Qt::ShiftModifier ? (isReal ? 10 : 100) : 1;
        setText(isReal ? steppedReal(text().trimmed(), step * width) : QString::number(value + step * width));
        emit textEdited(text());
    }
};

/// A combo box as wide as its current value, so that two fit side by side.
class ChoiceField final : public QComboBox {
public:
    ChoiceField(const look::Theme& theme, QWidget* parent) : QComboBox(parent), m_theme(theme) {}

    [[nodiscard]] QSize sizeHint() const override
    {
        return {QFontMetrics(font()).horizontalAdvance(currentText()) + m_theme.px(30), m_theme.px(26)};
    }
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

private:
    const look::Theme& m_theme;
};

ParameterPanel::ParameterPanel(const look::Theme& theme, ProgramDocument& document, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_document(document)
{
    setObjectName(QStringLiteral("parameters"));
    auto* column = new QVBoxLayout(this);
    m_fields = new QWidget(this);
    column->addWidget(m_fields);
    auto* noteRow = new QHBoxLayout;
    m_noteIcon = new QLabel(this);
    m_note = new QLabel(this);
    m_note->setWordWrap(true);
    m_note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Minimum);
    noteRow->addWidget(m_noteIcon, 0, Qt::AlignVCenter);
    noteRow->addWidget(m_note, 1);
    column->addLayout(noteRow);
    connect(&m_document, &ProgramDocument::opened, this, &ParameterPanel::rebuild);
    connect(&m_document.parameters(), &ProgramParameters::valuesChanged, this, &ParameterPanel::readValues);
    connect(&m_document.listing(), &ProgramListing::dialectChanged, this, &ParameterPanel::showNote);
    connect(&m_document.listing(), &ProgramListing::textChanged, this, [this] {
        if (shownParameters().size() != m_shown.size())
            rebuild();
    });
    connect(&m_theme, &look::Theme::changed, this, &ParameterPanel::restyle);
    look::inLanguage(this, [this] {
        setAccessibleName(tr("Parameters"));
        rebuild();
    });
}

/// While a field shows the current value of its parameter, leaves Ctrl+Z to the window, which also undoes flips and
/// edits.
bool ParameterPanel::eventFilter(QObject* object, QEvent* event)
{
    const auto* field = qobject_cast<const QLineEdit*>(object);
    if (field == nullptr || event->type() != QEvent::ShortcutOverride)
        return QWidget::eventFilter(object, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const std::string name = field->objectName().section(QLatin1Char('.'), 1).toStdString();
    const bool isUndo = key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo);
    if (!isUndo || field->text().trimmed() != m_document.parameters().value(name))
        return QWidget::eventFilter(object, event);
    event->ignore();
    return true;
}

void ParameterPanel::setDevices(const QStringList& names)
{
    if (m_devices == names)
        return;
    m_devices = names;
    rebuild();
}

void ParameterPanel::setHint(const std::string& parameter, const QString& hint)
{
    const auto found = m_inputs.find(parameter);
    auto* field = found == m_inputs.end() ? nullptr : dynamic_cast<NumberField*>(found->second);
    if (field == nullptr || field->hint == hint)
        return;
    field->hint = hint;
    field->markBad(!hint.isEmpty());
    field->setToolTip(hint);
}

std::vector<frontend::Parameter> ParameterPanel::shownParameters() const
{
    std::vector<frontend::Parameter> all = m_document.program().parameters;
    std::erase_if(all, [](const frontend::Parameter& one) { return one.name == "ranks"; });  // shown beside the machine
    static const QRegularExpression kReadsArguments(QStringLiteral("\\b(argv|argparse|click|fire|absl)\\b"));
    const bool isTaken = m_document.program().path && (!m_document.parameters().value("arguments").isEmpty() ||
                                                       m_document.text().source().contains(kReadsArguments));
    if (isTaken)
        all.push_back({"arguments",
                       tr("Arguments").toStdString(),
                       frontend::ParameterKind::Text,
                       {},
                       1,
                       0,
                       {},
                       tr("What follows the program's name in sys.argv; quotes keep words together").toStdString()});
    return all;
}

void ParameterPanel::rebuild()
{
    m_shown = shownParameters();
    m_inputs.clear();
    qDeleteAll(m_fields->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
    delete m_fields->layout();
    auto* flow = new FlowLayout(m_theme.px(9), m_fields);
    const std::vector<frontend::Parameter>& all = m_shown;
    const auto isLeft = [](const frontend::Parameter& p) {
        return (p.kind == frontend::ParameterKind::Integer || p.kind == frontend::ParameterKind::Real) && !namesGpus(p);
    };
    for (const frontend::Parameter& parameter : all)
        if (isLeft(parameter))
            flow->addWidget(makeField(parameter));
    flow->alignRightFromHere();
    for (const frontend::Parameter& parameter : all)
        if (namesGpus(parameter) || parameter.kind == frontend::ParameterKind::Flag ||
            parameter.kind == frontend::ParameterKind::Text)
            flow->addWidget(makeField(parameter));
    for (const frontend::Parameter& parameter : all)
        if (parameter.kind == frontend::ParameterKind::Choice && !namesGpus(parameter))
            flow->addWidget(makeField(parameter));
    m_problem.clear();
    readValues();
    restyle();
    m_fields->setVisible(!all.empty());
}

QWidget* ParameterPanel::makeField(const frontend::Parameter& parameter)
{
    if (namesGpus(parameter))
        return makeDevices(parameter);
    switch (parameter.kind) {
        case frontend::ParameterKind::Choice:
            return makeChoice(parameter);
        case frontend::ParameterKind::Flag:
            return makeFlag(parameter);
        case frontend::ParameterKind::Text:
            return makeText(parameter);
        case frontend::ParameterKind::Integer:
        case frontend::ParameterKind::Real:
            break;
    }
    return makeNumber(parameter);
}

QWidget* ParameterPanel::labelled(const QString& label, QWidget* field)
{
    auto* pair = new QWidget(m_fields);
    auto* row = new QHBoxLayout(pair);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(m_theme.px(5));
    auto* text = new QLabel(look::buttonText(label), pair);
    text->setObjectName(QStringLiteral("fieldLabel"));
    text->setBuddy(field);
    row->addWidget(text);
    row->addWidget(field);
    field->setAccessibleName(label);
    return pair;
}

QWidget* ParameterPanel::makeNumber(const frontend::Parameter& parameter)
{
    auto* field = new NumberField(m_fields);
    field->theme = &m_theme;
    field->isReal = parameter.kind == frontend::ParameterKind::Real;
    field->setObjectName(QStringLiteral("parameter.%1").arg(QString::fromStdString(parameter.name)));
    field->setToolTip(look::headerText(parameter.note));
    m_inputs[parameter.name] = field;
    field->installEventFilter(this);
    connect(field, &QLineEdit::textEdited, this, [this, field, parameter](const QString& text) {
        m_problem = problemOf(parameter, text);
        field->markBad(!m_problem.isEmpty());
        showNote();
        if (m_problem.isEmpty())
            m_document.parameters().type(parameter.name,
                                         field->isReal ? text.trimmed() : QString::number(text.trimmed().toLongLong()));
    });
    return labelled(labelOf(parameter), field);
}

QWidget* ParameterPanel::makeChoice(const frontend::Parameter& parameter)
{
    auto* box = new ChoiceField(m_theme, m_fields);
    box->setObjectName(QStringLiteral("parameter.%1").arg(QString::fromStdString(parameter.name)));
    box->setProperty("role", QStringLiteral("field"));
    for (const std::string& choice : parameter.choices) {
        QString text = choiceText(parameter, choice);
        if (parameter.name != "copies" && !text.isEmpty())
            text[0] = text[0].toUpper();
        box->addItem(text, QString::fromStdString(choice));
    }
    m_inputs[parameter.name] = box;
    connect(box, &QComboBox::activated, this, [this, box, name = parameter.name](int row) {
        m_document.parameters().set(name, box->itemData(row).toString());
    });
    return labelled(labelOf(parameter), box);
}

/// A text parameter is applied when editing is finished, because every change starts a run.
QWidget* ParameterPanel::makeText(const frontend::Parameter& parameter)
{
    auto* field = new QLineEdit(m_fields);
    field->setObjectName(QStringLiteral("parameter.%1").arg(QString::fromStdString(parameter.name)));
    field->setToolTip(look::headerText(parameter.note));
    m_inputs[parameter.name] = field;
    field->installEventFilter(this);
    connect(field, &QLineEdit::editingFinished, this,
            [this, field, name = parameter.name] { m_document.parameters().set(name, field->text().trimmed()); });
    return labelled(labelOf(parameter), field);
}

QWidget* ParameterPanel::makeFlag(const frontend::Parameter& parameter)
{
    auto* box = new QCheckBox(look::buttonText(labelOf(parameter)), m_fields);
    box->setObjectName(QStringLiteral("parameter.%1").arg(QString::fromStdString(parameter.name)));
    m_inputs[parameter.name] = box;
    connect(box, &QCheckBox::clicked, this, [this, name = parameter.name](bool isOn) {
        m_document.parameters().set(name, isOn ? QStringLiteral("true") : QStringLiteral("false"));
    });
    return box;
}

/// A check box per GPU of the machine. The program sees the checked GPUs; if none is checked, the program sees all
/// GPUs.
QWidget* ParameterPanel::makeDevices(const frontend::Parameter& parameter)
{
    auto* row = new QWidget(m_fields);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(m_theme.px(8));
    m_inputs[parameter.name] = row;
    for (int i = 0; i < m_devices.size(); ++i) {
        auto* box = new QCheckBox(m_devices[i], row);
        box->setObjectName(QStringLiteral("device%1").arg(i));
        box->setToolTip(tr("The program sees the GPUs that are checked."));
        layout->addWidget(box);
        connect(box, &QCheckBox::clicked, this, [this, row, name = parameter.name] {
            m_document.parameters().set(name, devicesText(*row));
            readValues();
        });
    }
    return row;
}

void ParameterPanel::readValues()
{
    for (const frontend::Parameter& parameter : m_shown) {
        const auto found = m_inputs.find(parameter.name);
        if (found == m_inputs.end())
            continue;
        const QString value = m_document.parameters().value(parameter.name);
        if (auto* field = qobject_cast<QLineEdit*>(found->second)) {
            if (field->text().trimmed() != value)
                field->setText(value);
            field->updateGeometry();
        } else if (auto* box = qobject_cast<QComboBox*>(found->second)) {
            box->setCurrentIndex(box->findData(value));
            box->updateGeometry();
        } else if (auto* flag = qobject_cast<QCheckBox*>(found->second)) {
            flag->setChecked(isFlagOn(value));
        } else {
            const QStringList seen = value.split(QLatin1Char(','));
            const QList<QCheckBox*> boxes = found->second->findChildren<QCheckBox*>();
            for (int i = 0; i < boxes.size(); ++i)
                boxes[i]->setChecked(value == QLatin1String("all") || seen.contains(QString::number(i)));
        }
    }
    showNote();
}

void ParameterPanel::showNote()
{
    const std::string own = textIn(m_document.program().notes, m_document.listing().dialect());
    const QString note = m_problem.isEmpty() ? filledNote(look::headerText(own), m_document.parameters()) : m_problem;
    m_note->setText(note);
    // In projector mode, hide the note to make room for the listing, but always show a problem.
    const bool isShown = !note.isEmpty() && (!m_theme.isProjected() || !m_problem.isEmpty());
    m_note->setVisible(isShown);
    m_noteIcon->setVisible(isShown);
    const look::Tokens& tokens = m_theme.tokens();
    const QColor colour = m_problem.isEmpty() ? tokens.text3 : tokens.fail;
    look::setTextColour(*m_note, colour);
    m_noteIcon->setPixmap(m_theme.icon(m_problem.isEmpty() ? QStringLiteral("info") : QStringLiteral("warn"), colour)
                              .pixmap(m_theme.px(13), m_theme.px(13)));
}

void ParameterPanel::restyle()
{
    const int side = m_theme.px(12);
    layout()->setContentsMargins(side, m_theme.px(10), side, m_theme.px(9));
    layout()->setSpacing(m_theme.px(7));
    m_note->setFont(m_theme.sans(11));
    for (QLabel* label : m_fields->findChildren<QLabel*>(QStringLiteral("fieldLabel"))) {
        look::setTextStyle(*label, m_theme.sans(11.5), m_theme.tokens().text2);
    }
    for (auto& [name, input] : m_inputs) {
        input->setFont(qobject_cast<QLineEdit*>(input) ? m_theme.mono(11.5, QFont::Medium) : m_theme.sans(11.5));
        for (QCheckBox* box : input->findChildren<QCheckBox*>())
            box->setFont(m_theme.sans(11.5));
        input->updateGeometry();
    }
    showNote();
}

}  // namespace ui::listing
