#pragma once

#include "ui/listing/program_document.h"
#include "ui/look/theme.h"

#include <QLabel>
#include <QWidget>
#include <map>

namespace ui::listing {

class NumberField;

/// The input fields for a program's parameters: numbers, choices, flags, the machine's devices, and a note. Thread:
/// GUI.
class ParameterPanel : public QWidget {
    Q_OBJECT

public:
    ParameterPanel(const look::Theme& theme, ProgramDocument& document, QWidget* parent = nullptr);

    /// Sets the names of the machine's GPUs; a program with a `devices` parameter gets a check box for each.
    void setDevices(const QStringList& names);
    /// Shows a hint in the number field, for example the value that would have fitted ("44 fit"); empty removes it.
    void setHint(const std::string& parameter, const QString& hint);

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    /// Returns the parameters that the panel shows: those of the program without "ranks", and the command-line
    /// arguments of a file that reads them.
    [[nodiscard]] std::vector<engine::frontend::Parameter> shownParameters() const;
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
    QString m_problem;  ///< problem of the field that has the focus
    std::map<std::string, QWidget*> m_inputs;
    std::vector<engine::frontend::Parameter> m_shown;
};

/// A parameter and its value as the fields show them: "GPU workers 2", "copies on own stream". Returns "name value" for
/// an unknown name.
[[nodiscard]] QString parameterWords(const engine::frontend::Program& program, const std::string& name,
                                     const std::string& value);

/// Returns what is wrong with the text of a number field; empty: the text is valid. Depending on the parameter, the
/// field accepts whole numbers or any numbers. Invalid text stays in the field but does not change the parameter.
[[nodiscard]] QString problemOf(const engine::frontend::Parameter& parameter, const QString& text);

}  // namespace ui::listing
