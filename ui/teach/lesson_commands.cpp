#include "ui/teach/lesson_commands.h"

#include "ui/look/in_language.h"
#include "ui/teach/lesson_edit.h"

#include <utility>

namespace ui::teach {

LessonCommands::LessonCommands(QWidget& window, const Parts& parts, QObject* parent)
    : QObject(parent), m_window(window), m_parts(parts)
{
    LessonPlayer& player = parts.player;
    StepStage& stage = parts.stage;
    LessonAuthor& author = parts.author;
    const auto isAlways = [] { return true; };
    const auto isOpen = [&player] { return player.isOpen(); };
    for (const ShippedLesson& shipped : parts.shipped.all())
        add(QStringLiteral("lesson ") + shipped.lesson.id, {nullptr, nullptr, nullptr, isAlways},
            [this, id = shipped.lesson.id] { emit lessonWanted(id); });
    add(QStringLiteral("openLesson"),
        {nullptr, QT_TR_NOOP("&Open lesson…"), QT_TR_NOOP("A lesson from a file; nothing of it runs until you agree"),
         isAlways},
        [this] { emit fileWanted(); });
    add(
        QStringLiteral("nextStep"),
        {nullptr, QT_TR_NOOP("&Next step"), QT_TR_NOOP("Show the answer to an open question, then the next step"),
         [&player, &stage] { return player.canAdvance() || stage.isAway(); }},
        [&stage] { stage.advance(); }, Qt::Key_PageDown);
    add(
        QStringLiteral("previousStep"),
        {nullptr, QT_TR_NOOP("&Previous step"), QT_TR_NOOP("The previous step"),
         [&player] { return player.canGoBack(); }},
        [&player] { player.goBack(); }, Qt::Key_PageUp);
    add(QStringLiteral("presenterView"),
        {nullptr, QT_TR_NOOP("P&resenter view"), QT_TR_NOOP("Your notes and the next step, in a separate window"),
         isOpen},
        [this] { emit presenterWanted(); });
    add(QStringLiteral("closeLesson"),
        {nullptr, QT_TR_NOOP("&End the lesson"), QT_TR_NOOP("Back to what you had open"), isOpen},
        [&player] { player.close(); });
    add(QStringLiteral("addStep"),
        {nullptr, QT_TR_NOOP("&Add step…"), QT_TR_NOOP("What the window shows now becomes a step of the lesson"),
         isAlways},
        [&author] { author.addStep(); });
    add(QStringLiteral("editStep"), {nullptr, QT_TR_NOOP("E&dit step…"), QT_TR_NOOP("The words of this step"), isOpen},
        [&author] { author.editStep(); });
    add(QStringLiteral("editLesson"),
        {nullptr, QT_TR_NOOP("Name and endin&g…"),
         QT_TR_NOOP("The name of the lesson, and the text after its last step"), isOpen},
        [&author] { author.editLesson(); });
    add(QStringLiteral("stepEarlier"),
        {nullptr, QT_TR_NOOP("Step ear&lier"), QT_TR_NOOP("Move this step up"),
         [&player] { return player.index() > 0; }},
        [&player] { moveStep(player, -1); });
    add(QStringLiteral("stepLater"),
        {nullptr, QT_TR_NOOP("Step la&ter"), QT_TR_NOOP("Move this step down"),
         [&player] { return player.following() != nullptr; }},
        [&player] { moveStep(player, 1); });
    add(QStringLiteral("removeStep"),
        {nullptr, QT_TR_NOOP("Re&move step"), QT_TR_NOOP("Remove this step from the lesson"),
         [&player] { return player.count() > 1; }},
        [&player] { removeStep(player); });
    add(QStringLiteral("saveLesson"),
        {nullptr, QT_TR_NOOP("&Save lesson…"), QT_TR_NOOP("Save the lesson to a file"), isOpen},
        [&author] { author.saveFile(); });
    connect(&player, &LessonPlayer::changed, this, &LessonCommands::update);
    connect(&stage, &StepStage::changed, this, &LessonCommands::update);
    look::inLanguage(this, [this] { retitle(); });
    update();
}

void LessonCommands::add(const QString& name, Command command, std::function<void()> run, const QKeySequence& shortcut)
{
    command.action = new QAction(this);
    command.action->setObjectName(name);
    command.action->setShortcut(shortcut);
    connect(command.action, &QAction::triggered, this, std::move(run));
    m_window.addAction(command.action);
    m_commands.push_back(std::move(command));
}

void LessonCommands::retitle()
{
    for (const Command& command : m_commands) {
        if (command.text == nullptr)
            continue;
        command.action->setText(tr(command.text));
        command.action->setStatusTip(tr(command.tip));
    }
    const std::vector<ShippedLesson>& shipped = m_parts.shipped.all();
    for (std::size_t i = 0; i < shipped.size(); ++i) {
        m_commands[i].action->setText(titleOf(shipped[i]));
        m_commands[i].action->setStatusTip(textIn(shipped[i].lesson.about, languageNow()));
    }
}

void LessonCommands::update()
{
    for (const Command& command : m_commands)
        command.action->setEnabled(command.isEnabled());
}

QList<QAction*> LessonCommands::all() const
{
    QList<QAction*> actions;
    for (const Command& command : m_commands)
        actions << command.action;
    return actions;
}

}  // namespace ui::teach
