#include "ui/training/epoch_table.h"

#include "engine/analysis/training_difference.h"
#include "engine/trace/imported.h"
#include "ui/charts/series_style.h"
#include "ui/look/format.h"
#include "ui/look/in_language.h"
#include "ui/look/languages.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace ui::training {

namespace {

namespace analysis = engine::analysis;

/// The table shows at most this many runs; the chart shows all.
constexpr std::size_t kMaxRuns = 4;

/// The book's times of a run's epochs. Keys of `book` are "2 GPUs epoch" for the run, and "2 GPUs, epoch 1" or "2 GPU,
/// epoch 1" for one epoch.
QString bookText(const analysis::TrainingRun& run, const QHash<QString, double>& book)
{
    std::vector<double> seconds;
    const auto take = [&](const QString& key) {
        if (const auto found = book.constFind(key); found != book.constEnd())
            seconds.push_back(*found);
    };
    const QString name = QString::fromStdString(run.name);
    take(name + QStringLiteral(" epoch"));
    for (std::size_t e = 1; e <= run.epochs.size(); ++e) {
        const std::size_t before = seconds.size();
        take(QStringLiteral("%1, epoch %2").arg(name, QString::number(e)));
        if (seconds.size() == before)
            take(QStringLiteral("%1 GPU, epoch %2").arg(run.gpus).arg(e));
    }
    if (seconds.empty())
        return {};
    const auto [least, most] = std::minmax_element(seconds.begin(), seconds.end());
    const QString from = QString::number(*least, 'f', 1);
    const QString to = QString::number(*most, 'f', 1);
    return from == to ? QStringLiteral("%1 s").arg(from) : QStringLiteral("%1–%2 s").arg(from, to);
}

/// A run that only simulates times records its accuracy as NaN.
bool isComputed(const std::optional<double>& accuracy)
{
    return accuracy && std::isfinite(*accuracy);
}

QString accuracyText(const std::optional<double>& accuracy)
{
    return isComputed(accuracy) ? QString::number(*accuracy, 'f', 2) : QStringLiteral("–");
}

}  // namespace

