#pragma once

#include "ui/listing/program_document.h"
#include "ui/look/theme.h"

#include <QLabel>
#include <QWidget>
#include <map>

namespace ui::listing {

class NumberField;

/// The fields of a program: numbers, choices, flags, the devices of the machine, and the note about them. Thread: GUI.
class ParameterPanel : public QWidget {
    Q_OBJECT

public:
    ParameterPanel(const look::Theme& theme, ProgramDocument& document, QWidget* parent = nullptr);

    /// Names of the machine's GPUs; a program with a `devices` parameter gets a check box for each.
    void setDevices(const QStringList& names);
    /// Beside the field: what would have fitted ("44 fit"); empty takes it away.
    void setHint(const std::string& parameter, const QString& hint);

private:
    void rebuild();
    void readValues();
    void restyle();
    QWidget* makeField(const engine::frontend::Parameter& parameter);
    QWidget* makeNumber(const engine::frontend::Parameter& parameter);
    QWidget* makeChoice(const engine::frontend::Parameter& parameter);
    QWidget* makeText(const engine::frontend::Parameter& parameter);
    QWidget* makeFlag(const engine::frontend::Parameter& parameter);
    QWidget* makeDevices(const engine::frontend::Parameter& parameter);
    QWidget* labelled(const QString& label, QWidget* field);
    void showNote();

    const look::Theme& m_theme;
    ProgramDocument& m_document;
    QStringList m_devices;
    QWidget* m_fields = nullptr;
    QLabel* m_noteIcon = nullptr;
    QLabel* m_note = nullptr;
    QString m_problem;  ///< of the field that is being edited
    std::map<std::string, QWidget*> m_inputs;
};

/// As the fields have it: "GPU workers 2", "copies on own stream". A name that the program does not have stays as it
/// is.
[[nodiscard]] QString parameterWords(const engine::frontend::Program& program, const std::string& name,
                                     const std::string& value);

/// A whole number or any number, as the parameter is, checked as it is typed; Up and Down step it. Its text is the
/// reader's own until it is valid.
[[nodiscard]] QString problemOf(const engine::frontend::Parameter& parameter, const QString& text);

}  // namespace ui::listing
