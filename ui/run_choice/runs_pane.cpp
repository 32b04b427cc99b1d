#include "ui/run_choice/runs_pane.h"

#include "ui/look/in_language.h"
#include "ui/look/widgets.h"
#include "ui/runs/earlier_runs.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace ui::run_choice {

using runs::Banner;
using runs::NamedRun;
using runs::RunList;
using runs::Workbench;

RunsPane::RunsPane(const Workbench& bench, CompareControl& compare, QWidget* parent)
    : QWidget(parent), m_bench(bench), m_compare(compare), m_list(compare.earlier().list())
{
    setObjectName(QStringLiteral("runsPane"));
    build();
    connect(m_open, &QPushButton::clicked, this, &RunsPane::openSelected);
    connect(m_rename, &QPushButton::clicked, this, &RunsPane::renameSelected);
    connect(m_pair, &QPushButton::clicked, this, &RunsPane::compareSelected);
    connect(m_delete, &QPushButton::clicked, this, &RunsPane::removeSelected);
    connect(m_undo, &QPushButton::clicked, this, &RunsPane::undoRemove);
    connect(m_table, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
        if (index.column() != RunList::Name)
            openSelected();
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunsPane::refresh);
    connect(&m_list, &RunList::changed, this, &RunsPane::refresh);
    connect(&bench.theme, &look::Theme::changed, this, &RunsPane::restyle);
    restyle();
    look::inLanguage(this, [this] {
        setAccessibleName(tr("Runs"));
        m_title->setText(tr("Runs"));
        m_empty->setText(
            tr("No runs yet. Run a program: each of its runs is listed here, to open, name and compare it."));
        m_table->setAccessibleName(tr("Runs"));
        m_open->setText(tr("Open"));
        m_open->setToolTip(tr("Show this run with its listing, waits, parameters and machine (Enter)"));
        m_rename->setText(tr("Rename"));
        m_rename->setToolTip(tr("Name this run (F2)"));
        m_pair->setText(tr("Compare"));
        m_pair->setToolTip(
            tr("Compare the selected run with the displayed one, or up to three selected runs (Shift+Enter)"));
        m_delete->setText(tr("Delete"));
        m_delete->setToolTip(tr("Remove the selected runs from the list (Del)"));
        refresh();
    });
}

void RunsPane::build()
{
    auto* column = new QVBoxLayout(this);
    auto* header = new QHBoxLayout;
    m_title = new QLabel(this);
    m_note = new QLabel(this);
    m_note->setObjectName(QStringLiteral("runsNote"));
    header->addWidget(m_title);
    header->addWidget(m_note, 1);
    for (QPushButton** button : {&m_undo, &m_open, &m_rename, &m_pair, &m_delete}) {
        *button = new QPushButton(this);
        (*button)->setProperty("role", QStringLiteral("small"));
        header->addWidget(*button);
    }
    m_undo->setObjectName(QStringLiteral("undoDelete"));
    m_table = new QTableView(this);
    m_table->setModel(&m_list);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::DoubleClicked);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->setWordWrap(false);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->installEventFilter(this);
    m_empty = new QLabel(this);
    m_empty->setObjectName(QStringLiteral("noRuns"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    column->addLayout(header);
    column->addWidget(m_table, 1);
    column->addWidget(m_empty, 1);
    setFocusProxy(m_table);
}

QList<int> RunsPane::selectedRows() const
{
    QList<int> rows;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows())
        rows << index.row();
    std::sort(rows.begin(), rows.end());
    return rows;
}

void RunsPane::refresh()
{
    const bool isEmpty = m_list.rowCount() == 0;
    m_table->setHidden(isEmpty);
    m_empty->setVisible(isEmpty);
    const qsizetype selected = selectedRows().size();
    m_open->setEnabled(selected == 1);
    m_rename->setEnabled(selected == 1);
    m_pair->setEnabled(selected >= 1 && selected <= 3);
    m_delete->setEnabled(selected >= 1);
    const int removed = static_cast<int>(m_list.files().removedCount());
    m_undo->setVisible(removed > 0);
    m_undo->setText(tr("Undo delete (%n)", nullptr, removed));
    m_note->setText(m_list.files().brokenCount() == 0 ? QString()
                                                      : tr("%n stored runs could not be read and are not listed.",
                                                           nullptr, m_list.files().brokenCount()));
    // The columns Program and Machine have a maximum width, because tooltips show their full texts. All other columns
    // show their full content.
    for (int section = 0; section < RunList::kColumns; ++section)
        m_table->resizeColumnToContents(section);
    for (const int section : {RunList::Program, RunList::Machine})
        m_table->setColumnWidth(section, std::min(m_table->columnWidth(section), m_bench.theme.px(150)));
}

