#include "ui/teach/lesson_commands.h"

#include "ui/look/in_language.h"

#include <iterator>

namespace ui::teach {

namespace {

using Parts = LessonCommands::Parts;

struct Row {
    const char *name, *text, *tip;
    bool (*isEnabled)(const Parts& parts);
    void (*run)(LessonCommands& commands, const Parts& parts);
    int key = 0;
};

bool always(const Parts&)
{
    return true;
}

bool hasRoom(const Parts& parts)
{
    return parts.player.lesson().steps.size() < kMaxSteps;
}

bool isOpen(const Parts& parts)
{
    return parts.player.isOpen();
}

constexpr Row kRows[] = {
    {"openLesson", QT_TR_NOOP("&Open lesson…"), QT_TR_NOOP("A lesson from a file; nothing of it runs until you agree"),
     always, [](LessonCommands& commands, const Parts&) { emit commands.fileWanted(); }},
    {"nextStep", QT_TR_NOOP("&Next step"), QT_TR_NOOP("Show the answer to an open question, then the next step"),
     [](const Parts& parts) { return parts.player.canAdvance() || parts.stage.isAway(); },
     [](LessonCommands&, const Parts& parts) { parts.stage.advance(); }, Qt::Key_PageDown},
    {"previousStep", QT_TR_NOOP("&Previous step"), QT_TR_NOOP("The previous step"),
     [](const Parts& parts) { return parts.player.canGoBack(); },
     [](LessonCommands&, const Parts& parts) { parts.player.goBack(); }, Qt::Key_PageUp},
    {"presenterView", QT_TR_NOOP("P&resenter view"), QT_TR_NOOP("Your notes and the next step, in a separate window"),
     isOpen, [](LessonCommands& commands, const Parts&) { emit commands.presenterWanted(); }},
    {"closeLesson", QT_TR_NOOP("&End the lesson"), QT_TR_NOOP("Back to what you had open"), isOpen,
     [](LessonCommands&, const Parts& parts) { parts.player.close(); }},
    {"addStep", QT_TR_NOOP("&Add step…"), QT_TR_NOOP("What the window shows now becomes a step of the lesson"), hasRoom,
     [](LessonCommands&, const Parts& parts) { parts.author.addStep(); }},
    {"editStep", QT_TR_NOOP("E&dit step…"), QT_TR_NOOP("The words of this step"), isOpen,
     [](LessonCommands&, const Parts& parts) { parts.author.editStep(); }},
    {"editLesson", QT_TR_NOOP("Name and endin&g…"),
     QT_TR_NOOP("The name of the lesson, and the text after its last step"), isOpen,
     [](LessonCommands&, const Parts& parts) { parts.author.editLesson(); }},
    {"stepEarlier", QT_TR_NOOP("Step ear&lier"), QT_TR_NOOP("Move this step up"),
     [](const Parts& parts) { return parts.player.index() > 0; },
     [](LessonCommands&, const Parts& parts) { moveStep(parts.player, -1); }},
    {"stepLater", QT_TR_NOOP("Step la&ter"), QT_TR_NOOP("Move this step down"),
     [](const Parts& parts) { return parts.player.following() != nullptr; },
     [](LessonCommands&, const Parts& parts) { moveStep(parts.player, 1); }},
    {"removeStep", QT_TR_NOOP("Re&move step"), QT_TR_NOOP("Remove this step from the lesson"),
     [](const Parts& parts) { return parts.player.count() > 1; },
     [](LessonCommands&, const Parts& parts) { removeStep(parts.player); }},
    {"saveLesson", QT_TR_NOOP("&Save lesson…"), QT_TR_NOOP("Save the lesson to a file"), isOpen,
     [](LessonCommands&, const Parts& parts) { parts.author.saveFile(); }},
};

}  // namespace

LessonCommands::LessonCommands(QWidget& window, const Parts& parts, QObject* parent) : QObject(parent), m_parts(parts)
{
    for (const ShippedLesson& shipped : parts.shipped.all()) {
        auto* action = new QAction(this);
        action->setObjectName(QStringLiteral("lesson ") + shipped.lesson.id);
        look::inLanguage(action, [action, &shipped] {
            action->setText(titleOf(shipped));
            action->setStatusTip(textIn(shipped.lesson.about, languageNow()));
        });
        connect(action, &QAction::triggered, this, [this, &shipped] { emit lessonWanted(shipped.lesson.id); });
        m_all << action;
    }
    for (const Row& row : kRows) {
        QAction* action = look::makeCommand(this, row.name, row.text, row.tip);
        action->setShortcut(row.key);
        connect(action, &QAction::triggered, this, [this, &row] { row.run(*this, m_parts); });
        m_all << action;
    }
    window.addActions(m_all);
    connect(&parts.player, &LessonPlayer::changed, this, &LessonCommands::update);
    connect(&parts.stage, &StepStage::changed, this, &LessonCommands::update);
    update();
}

void LessonCommands::update()
{
    auto action = m_all.cend() - std::ssize(kRows);
    for (const Row& row : kRows)
        (*action++)->setEnabled(row.isEnabled(m_parts));
}

}  // namespace ui::teach
