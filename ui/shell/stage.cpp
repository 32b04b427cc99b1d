#include "ui/shell/stage.h"

#include "ui/commands/actions.h"
#include "ui/listing/program_pane.h"
#include "ui/look/in_language.h"
#include "ui/look/widgets.h"
#include "ui/runs/centre_header.h"
#include "ui/shell/panes.h"
#include "ui/timeline/timeline_view.h"

#include <QKeyEvent>
#include <utility>

namespace ui::shell {

Stage::Stage(const runs::Workbench& bench, Panes& panes, QList<QWidget*> hidden)
    : QObject(&bench.window), m_bench(bench), m_panes(panes), m_hidden(std::move(hidden))
{
    m_hint = new QLabel(&panes.header());
    m_hint->setObjectName(QStringLiteral("stageHint"));
    m_hint->hide();
    panes.header().addChip(m_hint);
    look::inLanguage(m_hint, [this] { m_hint->setText(tr("Esc leaves the stage")); });
    connect(bench.actions.stage, &QAction::toggled, this, &Stage::show);
    connect(&bench.theme, &look::Theme::changed, this, &Stage::restyle);
    for (QObject* part : std::initializer_list<QObject*>{&bench.timeline, &panes.program().listing()})
        part->installEventFilter(this);
    restyle();
}

void Stage::show(bool isOn)
{
    // The panes store and restore their widths at the size outside the stage.
    if (isOn) {
        m_wasProjected = m_bench.theme.isProjected();
        m_panes.setStage(true);
    }
    m_bench.theme.setProjected(isOn || m_wasProjected);
    if (!isOn)
        m_panes.setStage(false);
    for (QWidget* bar : m_hidden)
        bar->setVisible(!isOn);
    m_hint->setVisible(isOn);
    m_bench.timeline.setFocus();
}

/// The timeline and the listing use Esc themselves; in the stage it is not theirs.
bool Stage::eventFilter(QObject* watched, QEvent* event)
{
    const bool isKey = event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress;
    if (!isKey || !m_bench.actions.stage->isChecked() || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape)
        return QObject::eventFilter(watched, event);
    event->accept();
    if (event->type() == QEvent::KeyPress)
        m_bench.actions.stage->setChecked(false);
    return true;
}

void Stage::restyle()
{
    m_hint->setFont(m_bench.theme.sans(11));
    look::setTextColour(*m_hint, m_bench.theme.tokens().text3);
}

}  // namespace ui::shell
