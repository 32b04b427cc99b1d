#pragma once

#include "ui/figure/figure.h"
#include "ui/files/note_keeper.h"
#include "ui/files/session.h"
#include "ui/graph/graph_view.h"
#include "ui/runs/compare_control.h"
#include "ui/runs/workbench.h"

#include <functional>

namespace ui::files {

/// The run on the screen as a figure, in a file or on the clipboard; the graph as a file of its own. Thread: GUI.
class FigureFiles : public QObject {
    Q_OBJECT

public:
    struct Parts {
        Session& session;
        runs::CompareControl& compare;
        graph::GraphView& graph;
        NoteKeeper& notes;
        /// Adds what only the window has: sync points of the listing, the run before the change of a lesson.
        std::function<void(figure::FigureOptions&)> complete;
        /// The change of a lesson is on the screen: the figure shows it beside the run before.
        std::function<bool()> hasAnswered;
    };
    FigureFiles(const runs::Workbench& bench, const Parts& parts);

private:
    enum class GraphFormat : std::uint8_t { Svg, Dot };
    using Figure = std::pair<engine::trace::TracePtr, figure::FigureOptions>;

    [[nodiscard]] figure::FigureOptions options() const;
    /// The run of the figure, and how it is drawn: of an open comparison the second run, beside the first.
    [[nodiscard]] Figure figure() const;
    void exportFigure();
    void copyFigure();
    void addGraphCommand(const char* name, const char* text, const char* tip, GraphFormat format);
    /// Saves a graph as it is shown, with its groups.
    void saveGraph(const graph::GraphView& view, GraphFormat format);
    void rememberFolder(const QString& path);

    runs::Workbench m_bench;
    Parts m_parts;
};

}  // namespace ui::files