EpochTable::EpochTable(const look::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("epochs"));
    look::inLanguage(this, [this] { setAccessibleName(tr("Epochs")); });
    setFocusPolicy(Qt::StrongFocus);
    connect(&theme, &look::Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void EpochTable::show(const analysis::Training& training, const QHash<QString, double>& book,
                      const engine::trace::RunInfo& about)
{
    m_runs.clear();
    m_rows.clear();
    m_hasBook = m_hasAccuracy = false;
    for (std::size_t i = 0; i < std::min(training.runs.size(), kMaxRuns); ++i) {
        const Run run{look::trainingName(training.runs[i].name), bookText(training.runs[i], book)};
        m_hasBook = m_hasBook || !run.book.isEmpty();
        m_runs.push_back(run);
        m_hasAccuracy = m_hasAccuracy || isComputed(training.runs[i].lastAccuracy());
    }
    m_hasSpeed = m_runs.size() == 2 && (!engine::trace::isMeasured(about) ||
                                        analysis::measuredDifference(training, 0, 1) == engine::Difference::Shown);
    m_footnote.clear();
    if (const auto cut = training.cutAt(); cut && cut->count > 0)
        m_footnote = tr("… ended in batch %1 of %2").arg(cut->index + 1).arg(cut->count);
    addRows(training);
    if (m_current >= static_cast<int>(m_rows.size()) - 1)
        m_current = -1;
    setAccessibleDescription(text());
    updateGeometry();
    update();
}

void EpochTable::addRows(const analysis::Training& training)
{
    std::size_t epochs = 0;
    for (std::size_t i = 0; i < m_runs.size(); ++i)
        epochs = std::max(epochs, training.runs[i].epochs.size());
    const auto speedOf = [](engine::Nanoseconds first, engine::Nanoseconds second) {
        if (first.count() <= 0 || second.count() <= 0)
            return Cell{};
        return Cell{look::factorText(engine::toSeconds(first) / engine::toSeconds(second))};
    };
    for (std::size_t e = 0; e < epochs; ++e) {
        Row row{QString::number(e + 1), {}};
        for (std::size_t i = 0; i < m_runs.size(); ++i) {
            const auto& all = training.runs[i].epochs;
            const bool exists = e < all.size();
            row.cells.push_back({!exists            ? QString()
                                 : all[e].isWhole() ? look::durationText(all[e].time())
                                                    : look::durationText(all[e].time()) + QStringLiteral("…")});
            if (m_hasAccuracy)
                row.cells.push_back({exists ? accuracyText(all[e].accuracy) : QString()});
        }
        if (m_hasSpeed) {
            const bool hasBoth = e < training.runs[0].epochs.size() && e < training.runs[1].epochs.size() &&
                                 training.runs[1].epochs[e].isWhole();
            row.cells.push_back(hasBoth ? speedOf(training.runs[0].epochs[e].time(), training.runs[1].epochs[e].time())
                                        : Cell{});
        }
        m_rows.push_back(std::move(row));
    }
    Row total{tr("all"), {}};
    for (std::size_t i = 0; i < m_runs.size(); ++i) {
        total.cells.push_back({look::durationText(training.runs[i].time())});
        if (m_hasAccuracy)
            total.cells.push_back({accuracyText(training.runs[i].lastAccuracy())});
    }
    if (m_hasSpeed)
        total.cells.push_back(training.runs[0].epochs.size() == training.runs[1].epochs.size() &&
                                      training.runs[1].isWhole()
                                  ? speedOf(training.runs[0].time(), training.runs[1].time())
                                  : Cell{});
    m_rows.push_back(std::move(total));
}

QString EpochTable::text() const
{
    QStringList head{tr("epoch")};
    for (const Run& run : m_runs) {
        head << tr("%1 time").arg(run.name);
        if (m_hasAccuracy)
            head << tr("%1 acc").arg(run.name);
    }
    if (m_hasSpeed)
        head << tr("speed");
    QStringList lines{head.join(QLatin1Char('\t'))};
    for (const Row& row : m_rows) {
        QStringList cells{row.name};
        for (const Cell& cell : row.cells)
            cells << cell.text;
        lines << cells.join(QLatin1Char('\t'));
    }
    if (!m_footnote.isEmpty())
        lines << m_footnote;
    return lines.join(QLatin1Char('\n'));
}

int EpochTable::columns() const
{
    return static_cast<int>(m_runs.size()) * columnsOfRun() + (m_hasSpeed ? 1 : 0);
}

double EpochTable::columnWidth() const
{
    const double room = width() - m_theme.px(44 + 12);
    return columns() > 0 ? std::min(m_theme.px(m_hasAccuracy ? 64 : 84) * 1.0, room / columns()) : 0;
}

double EpochTable::headHeight() const
{
    return m_theme.px(m_hasBook ? 54 : 42);
}

/// The width that the texts of the cells usually need.
QSize EpochTable::minimumSizeHint() const
{
    return {m_theme.px(56) + columns() * m_theme.px(m_hasAccuracy ? 52 : 82), 0};
}

QSize EpochTable::sizeHint() const
{
    return {m_theme.px(56) + columns() * m_theme.px(m_hasAccuracy ? 64 : 84),
            static_cast<int>(headHeight() + rowHeight() * static_cast<double>(m_rows.size() + !m_footnote.isEmpty())) +
                m_theme.px(4)};
}

void EpochTable::setCurrent(int epoch)
{
    m_current = epoch;
    update();
}

void EpochTable::mousePressEvent(QMouseEvent* event)
{
    const double y = event->position().y() - headHeight();
    if (y < 0 || m_rows.empty())
        return;
    const int row = static_cast<int>(y / rowHeight());
    if (row + 1 >= static_cast<int>(m_rows.size()))
        return;
    const double x = event->position().x() - m_theme.px(44);
    const double width = std::max(1.0, columnWidth());
    const int run = std::clamp(static_cast<int>(x / (columnsOfRun() * width)), 0, static_cast<int>(m_runs.size()) - 1);
    m_current = row;
    update();
    emit chosen(run, row);
}

void EpochTable::keyPressEvent(QKeyEvent* event)
{
    const int rows = static_cast<int>(m_rows.size()) - 1;
    const int step = event->key() == Qt::Key_Down ? 1 : event->key() == Qt::Key_Up ? -1 : 0;
    if (step == 0 || rows <= 0) {
        QWidget::keyPressEvent(event);
        return;
    }
    m_current = std::clamp(m_current + step, 0, rows - 1);
    update();
    emit chosen(static_cast<int>(m_runs.size()) - 1, m_current);
}

void EpochTable::paintHead(QPainter& painter) const
{
    const auto& tokens = m_theme.tokens();
    const double left = m_theme.px(44);
    const double column = columnWidth();
    painter.setFont(m_theme.sans(10.5));
    painter.setPen(tokens.text3);
    const double low = headHeight() - m_theme.px(20);
    painter.drawText(QRectF(0, low, left, m_theme.px(16)), Qt::AlignLeft | Qt::AlignVCenter, tr("epoch"));
    if (m_hasBook)
        painter.drawText(QRectF(0, m_theme.px(17), left, m_theme.px(14)), Qt::AlignLeft | Qt::AlignVCenter, tr("book"));
    for (std::size_t i = 0; i < m_runs.size(); ++i) {
        const double ofRun = columnsOfRun() * column;
        const QRectF group(left + static_cast<double>(i) * ofRun, 0, ofRun, m_theme.px(18));
        painter.setFont(m_theme.sans(11, QFont::Medium));
        const double width = QFontMetricsF(painter.font()).horizontalAdvance(m_runs[i].name);
        painter.setPen(tokens.text);
        painter.drawText(group.adjusted(0, 0, -m_theme.px(4), 0), Qt::AlignRight | Qt::AlignVCenter, m_runs[i].name);
        const QPixmap marker = charts::markerImage(m_theme, static_cast<int>(i), devicePixelRatioF());
        const QSizeF size = marker.deviceIndependentSize();
        painter.drawPixmap(
            QPointF(group.right() - width - m_theme.px(13) - size.width() / 2, group.center().y() - size.height() / 2),
            marker);
        painter.setFont(m_theme.sans(10.5));
        painter.setPen(tokens.text3);
        if (m_hasBook)
            painter.drawText(QRectF(group.left(), m_theme.px(17), group.width() - m_theme.px(4), m_theme.px(14)),
                             Qt::AlignRight | Qt::AlignVCenter, m_runs[i].book);
        for (int c = 0; c < columnsOfRun(); ++c)
            painter.drawText(QRectF(group.left() + c * column, low, column - m_theme.px(4), m_theme.px(16)),
                             Qt::AlignRight | Qt::AlignVCenter, c == 0 ? tr("time") : tr("acc"));
    }
    if (m_hasSpeed)
        painter.drawText(QRectF(left + (columns() - 1) * column, low, column - m_theme.px(4), m_theme.px(16)),
                         Qt::AlignRight | Qt::AlignVCenter, tr("speed"));
    painter.setPen(QPen(tokens.line, 1));
    painter.drawLine(QPointF(0, headHeight() - 0.5), QPointF(width(), headHeight() - 0.5));
}

void EpochTable::paintEvent(QPaintEvent*)
{
    const auto& tokens = m_theme.tokens();
    QPainter painter(this);
    painter.fillRect(rect(), tokens.panel);
    if (m_runs.empty())
        return;
    paintHead(painter);
    const double left = m_theme.px(44);
    const double column = columnWidth();
    double y = headHeight();
    for (std::size_t r = 0; r < m_rows.size(); ++r, y += rowHeight()) {
        const bool isTotal = r + 1 == m_rows.size();
        const QRectF line(0, y, width(), rowHeight());
        if (static_cast<int>(r) == m_current && !isTotal)
            painter.fillRect(line, tokens.accentSoft);
        const QFont::Weight weight = isTotal ? QFont::Bold : QFont::Normal;
        painter.setFont(isTotal ? m_theme.sans(11.5, weight) : m_theme.mono(11));
        painter.setPen(tokens.text);
        painter.drawText(QRectF(m_theme.px(2), y, left, rowHeight()), Qt::AlignLeft | Qt::AlignVCenter, m_rows[r].name);
        painter.setFont(m_theme.mono(11, weight));
        for (std::size_t c = 0; c < m_rows[r].cells.size(); ++c) {
            painter.drawText(QRectF(left + static_cast<double>(c) * column, y, column - m_theme.px(4), rowHeight()),
                             Qt::AlignRight | Qt::AlignVCenter, m_rows[r].cells[c].text);
        }
        painter.setPen(QPen(tokens.soft, 1));
        painter.drawLine(QPointF(0, y + rowHeight() - 0.5), QPointF(width(), y + rowHeight() - 0.5));
    }
    if (!m_footnote.isEmpty()) {
        painter.setFont(m_theme.sans(10.5));
        painter.setPen(tokens.text3);
        painter.drawText(QRectF(m_theme.px(2), y, width() - m_theme.px(6), rowHeight()),
                         Qt::AlignRight | Qt::AlignVCenter, m_footnote);
    }
    if (!hasFocus())
        return;
    painter.setPen(QPen(tokens.accent, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

}  // namespace ui::training
