#include "ui/graph/detail/graph_header.h"

#include "ui/look/in_language.h"
#include "ui/look/widgets.h"

#include <QHBoxLayout>
#include <QMenu>

namespace ui::graph {

GraphHeader::GraphHeader(look::Theme& theme, QComboBox& scope, const QList<QAction*>& groupings)
    : m_theme(theme),
      m_scope(scope),
      m_icon(new QLabel),
      m_title(new QLabel),
      m_program(new QLabel),
      m_commands(new QHBoxLayout),
      m_grouping(new QToolButton),
      m_search(new QToolButton),
      m_window(new QToolButton),
      m_export(new QPushButton)
{
    m_grouping->setObjectName(QStringLiteral("graphGrouping"));
    m_grouping->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(m_grouping);
    menu->addActions(groupings);
    m_grouping->setMenu(menu);
    m_window->setObjectName(QStringLiteral("expandGraph"));
    auto* row = new QHBoxLayout(this);
    row->addWidget(m_icon);
    row->addWidget(m_title);
    row->addWidget(m_program);
    row->addLayout(m_commands);
    row->addStretch(1);
    for (QWidget* part : std::initializer_list<QWidget*>{&m_scope, m_grouping, m_search, m_window, m_export})
        row->addWidget(part);
    m_program->setObjectName(QStringLiteral("graphProgram"));
    m_program->hide();
    m_export->setObjectName(QStringLiteral("exportGraph"));
    m_export->setProperty("role", QStringLiteral("small"));
    m_export->setAutoDefault(false);
    m_export->hide();
    connect(m_export, &QPushButton::clicked, this, &GraphHeader::exportRequested);
    connect(m_search, &QToolButton::clicked, this, &GraphHeader::findRequested);
    connect(m_window, &QToolButton::clicked, this, &GraphHeader::windowRequested);
    connect(&theme, &look::Theme::changed, this, &GraphHeader::restyle);
    restyle();
    look::inLanguage(this, [this] { setTexts(); });
}

void GraphHeader::setWindow(const QList<QAction*>& commands)
{
    m_window->hide();
    m_program->show();
    m_export->show();
    constexpr int kWholeName = 22;  // characters for which the combo box of scopes has room
    m_scope.setMinimumContentsLength(kWholeName);
    for (QAction* command : commands) {
        auto* button = new QToolButton;
        button->setDefaultAction(command);
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
        m_commands->addWidget(button);
    }
    restyle();
}

void GraphHeader::setProgram(const QString& name)
{
    m_program->setText(name);
}

void GraphHeader::setTexts()
{
    m_export->setText(tr("Export…"));
    m_export->setToolTip(tr("Export the graph as a figure: SVG, PDF or PNG"));
    m_title->setText(tr("Graph"));
    m_grouping->setAccessibleName(tr("Grouping of the graph"));
    m_grouping->setToolTip(m_grouping->accessibleName());
    m_search->setAccessibleName(tr("Find in the graph"));
    m_search->setToolTip(tr("Find in the graph (/)"));
    m_window->setAccessibleName(tr("Graph in a separate window"));
    m_window->setToolTip(m_window->accessibleName());
}

void GraphHeader::restyle()
{
    const look::Tokens& t = m_theme.tokens();
    setFixedHeight(m_theme.px(34));
    layout()->setContentsMargins(m_theme.px(12), 0, m_theme.px(6), 0);
    layout()->setSpacing(m_theme.px(7));
    m_icon->setPixmap(m_theme.icon(QStringLiteral("graph"), t.text2).pixmap(m_theme.px(15), m_theme.px(15)));
    look::setTextStyle(*m_title, m_theme.sans(12, QFont::DemiBold), t.text);
    look::setTextStyle(*m_program, m_theme.sans(12), t.text2);
    for (int i = 0; i < m_commands->count(); ++i)
        qobject_cast<QToolButton*>(m_commands->itemAt(i)->widget())->setFixedSize(m_theme.px(26), m_theme.px(26));
    m_scope.setFont(m_theme.sans(11.5));
    m_scope.setFixedHeight(m_theme.px(24));
    look::styleIconButton(m_theme, *m_grouping, QStringLiteral("layers"));
    look::styleIconButton(m_theme, *m_search, QStringLiteral("search"));
    look::styleIconButton(m_theme, *m_window, QStringLiteral("expand"));
    m_grouping->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; }"));
}

}  // namespace ui::graph
