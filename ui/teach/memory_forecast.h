#pragma once

#include "engine/analysis/forecast.h"
#include "ui/runs/workbench.h"

#include <QObject>
#include <QPointer>
#include <QToolButton>
#include <QWidget>
#include <vector>

namespace ui::teach {

/// What a run would take of memory: a sentence, and per device a bar against its capacity. Thread: GUI.
class ForecastStrip : public QWidget {
    Q_OBJECT

public:
    struct Row {
        QString device;  ///< "GPU 0"
        QString text;    ///< "3.75 of 3.82 GiB"
        engine::analysis::DeviceForecast forecast;
        bool isRefused = false;
    };

    explicit ForecastStrip(const look::Theme& theme, QWidget* parent = nullptr);

    void show(const QString& title, const QString& sentence, std::vector<Row> rows);
    /// All that is written on it, line by line.
    [[nodiscard]] QString text() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void restyle();
    void paintRow(QPainter& painter, const Row& row, const QRectF& place) const;
    [[nodiscard]] bool isRefused() const;

    const look::Theme& m_theme;
    QToolButton* m_close = nullptr;
    QString m_title;
    QString m_sentence;
    std::vector<Row> m_rows;
};

/// Before a run, while nothing of it is on the screen: what its model says of memory, and at which operation it would
/// end. The modelled run is carried out in the background, with times only; it tells nothing but memory. Thread: GUI.
class MemoryForecast : public QObject {
    Q_OBJECT

public:
    explicit MemoryForecast(const runs::Workbench& bench) : m_bench(bench) {}

    /// `request` must name a virtual machine, `label` is what it is called. A newer question replaces an older one.
    void ask(engine::frontend::RunRequest request, const QString& label);
    /// A run is on its way, or another program: the strip goes, and an answer that is still to come is dropped.
    void clear();
    /// Null before the first forecast.
    [[nodiscard]] ForecastStrip* strip() const { return m_strip; }

signals:
    void shown();

private:
    void show(const engine::trace::Trace& trace, const QString& label);

    runs::Workbench m_bench;
    QPointer<ForecastStrip> m_strip;
    quint64 m_question = 0;
};

/// "It will be refused at product 45, line 15: 62 MiB in one piece are not there.", or that all of it fits.
[[nodiscard]] QString forecastText(const engine::trace::Trace& trace, const engine::analysis::MemoryForecast& forecast);

}  // namespace ui::teach
