#include "ui/runs/values_choice.h"

#include "ui/commands/actions.h"
#include "ui/look/in_language.h"

#include <QAction>
#include <array>

namespace ui::runs {

namespace {

using engine::trace::ValueMode;

struct Choice {
    QAction* command;
    ValueMode values;
};

/// Returns the choices in the order of the segments.
std::array<Choice, 2> choicesOf(const commands::Actions& actions)
{
    return {Choice{actions.timesOnly, ValueMode::TimingOnly}, Choice{actions.computedValues, ValueMode::Computed}};
}

}  // namespace

ValuesChoice::ValuesChoice(const Workbench& bench, QWidget* parent)
    : look::Segmented(bench.theme, Size::Normal, parent), m_bench(bench)
{
    setObjectName(QStringLiteral("values"));
    for (const auto& [command, values] : choicesOf(bench.actions))
        connect(command, &QAction::triggered, this, [this, values = values] { m_bench.document.setValues(values); });
    connect(this, &look::Segmented::chosen, this,
            [this](int id) { choicesOf(m_bench.actions)[static_cast<std::size_t>(id)].command->trigger(); });
    connect(&bench.document, &listing::ProgramDocument::valuesChanged, this, &ValuesChoice::showChoice);
    connect(&bench.document, &listing::ProgramDocument::opened, this, &ValuesChoice::showChoice);
    look::inLanguage(this, [this] { setTexts(); });
    showChoice();
}

void ValuesChoice::setTexts()
{
    setAccessibleName(tr("Values"));
    setSegments({tr("Times only"), tr("Computed", "values")},
                {m_bench.actions.timesOnly->statusTip(), m_bench.actions.computedValues->statusTip()});
}

void ValuesChoice::showChoice()
{
    int segment = 0;
    for (const auto& [command, values] : choicesOf(m_bench.actions)) {
        const bool isChosen = values == m_bench.document.values();
        command->setChecked(isChosen);
        if (isChosen)
            setCurrent(segment);
        ++segment;
    }
}

void ValuesChoice::offer(bool isOffered)
{
    setVisible(isOffered);
    for (const auto& [command, values] : choicesOf(m_bench.actions))
        command->setEnabled(isOffered);
}

}  // namespace ui::runs
