#pragma once

#include "engine/analysis/pipeline.h"
#include "engine/analysis/training.h"
#include "ui/charts/plot.h"
#include "ui/look/theme.h"
#include "ui/model/time_range.h"
#include "ui/model/trace_feed.h"

#include <QAction>
#include <QTimer>
#include <QWidget>
#include <functional>
#include <vector>

namespace ui::charts {
class Chart;
}

namespace ui::training {

class EpochTable;
class PipelinePanel;
class TrainingHeader;

/// The pane of charts below the timeline: accuracy and loss beside the table of epochs, sweeps, live batches, and the
/// book's model of front end and back end with sliders. Shows only charts for which the run has data. Updates at most
/// five times per second during a live run. Thread: GUI.
class TrainingPane : public QWidget {
    Q_OBJECT

public:
    TrainingPane(look::Theme& theme, model::TraceFeed& feed, QWidget* parent = nullptr);

    /// Whether the run has data for a chart.
    [[nodiscard]] bool hasContent() const { return !m_pages.empty(); }
    /// Whether the pane opens without a click. It opens if it has a chart of results. If the pipeline model is the only
    /// chart, the pane opens unless the memory rows are informative and need the height. For a run of several ranks
    /// that only simulated times, it stays closed, because the rows of the ranks need the height.
    [[nodiscard]] bool opensItself() const;
    [[nodiscard]] const engine::analysis::Training& training() const { return m_training; }
    [[nodiscard]] QStringList pages() const;
    void setPage(int page);
    /// Sets a function that describes a parameter and its value; without it the pane shows both as the run stores them.
    void setParameterWords(std::function<QString(const std::string& name, const std::string& value)> words);
    /// Like TrainingHeader::setValuesCommand().
    void setValuesCommand(QAction& command);
    [[nodiscard]] const charts::Plot& plot() const;
    [[nodiscard]] EpochTable& table() { return *m_table; }

signals:
    void contentChanged();
    /// Emitted when the user chose an epoch; the window should show its time range.
    void rangeWanted(const ui::model::TimeRange& range);

protected:
    void paintEvent(QPaintEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    enum class Kind : std::uint8_t { Training, Plot, Pipeline };
    struct Page {
        Kind kind = Kind::Plot;
        QString title;
        charts::Plot plot;
    };

    void build();
    [[nodiscard]] bool isLong() const;
    void onReplaced();
    void onExtended();
    void refresh();
    void showPage();
    void choosePlace(double x);
    void chooseEpoch(int run, int epoch);
    void exportPlot();
    [[nodiscard]] QString parameterText() const;
    void restyle();

    look::Theme& m_theme;
    model::TraceFeed& m_feed;
    QTimer m_pause;
    QTimer m_late;  ///< active while the scan of a long run is deferred; starts the scan on timeout
    bool m_scansAll = false;
    engine::analysis::Training m_training;
    std::vector<Page> m_pages;
    int m_page = 0;
    std::function<QString(const std::string& name, const std::string& value)> m_parameterWords;
    TrainingHeader* m_header = nullptr;
    charts::Chart* m_plot = nullptr;
    EpochTable* m_table = nullptr;
    PipelinePanel* m_pipeline = nullptr;
    QWidget* m_line = nullptr;
    QString m_program;
};

}  // namespace ui::training
