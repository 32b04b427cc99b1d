#include "ui/shell/machine_field.h"

#include "ui/look/in_language.h"
#include "ui/look/languages.h"

#include <QStandardItemModel>
#include <algorithm>

namespace ui::shell {

namespace {

constexpr const char* kOpenFile = "\n";  // entry that opens a file; not a valid machine id
constexpr const char* kCalibrate = "\n\n";
constexpr const char* kOfTrace = "\n\n\n";  // entry for the machine of a trace that is not in the list

/// Formats "Virtual · 2× V100 (the book's machine)"
QString labelOf(const engine::device::MachineInfo& machine)
{
    const QString label = look::machineText(machine.id, machine.label);
    return machine.kind == engine::trace::PlatformKind::Virtual ? QObject::tr("Virtual · %1").arg(label) : label;
}

}  // namespace

MachineField::MachineField(const look::Theme& theme, QWidget* parent) : ElidedComboBox(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("machine"));
    setSizeAdjustPolicy(QComboBox::AdjustToContents);
    setMinimumContentsLength(6);  // lets the field shrink and elide a long name
    look::inLanguage(this, [this] { setAccessibleName(tr("Machine")); });
    connect(this, &QComboBox::activated, this, &MachineField::choose);
}

void MachineField::setMachines(const std::vector<engine::device::MachineInfo>& machines)
{
    clear();
    auto* items = qobject_cast<QStandardItemModel*>(model());
    for (const engine::device::MachineInfo& machine : machines) {
        const QString id = QString::fromStdString(machine.id);
        const QString problem = look::messageText(machine.problem);
        addItem(labelOf(machine), id);
        const int row = count() - 1;
        const QString hint =
            machine.note.empty() ? QString::fromStdString(machine.path) : look::messageText(machine.note);
        setItemData(row, problem.isEmpty() ? hint : problem, Qt::ToolTipRole);
        if (!problem.isEmpty() && items != nullptr) {
            items->item(row)->setEnabled(false);
            setItemText(row, QStringLiteral("%1: %2").arg(labelOf(machine), problem));
        }
    }
    insertSeparator(count());
    addItem(tr("Open machine file…"), QString::fromLatin1(kOpenFile));
    addItem(tr("Calibrate this computer…"), QString::fromLatin1(kCalibrate));
    setCurrent(m_machine);
}

void MachineField::setCurrent(const QString& id)
{
    m_machine = id;
    showMachine();
    emit shownChanged();
}

void MachineField::setTraceMachine(const QString& id, const QString& label)
{
    if (m_traceMachine == std::pair(id, label))
        return;
    m_traceMachine = {id, label};
    showMachine();
    emit shownChanged();
}

/// Selects the row of the machine. A trace's machine that is not in the list gets a separate row at the top.
void MachineField::showMachine()
{
    const auto& [id, label] = m_traceMachine;
    if (const int row = findData(QString::fromLatin1(kOfTrace)); row >= 0)
        removeItem(row);
    int row = findData(id.isEmpty() ? m_machine : id);
    if (row < 0 && !id.isEmpty()) {
        row = 0;
        insertItem(row, tr("Trace · %1").arg(label), QString::fromLatin1(kOfTrace));
        setItemData(row, tr("The machine on which this trace was recorded"), Qt::ToolTipRole);
    }
    if (row >= 0)
        setCurrentIndex(row);
}

void MachineField::choose(int row)
{
    const QString id = itemData(row).toString();
    if (id == QLatin1String(kOpenFile)) {
        showMachine();
        emit fileWanted();
    } else if (id == QLatin1String(kCalibrate)) {
        showMachine();
        emit calibrationWanted();
    } else if (!id.isEmpty() && id != QLatin1String(kOfTrace)) {
        emit machineChosen(id);
    }
}

int MachineField::spareWidth() const
{
    const QFontMetrics metrics(font());
    int longest = 0;
    for (int i = 0; i < count(); ++i)
        longest = std::max(longest, metrics.horizontalAdvance(itemText(i)));
    return longest - metrics.horizontalAdvance(currentText());
}

void MachineField::restyle()
{
    setFont(m_theme.sans(12, QFont::Medium));
    setIconSize(QSize(m_theme.px(15), m_theme.px(15)));
    for (int row = 0; row < count(); ++row)
        if (!itemData(row).toString().isEmpty() && !itemData(row).toString().startsWith(QLatin1String(kOpenFile)))
            setItemIcon(row, m_theme.icon(QStringLiteral("chip"), m_theme.tokens().text2));
}

}  // namespace ui::shell
