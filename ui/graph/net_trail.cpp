#include "ui/graph/detail/net_trail.h"

#include "ui/graph/detail/diagram_look_up.h"
#include "ui/graph/detail/graph_canvas.h"
#include "ui/look/elided_combo_box.h"
#include "ui/look/in_language.h"
#include "ui/look/widgets.h"

#include <QHBoxLayout>
#include <algorithm>
#include <iterator>

namespace ui::graph {

NetTrail::NetTrail(look::Theme& theme, GraphCanvas& canvas, const QList<QAction*>& depths)
    : m_theme(theme),
      m_canvas(canvas),
      m_path(new QLabel),
      m_depths(depths),
      m_openTo(new QLabel),
      m_depth(new look::ElidedComboBox)
{
    m_path->setObjectName(QStringLiteral("netTrail"));
    m_path->setTextFormat(Qt::RichText);
    m_path->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    m_path->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_depth->setObjectName(QStringLiteral("netDepth"));
    m_depth->setProperty("role", QStringLiteral("small"));
    m_depth->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_openTo->setBuddy(m_depth);
    auto* row = new QHBoxLayout(this);
    row->addWidget(m_path, 1);
    row->addWidget(m_openTo);
    row->addWidget(m_depth);
    connect(m_depth, &QComboBox::activated, this, [this](int index) { m_depths[index]->trigger(); });
    connect(m_path, &QLabel::linkActivated, this, [this](const QString& node) { m_canvas.focusNode(node.toInt()); });
    connect(&canvas, &GraphCanvas::focusChanged, this, &NetTrail::showPath);
    connect(&theme, &look::Theme::changed, this, &NetTrail::restyle);
    restyle();
    look::inLanguage(this, [this] {
        m_openTo->setText(tr("Open to"));
        m_depth->setAccessibleName(tr("How far the graph is opened"));
        m_depth->setToolTip(m_depth->accessibleName());
        const QString names[] = {tr("Net"), tr("Stages"), tr("Blocks"), tr("Layers"), tr("Operations")};
        m_depth->clear();
        m_depth->addItems({std::begin(names), std::end(names)});
        showDepth();
        showPath();
    });
}

void NetTrail::restyle()
{
    setFixedHeight(m_theme.px(30));
    layout()->setContentsMargins(m_theme.px(12), 0, m_theme.px(12), 0);
    m_path->setFont(m_theme.sans(11));
    m_openTo->setFont(m_theme.sans(11));
    m_depth->setFont(m_theme.sans(11));
    look::setTextColour(*m_path, m_theme.tokens().text2);
    look::setTextColour(*m_openTo, m_theme.tokens().text2);
    showPath();
}

void NetTrail::showDepth()
{
    const auto shown = std::ranges::find_if(m_depths, [](const QAction* one) { return one->isChecked(); });
    m_depth->setCurrentIndex(shown == m_depths.end() ? -1 : static_cast<int>(shown - m_depths.begin()));
}

void NetTrail::focus(const QString& key)
{
    const auto& nodes = m_canvas.diagram().nodes;
    const auto at = std::ranges::find(nodes, key, &Node::key);
    if (at != nodes.end())
        m_canvas.focusNode(static_cast<int>(at - nodes.begin()));
}

/// Shows the path to the focused box: the open layers around it, the outermost first.
void NetTrail::showPath()
{
    const auto& nodes = m_canvas.diagram().nodes;
    const int focused = m_canvas.state().focused;
    const Node* inner = detail::nodeIn(m_canvas.diagram(), focused);
    std::vector<int> around;
    for (std::size_t i = 0; i < nodes.size(); ++i)
        if (inner != nullptr && &nodes[i] != inner && nodes[i].shape == NodeShape::Frame &&
            nodes[i].rect.contains(inner->rect.center()))
            around.push_back(static_cast<int>(i));
    std::ranges::sort(around, [&](int a, int b) {
        return nodes[static_cast<std::size_t>(a)].rect.width() > nodes[static_cast<std::size_t>(b)].rect.width();
    });
    QStringList parts{tr("net").toHtmlEscaped()};
    for (const int frame : around)
        parts << QStringLiteral("<a href=\"%1\" style=\"color:%2;text-decoration:none\">%3</a>")
                     .arg(frame)
                     .arg(m_theme.tokens().accent.name(), nodes[static_cast<std::size_t>(frame)].title.toHtmlEscaped());
    if (inner != nullptr)
        parts << QStringLiteral("<b>%1</b>").arg(inner->title.toHtmlEscaped());
    m_path->setText(parts.join(QStringLiteral(" › ")));
    m_path->setToolTip(inner != nullptr ? inner->tip : QString());
}

}  // namespace ui::graph
