#include "ui/shell/dock.h"

#include "ui/commands/actions.h"
#include "ui/look/in_language.h"
#include "ui/look/widgets.h"

#include <QHBoxLayout>
#include <QShortcut>
#include <algorithm>
#include <initializer_list>

namespace ui::shell {

Dock::Dock(const look::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("dock"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 1, 0, 0);
    column->setSpacing(0);
    m_strip = new QWidget(this);
    m_strip->setMinimumWidth(1);
    auto* row = new QHBoxLayout(m_strip);
    row->addStretch(1);
    m_close = new QToolButton(m_strip);
    m_close->setObjectName(QStringLiteral("closeDock"));
    row->addWidget(m_close);
    column->addWidget(m_strip);
    connect(m_close, &QToolButton::clicked, this, &Dock::closeWanted);
    new QShortcut(Qt::Key_Escape, this, this, &Dock::closeWanted, Qt::WidgetWithChildrenShortcut);
    connect(&theme, &look::Theme::changed, this, &Dock::restyle);
    look::inLanguage(this, [this] { setTexts(); });
    restyle();
    showPage(nullptr, nullptr, {});
}

void Dock::addTab(QAction& command, std::function<void()> choose)
{
    auto* button = new QToolButton(m_strip);
    button->setObjectName(QStringLiteral("tab-") + command.objectName());
    button->setCheckable(true);
    connect(button, &QToolButton::clicked, this, std::move(choose));
    auto* row = static_cast<QHBoxLayout*>(m_strip->layout());
    row->insertWidget(static_cast<int>(m_tabs.size()), button);
    m_tabs.push_back({&command, button});
    connect(&command, &QAction::changed, this, &Dock::setTexts);
    setTexts();
    restyle();
}

void Dock::addPage(QWidget& page)
{
    page.hide();
    page.setMinimumWidth(1);
    layout()->addWidget(&page);
    m_pages.push_back(&page);
}

void Dock::showPage(const QAction* command, QWidget* page, const QList<const QAction*>& offered)
{
    for (QWidget* each : m_pages)
        each->setVisible(each == page);
    m_close->setVisible(page != nullptr);
    for (const auto& [of, button] : m_tabs) {
        button->setVisible(offered.contains(of));
        button->setChecked(page != nullptr && of == command);
        button->setIcon(m_theme.icon(button->isChecked() ? QStringLiteral("down") : QStringLiteral("right"),
                                     m_theme.tokens().text2));
    }
    fitTabs();
}

/// If the tabs do not fit, hides their icons. If they still do not fit, elides the longest names to a common width.
void Dock::fitTabs()
{
    const auto show = [](const Tab& tab, const QString& text) {
        const bool isWhole = text == tab.button->accessibleName();
        tab.button->setText(text);
        tab.button->setToolTip(
            isWhole ? tab.command->toolTip()
                    : QStringLiteral("%1\n%2").arg(tab.button->accessibleName(), tab.command->toolTip()));
    };
    for (const Qt::ToolButtonStyle style : {Qt::ToolButtonTextBesideIcon, Qt::ToolButtonTextOnly}) {
        for (const Tab& tab : m_tabs) {
            show(tab, tab.button->accessibleName());
            tab.button->setToolButtonStyle(style);
        }
        if (m_strip->layout()->sizeHint().width() <= width())
            return;
    }
    const auto nameWidth = [](const Tab& tab) {
        return tab.button->fontMetrics().horizontalAdvance(tab.button->accessibleName());
    };
    int limit = 0;
    for (const Tab& tab : m_tabs)
        limit = std::max(limit, nameWidth(tab));
    for (; limit > m_theme.px(24) && m_strip->layout()->sizeHint().width() > width(); limit -= m_theme.px(4))
        for (const Tab& tab : m_tabs)
            if (nameWidth(tab) > limit)
                show(tab, tab.button->fontMetrics().elidedText(tab.button->accessibleName(), Qt::ElideRight, limit));
}

void Dock::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitTabs();
}

void Dock::setTexts()
{
    for (const auto& [command, button] : m_tabs) {
        QString name = commands::nameOf(*command);
        button->setAccessibleName(name.remove(QStringLiteral("…")));
    }
    m_close->setToolTip(tr("Close (Esc)"));
    m_close->setAccessibleName(tr("Close"));
    fitTabs();
}

void Dock::restyle()
{
    m_strip->setFixedHeight(m_theme.px(29));
    m_strip->layout()->setContentsMargins(m_theme.px(8), 0, m_theme.px(6), 0);
    m_strip->layout()->setSpacing(m_theme.px(4));
    for (const auto& [command, button] : m_tabs) {
        button->setFont(m_theme.sans(11.5, QFont::Medium));
        button->setIconSize(QSize(m_theme.px(12), m_theme.px(12)));
        button->setFixedHeight(m_theme.px(24));
    }
    look::styleIconButton(m_theme, *m_close, QStringLiteral("close"), 24, 12);
    fitTabs();
    update();
}

void Dock::paintEvent(QPaintEvent*)
{
    const look::Tokens& tokens = m_theme.tokens();
    look::paintGround(*this, tokens.panel, 0, tokens.line);
}

}  // namespace ui::shell
