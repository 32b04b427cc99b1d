#pragma once

#include "engine/trace/trace.h"
#include "ui/figure/figure.h"
#include "ui/graph/graph_view.h"

#include <QAction>
#include <QObject>
#include <QWidget>
#include <functional>

namespace ui::files {

/// Saves the graph as it is on the screen: as an SVG figure, or as text for Graphviz. Its two commands stand in the
/// File menu; the graph's own menu asks for the same. Thread: GUI.
class GraphFiles : public QObject {
    Q_OBJECT

public:
    struct Parts {
        QWidget& window;
        graph::GraphView& graph;
        std::function<engine::trace::TracePtr()> trace;
        std::function<figure::FigureOptions()> options;
        std::function<QString()> folder;
    };

    explicit GraphFiles(Parts parts, QObject* parent = nullptr);

    [[nodiscard]] const QList<QAction*>& commands() const { return m_commands; }
    /// Without a question; both answer why not. The picture is the view's, with its groups.
    [[nodiscard]] engine::Status writeSvg(const graph::GraphView& view, const QString& path) const;
    [[nodiscard]] engine::Status writeDot(const graph::GraphView& view, const QString& path) const;

signals:
    void savedTo(const QString& path);
    void said(const QString& title, const QString& text, bool isError);

private:
    void save(const graph::GraphView& view, bool isDot);

    Parts m_parts;
    QList<QAction*> m_commands;
};

}  // namespace ui::files