// -- commands

void RunsPane::openSelected()
{
    if (const QList<int> rows = selectedRows(); rows.size() == 1)
        m_list.load(rows.front(), this, [this](const engine::Result<NamedRun>& run) {
            run ? emit openRequested(*run) : reportUnreadable(run.error().message);
        });
}

void RunsPane::renameSelected()
{
    if (const QList<int> rows = selectedRows(); rows.size() == 1)
        m_table->edit(m_list.index(rows.front(), RunList::Name));
}

void RunsPane::compareSelected()
{
    QList<QPersistentModelIndex> rows;
    for (const int row : selectedRows())
        rows << m_list.index(row, 0);
    if (!rows.isEmpty() && rows.size() <= 3)
        collect(rows, {});
}

/// Loads the runs of `rows` one after another, the oldest first, then compares them.
void RunsPane::collect(QList<QPersistentModelIndex> rows, std::vector<NamedRun> loaded)
{
    if (rows.isEmpty())
        return m_compare.showRuns(std::move(loaded));
    const QPersistentModelIndex next = rows.takeLast();
    if (!next.isValid())
        return;
    m_list.load(next.row(), this,
                [this, rows, loaded = std::move(loaded)](const engine::Result<NamedRun>& run) mutable {
                    if (!run)
                        return reportUnreadable(run.error().message);
                    loaded.push_back(*run);
                    collect(rows, std::move(loaded));
                });
}

void RunsPane::removeSelected()
{
    if (const QList<int> rows = selectedRows(); !rows.isEmpty())
        m_list.remove(rows);
}

void RunsPane::reportUnreadable(const engine::Message& reason)
{
    m_bench.banner.open(runs::bannerTexts(QT_TR_NOOP("This run could not be read"), reason), Banner::Tone::Fail);
}

/// Handles the keys of the table's commands. They override shortcuts of the window, for example F2, which flips a wait.
/// Letters without Ctrl are not handled, because they are keys of the timeline.
bool RunsPane::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_table || (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride))
        return QWidget::eventFilter(watched, event);
    if (const auto* editor = qobject_cast<QLineEdit*>(QApplication::focusWidget()); m_table->isAncestorOf(editor))
        return false;  // a name is being edited
    const auto* key = static_cast<QKeyEvent*>(event);
    const std::pair<QKeyCombination, void (RunsPane::*)()> commands[] = {
        {Qt::Key_Return, &RunsPane::openSelected},   {Qt::Key_Enter, &RunsPane::openSelected},
        {Qt::Key_F2, &RunsPane::renameSelected},     {Qt::SHIFT | Qt::Key_Return, &RunsPane::compareSelected},
        {Qt::Key_Delete, &RunsPane::removeSelected}, {Qt::CTRL | Qt::Key_Z, &RunsPane::undoRemove}};
    const QKeyCombination pressed(key->modifiers() & ~Qt::KeyboardModifiers(Qt::KeypadModifier), Qt::Key(key->key()));
    for (const auto& [keys, command] : commands) {
        if (keys != pressed || (command == &RunsPane::undoRemove && m_list.files().removedCount() == 0))
            continue;
        if (event->type() == QEvent::KeyPress)
            (this->*command)();
        event->accept();
        return true;
    }
    return false;
}

void RunsPane::undoRemove()
{
    m_list.undoRemove();
}

void RunsPane::restyle()
{
    const look::Theme& theme = m_bench.theme;
    look::setGround(*this, theme.tokens().plot);
    layout()->setContentsMargins(theme.px(10), theme.px(6), theme.px(10), theme.px(6));
    layout()->setSpacing(theme.px(6));
    m_title->setFont(theme.sans(12, QFont::DemiBold));
    for (QWidget* each : std::initializer_list<QWidget*>{m_note, m_empty, m_table})
        each->setFont(theme.sans(11));
    for (QLabel* label : {m_note, m_empty})
        look::setTextColour(*label, theme.tokens().text2);
    m_table->verticalHeader()->setDefaultSectionSize(theme.px(22));
    setMinimumHeight(theme.px(170));
}

}  // namespace ui::run_choice
