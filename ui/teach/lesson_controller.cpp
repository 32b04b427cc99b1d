#include "ui/teach/lesson_controller.h"

#include "ui/commands/actions.h"
#include "ui/look/in_language.h"
#include "ui/look/plain_texts.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

namespace ui::teach {

namespace {

/// Prefix of the shipped lessons' entries in the program tree.
const QString kEntry = QStringLiteral("lesson ");

}  // namespace

LessonController::LessonController(desk::Desk& desk, const Parts& parts, const QString& folder)
    : QObject(&desk),
      m_bench(desk.bench()),
      m_session(parts.session),
      m_shipped(folder),
      m_stage(desk, {m_player, parts.listings, parts.machines, parts.notes}),
      m_author(m_bench, {m_player, parts.machines, parts.notes, parts.session}, nullptr),
      m_commands(new LessonCommands(m_bench.window, {m_shipped, m_player, m_stage, m_author}, this))
{
    m_bar = new LessonBar(
        m_bench.theme, m_player, [this] { return m_stage.source(); }, &m_bench.window);
    connectBar();
    connect(m_commands, &LessonCommands::lessonWanted, this, &LessonController::open);
    connect(m_commands, &LessonCommands::fileWanted, this, &LessonController::openFile);
    connect(m_commands, &LessonCommands::presenterWanted, this, &LessonController::showPresenter);
    connect(&m_stage, &StepStage::failed, this, &LessonController::failed);
    connect(&m_author, &LessonAuthor::failed, this, &LessonController::failed);
    connect(this, &LessonController::failed, this,
            [this](const runs::Banner::MakeTexts& make) { m_bench.banner.open(make, runs::Banner::Tone::Fail); });
    look::inLanguage(this, [this] { showShipped(); });
}

LessonController::~LessonController()
{
    delete m_presenter;
}

void LessonController::connectBar()
{
    connect(&m_stage, &StepStage::changed, this, [this] {
        m_bar->setAway(m_stage.isAway());
        if (m_presenter)
            m_presenter->refresh();
    });
    connect(&m_player, &LessonPlayer::changed, this, &LessonController::nameFollowing);
    connect(m_bar, &LessonBar::backWanted, &m_stage, &StepStage::advance);
    connect(m_bar, &LessonBar::closeWanted, &m_player, &LessonPlayer::close);
    connect(m_bar, &LessonBar::followingWanted, this, [this] {
        if (const ShippedLesson* next = following())
            open(QString(next->lesson.id));
    });
    connect(m_bar, &LessonBar::presenterWanted, this, &LessonController::showPresenter);
    connect(m_bar, &LessonBar::projectorWanted, this, [this] {
        for (const char* name : {"projector", "projectorMode", "fullScreen"})
            if (QAction* action = m_bench.actions.named(QLatin1String(name)))
                return action->trigger();
    });
}

/// Shows the names of the shipped lessons in the current language: all in the program tree, and the next one in the
/// bar.
void LessonController::showShipped()
{
    std::vector<listing::ProgramModel::LessonEntry> entries;
    for (const ShippedLesson& shipped : m_shipped.all())
        entries.push_back(
            {kEntry + shipped.lesson.id, shipped.lesson.section, textIn(shipped.lesson.title, languageNow())});
    m_bench.programs.setLessons(std::move(entries));
    nameFollowing();
}

void LessonController::nameFollowing()
{
    const ShippedLesson* next = following();
    m_bar->setFollowing(next == nullptr ? QString() : titleOf(*next));
}

/// Returns the shipped lesson after the open one; null if the open lesson is the last one, or is not a shipped one.
const ShippedLesson* LessonController::following() const
{
    return m_player.isOpen() ? m_shipped.after(m_player.path(), m_player.lesson().id) : nullptr;
}

// -- opening

bool LessonController::choose(const QString& entry)
{
    if (!entry.startsWith(kEntry))
        return false;
    open(entry.mid(kEntry.size()));
    return true;
}

void LessonController::open(const QString& idOrPath)
{
    if (const ShippedLesson* shipped = m_shipped.find(idOrPath))
        return m_stage.begin(shipped->lesson, shipped->path);
    if (const auto read = readLessonFile(idOrPath))
        ask(*read, QFileInfo(idOrPath).absoluteFilePath());
    else
        emit failed(runs::bannerTexts(QT_TR_NOOP("This lesson could not be opened"), read.error().message));
}

/// Lists the programs that a lesson from a file would run, and starts the lesson only if the user agrees.
void LessonController::ask(const Lesson& lesson, const QString& path)
{
    const Contents contents = contentsOf(lesson);
    QStringList lines;
    lines << tr("It has %n steps.", nullptr, static_cast<int>(contents.steps));
    if (!contents.programs.isEmpty())
        lines << tr("Programs of the chapter: %1.").arg(contents.programs.join(QStringLiteral(", ")));
    if (contents.listings > 0)
        lines << tr("%n steps contain Python text, which would run on this computer.", nullptr,
                    static_cast<int>(contents.listings));
    if (!contents.files.isEmpty())
        lines << tr("Programs in files: %1. Each asks again before it runs.")
                     .arg(contents.files.join(QStringLiteral(", ")));
    if (!contents.machines.isEmpty())
        lines << tr("Machines: %1.").arg(contents.machines.join(QStringLiteral(", ")));
    auto* box = new QMessageBox(QMessageBox::Question, tr("Start this lesson?"),
                                tr("“%1” comes from the file %2. It has not run.")
                                    .arg(textIn(lesson.title, languageNow()), look::fileNameText(path)),
                                QMessageBox::Cancel, &m_bench.window);
    box->setObjectName(QStringLiteral("lessonTrust"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(lines.join(QLatin1Char('\n')));
    QPushButton* agreed = box->addButton(tr("Start the lesson"), QMessageBox::AcceptRole);
    agreed->setObjectName(QStringLiteral("beginLesson"));
    connect(agreed, &QPushButton::clicked, this, [this, lesson, path] { m_stage.begin(lesson, path); });
    box->open();
}

void LessonController::openFile()
{
    const QString path =
        QFileDialog::getOpenFileName(&m_bench.window, tr("Open lesson"), files::dialogFolder(m_session),
                                     tr("Lessons (*%1 *.lesson);;All files (*)").arg(QLatin1String(kLessonEnding)));
    if (!path.isEmpty())
        open(path);
}

void LessonController::showPresenter()
{
    if (!m_presenter)
        m_presenter = new PresenterView(m_bench.theme, m_player, [this] { return m_stage.source(); });
    m_presenter->refresh();
    m_presenter->show();
    m_presenter->raise();
}

}  // namespace ui::teach
