#include "ui/graph/detail/graph_caption.h"

#include "ui/graph/detail/diagram_look_up.h"
#include "ui/graph/detail/scope.h"
#include "ui/graph/detail/scope_selector.h"
#include "ui/look/flow.h"
#include "ui/look/format.h"
#include "ui/look/widgets.h"
#include "ui/model/visible_range.h"

namespace ui::graph {

GraphCaption::GraphCaption(look::Theme& theme, const model::Selection& selection, ScopeSelector& scope)
    : m_theme(theme), m_selection(selection), m_scope(scope)
{
    setAlignment(Qt::AlignCenter);
    setObjectName(QStringLiteral("graphCaption"));
    setWordWrap(true);
    setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(this, &QLabel::linkActivated, &scope, [&scope](const QString& block) { scope.select(block.toInt()); });
    connect(&theme, &look::Theme::changed, this, &GraphCaption::restyle);
    restyle();
}

void GraphCaption::describe(const engine::trace::Trace& trace, const Diagram& diagram)
{
    const engine::OpId op = m_selection.op();
    const int block = trace.has(op) ? detail::blockOf(trace, op) : -1;
    const engine::Nanoseconds zero = model::originOf(trace);
    const bool isInWarmUp = trace.has(op) && trace.op(op).issueBegin < zero;
    const bool isElsewhere = m_scope.batch() == nullptr && !diagram.nodes.empty() && trace.has(op) &&
                             (isInWarmUp || block != m_selection.block()) && !detail::shows(diagram, op);
    if (!isElsewhere) {
        setTextFormat(Qt::PlainText);
        setText(look::formatForWrapping(diagram.caption));
        return;
    }
    const QString place = isInWarmUp
                              ? look::momentText(trace.op(op).finished, zero).toHtmlEscaped()
                              : QStringLiteral("<a href=\"%1\" style=\"color:%2\">%3</a>")
                                    .arg(block)
                                    .arg(m_theme.tokens().accent.name(), m_scope.blockName(block).toHtmlEscaped());
    setTextFormat(Qt::RichText);
    setText(look::formatForWrapping(tr("%1 finished: %2").arg(detail::nameOf(trace, op).toHtmlEscaped(), place)));
}

void GraphCaption::restyle()
{
    setFont(m_theme.sans(10.5));
    setContentsMargins(m_theme.px(6), m_theme.px(2), m_theme.px(6), m_theme.px(4));
    look::setTextColour(*this, m_theme.tokens().text2);
}

}  // namespace ui::graph
