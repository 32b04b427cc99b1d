#pragma once

#include "engine/analysis/forecast.h"
#include "ui/runs/workbench.h"

#include <QObject>
#include <QPointer>
#include <QToolButton>
#include <QWidget>
#include <functional>
#include <vector>

namespace ui::teach {

/// Shows the memory that a run would need: a sentence, and per device a bar against its capacity. Thread: GUI.
class ForecastStrip : public QWidget {
    Q_OBJECT

public:
    struct Row {
        QString device;  ///< "GPU 0"
        QString text;    ///< "3.75 GiB of 3.82 GiB"
        engine::analysis::MemoryPeaks forecast;
        bool isRefused = false;
    };

    struct Content {
        QString title;
        QString sentence;
        std::vector<Row> rows;
    };

    explicit ForecastStrip(const look::Theme& theme, QWidget* parent = nullptr);

    /// Shows the content that `make` returns in the current language; calls it again when the language changes.
    void show(std::function<Content()> make);
    /// All texts of the strip, one per line.
    [[nodiscard]] QString text() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void setTexts();
    void restyle();
    void paintRow(QPainter& painter, const Row& row, const QRectF& place) const;
    [[nodiscard]] bool isRefused() const;

    const look::Theme& m_theme;
    QToolButton* m_close = nullptr;
    std::function<Content()> m_make;
    Content m_content;
};

/// Before a run, shows the memory that the run would need on a virtual machine, and the operation at which it would run
/// out of memory. The run on the virtual machine executes in the background, without values; only its memory is shown.
/// Thread: GUI.
class MemoryForecast : public QObject {
    Q_OBJECT

public:
    /// The forecasts that are shown: all, or only those of runs that would be refused memory.
    enum class Shows : std::uint8_t { All, Refusals };

    explicit MemoryForecast(const runs::Workbench& bench) : m_bench(bench) {}

    /// `request` must name a virtual machine; `label` returns the machine's name in the current language. A new request
    /// replaces a pending one.
    void ask(engine::frontend::RunRequest request, std::function<QString()> label, Shows shows);
    /// Deletes the strip and drops a pending forecast. Called when a run starts or another program is opened.
    void clear();
    /// Returns null if no forecast is shown.
    [[nodiscard]] ForecastStrip* strip() const { return m_strip; }

signals:
    void shown();

private:
    void show(const engine::trace::TracePtr& trace, std::function<QString()> label);

    runs::Workbench m_bench;
    QPointer<ForecastStrip> m_strip;
    quint64 m_question = 0;
};

/// "Out of memory at product 45, line 15: it needs 62.00 MiB in one block.", or a sentence that everything fits.
[[nodiscard]] QString forecastText(const engine::trace::Trace& trace, const engine::analysis::MemoryForecast& forecast);

}  // namespace ui::teach
