#include "ui/graph/detail/net_side.h"

#include "ui/graph/detail/diagram_look_up.h"
#include "ui/graph/detail/graph_canvas.h"
#include "ui/graph/detail/net_map.h"
#include "ui/look/format.h"
#include "ui/look/in_language.h"
#include "ui/look/translate.h"
#include "ui/look/widgets.h"
#include "ui/model/lane_names.h"
#include "ui/model/phase.h"

#include <QLocale>
#include <QStringList>
#include <QVBoxLayout>
#include <algorithm>
#include <initializer_list>
#include <map>

namespace ui::graph {

namespace {

using engine::trace::Kind;

QString rowOf(const QStringList& cells)
{
    QString row;
    for (qsizetype i = 0; i < cells.size(); ++i)
        row += QStringLiteral("<td align=\"%1\" style=\"padding-right:10px\">%2</td>")
                   .arg(i == 0 ? QStringLiteral("left") : QStringLiteral("right"), cells[i].toHtmlEscaped());
    return QStringLiteral("<tr>%1</tr>").arg(row);
}

/// The time of a box's layer on each device, forward and backward.
QString timesOf(const Diagram& diagram, const Trace& trace, const Node& box)
{
    struct Times {
        engine::Nanoseconds forward{}, backward{};
    };
    if (box.shape == NodeShape::Frame)
        return {};  // the boxes in the frame show the times
    std::map<engine::DeviceId, Times> times;
    const QString layer = box.id.section(QLatin1Char('|'), 0, 0);
    for (const Node& node : diagram.nodes)
        if (node.shape == NodeShape::Layer && node.device.isValid() && !layer.isEmpty() &&
            node.id.section(QLatin1Char('|'), 0, 0) == layer)
            (node.kind == Kind::Backward ? times[node.device].backward : times[node.device].forward) += node.time;
    if (times.empty())
        return {};
    const auto text = [](engine::Nanoseconds time) {
        return time.count() > 0 ? look::durationText(time) : QStringLiteral("–");
    };
    QString rows = rowOf({QString(), ui::tr("forward"), ui::tr("backward")});
    for (const auto& [device, of] : times)
        rows += rowOf({model::deviceName(trace, device), text(of.forward), text(of.backward)});
    return QStringLiteral("<table cellspacing=\"0\" style=\"margin-top:6px\">%1</table>").arg(rows);
}

}  // namespace

NetSide::NetSide(look::Theme& theme, GraphCanvas& canvas)
    : m_theme(theme),
      m_canvas(canvas),
      m_box(new QLabel),
      m_facts(new QLabel),
      m_nowTitle(new QLabel),
      m_now(new QLabel),
      m_mapTitle(new QLabel),
      m_map(new NetMap(theme, canvas))
{
    setObjectName(QStringLiteral("netSide"));
    auto* column = new QVBoxLayout(this);
    for (QLabel* label : {m_box, m_facts, m_nowTitle, m_now}) {
        label->setWordWrap(true);
        label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        column->addWidget(label);
    }
    column->addStretch(1);
    column->addWidget(m_mapTitle);
    column->addWidget(m_map);
    m_facts->setTextFormat(Qt::RichText);
    m_now->setTextFormat(Qt::RichText);
    connect(&canvas, &GraphCanvas::painted, this, [this] {
        showBox();
        showNow();
    });
    connect(&theme, &look::Theme::changed, this, &NetSide::restyle);
    restyle();
    look::inLanguage(this, [this] { setTexts(); });
}

void NetSide::restyle()
{
    const look::Tokens& t = m_theme.tokens();
    constexpr int kWidth = 300, kMap = 196;
    setFixedWidth(m_theme.px(kWidth));
    layout()->setContentsMargins(m_theme.px(12), m_theme.px(10), m_theme.px(12), m_theme.px(12));
    layout()->setSpacing(m_theme.px(6));
    m_map->setFixedHeight(m_theme.px(kMap));
    for (QLabel* title : {m_box, m_nowTitle, m_mapTitle}) {
        look::setTextStyle(*title, m_theme.sans(12, QFont::DemiBold), t.text);
    }
    for (QLabel* label : {m_facts, m_now}) {
        label->setFont(m_theme.sans(11.5));
        label->setContentsMargins(0, 0, 0, m_theme.px(10));
        look::setTextColour(*label, t.text2);
    }
}

void NetSide::setTexts()
{
    m_nowTitle->setText(tr("At the playhead"));
    m_mapTitle->setText(tr("Map"));
    m_map->setAccessibleName(tr("Map of the graph"));
    m_map->setToolTip(tr("A click shows that part of the graph"));
    showBox();
    showNow();
}

void NetSide::showBox()
{
    const Diagram& diagram = m_canvas.diagram();
    const Node* box = detail::nodeIn(diagram, m_canvas.state().focused);
    if (box == nullptr || m_canvas.state().trace == nullptr) {
        m_box->setText(tr("No box selected"));
        m_facts->setText(tr("A click selects a box, a double click opens it.").toHtmlEscaped());
        return;
    }
    QStringList lines = box->tip.split(QLatin1Char('\n'));
    m_box->setText(box->tip.isEmpty() ? box->title : lines.takeFirst());
    for (QString& line : lines)
        line = line.toHtmlEscaped();
    m_facts->setText(lines.join(QStringLiteral("<br>")) + timesOf(diagram, *m_canvas.state().trace, *box));
}

/// Shows which box each device runs at the playhead, and how many operations are complete.
void NetSide::showNow()
{
    const detail::PaintState& state = m_canvas.state();
    if (state.trace == nullptr || !isVisible())
        return;
    std::map<engine::DeviceId, QString> running;
    std::size_t done = 0, all = 0;
    for (const Node& node : m_canvas.diagram().nodes) {
        if (node.shape != NodeShape::Layer && node.shape != NodeShape::Cell)
            continue;
        all += node.ops.size();
        for (const engine::OpId op : node.ops) {
            const model::Phase phase = model::phaseAt(state.trace->op(op), state.now);
            done += phase == model::Phase::Done ? 1 : 0;
            if (phase == model::Phase::Running && node.device.isValid())
                running[node.device] = node.kind == Kind::Backward ? tr("%1, backward").arg(node.title) : node.title;
            else if (node.device.isValid())
                running.try_emplace(node.device, QStringLiteral("–"));
        }
    }
    QString rows;
    for (const auto& [device, box] : running)
        rows += rowOf({model::deviceName(*state.trace, device), box});
    rows += rowOf({tr("Done"), tr("%1 of %2")
                                   .arg(QLocale().toString(static_cast<qulonglong>(done)),
                                        QLocale().toString(static_cast<qulonglong>(all)))});
    m_now->setText(QStringLiteral("<table cellspacing=\"0\">%1</table>").arg(rows));
}

}  // namespace ui::graph
