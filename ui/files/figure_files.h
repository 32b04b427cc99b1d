#pragma once

#include "ui/compare/compare_scene.h"
#include "ui/figure/figure.h"
#include "ui/figure/outputs.h"
#include "ui/files/note_keeper.h"
#include "ui/files/session.h"
#include "ui/graph/graph_view.h"
#include "ui/run_choice/compare_control.h"
#include "ui/runs/workbench.h"

#include <functional>
#include <vector>

namespace ui::files {

/// Sets `options` to a figure of the comparison with all its texts: run A above; run B below, as the figure's own run.
void showComparison(const compare::ComparedPair& pair, figure::FigureOptions& options);

/// Saves or copies the run on the screen as a figure, and saves the graph as a separate file. Thread: GUI.
class FigureFiles : public QObject {
    Q_OBJECT

public:
    struct Parts {
        Session& session;
        run_choice::CompareControl& compare;
        graph::GraphView& graph;
        NoteKeeper& notes;
        /// Adds the options that only the window can supply: the sync points of the listing, and the previous run (in a
        /// lesson, the run before the user's answer).
        std::function<void(figure::FigureOptions&)> complete;
        /// Returns whether the figure may show the previous run beside the current one: yes if no lesson is open, or if
        /// the question of the lesson's step has been answered.
        std::function<bool()> mayCompare;
    };
    FigureFiles(const runs::Workbench& bench, const Parts& parts);

private:
    enum class GraphFormat : std::uint8_t { Svg, Dot };
    using Figure = std::pair<engine::trace::TracePtr, figure::FigureOptions>;

    [[nodiscard]] figure::FigureOptions options() const;
    /// The run of the figure, and how to draw it. While a comparison is open, the run is the comparison's second one,
    /// which is drawn beside the first.
    [[nodiscard]] Figure figure() const;
    void exportFigure();
    void openDialog(const engine::trace::TracePtr& trace, figure::FigureOptions options, QWidget& window);
    void copyFigure();
    void addGraphCommand(const char* name, const char* text, const char* tip, GraphFormat format);
    /// Saves a graph with its groups open or closed as on the screen.
    void saveGraph(const graph::GraphView& view, GraphFormat format);
    void rememberFolder(const QString& path);

    /// The choices made when the export dialog last saved.
    struct ExportChoice {
        std::vector<figure::Output> outputs{figure::Output::Svg};
        figure::Preset preset = figure::Preset::Slide;
        figure::Colours colours = figure::Colours::Colour;
    };

    runs::Workbench m_bench;
    Parts m_parts;
    ExportChoice m_chosen;
};

}  // namespace ui::files
