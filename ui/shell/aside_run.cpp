#include "ui/shell/aside_run.h"

#include "ui/look/in_language.h"
#include "ui/look/plain_texts.h"
#include "ui/look/widgets.h"

#include <QHBoxLayout>

namespace ui::shell {

AsideRun::AsideRun(const look::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    m_run = new QPushButton(this);
    m_run->setObjectName(QStringLiteral("asideRun"));
    m_stop = new QToolButton(this);
    m_stop->setObjectName(QStringLiteral("stopAside"));
    connect(m_run, &QPushButton::clicked, this, &AsideRun::wanted);
    connect(m_stop, &QToolButton::clicked, this, &AsideRun::stopWanted);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_run);
    row->addWidget(m_stop);
    look::inLanguage(this, [this] {
        m_run->setToolTip(tr("A run on this computer of another program: show it"));
        look::setTipAndName(*m_stop, tr("Stop this run"));
    });
    connect(&m_theme, &look::Theme::changed, this, &AsideRun::restyle);
    restyle();
    hide();
}

void AsideRun::showRun(const QString& text, State state)
{
    const bool isRunning = state == State::Running;
    m_run->setText(look::besideIcon(look::buttonText(text)));
    m_run->setAccessibleName(text);
    m_run->setIcon(
        m_theme.icon(isRunning ? QStringLiteral("clock") : QStringLiteral("check"), m_theme.tokens().accent));
    m_stop->setVisible(isRunning);
    show();
    emit changed();
}

void AsideRun::clear()
{
    hide();
    emit changed();
}

void AsideRun::restyle()
{
    layout()->setSpacing(m_theme.px(6));
    m_run->setFont(m_theme.sans(12, QFont::Medium));
    m_run->setIconSize(QSize(m_theme.px(15), m_theme.px(15)));
    m_stop->setFixedSize(m_theme.px(30), m_theme.px(30));
    m_stop->setIconSize(QSize(m_theme.px(16), m_theme.px(16)));
    m_stop->setIcon(m_theme.icon(QStringLiteral("stop"), m_theme.tokens().text));
}

}  // namespace ui::shell
