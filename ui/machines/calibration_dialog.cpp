#include "ui/machines/calibration_dialog.h"

#include "engine/device/machine_file.h"
#include "engine/messages/json.h"
#include "engine/messages/messages.h"
#include "ui/look/format.h"
#include "ui/look/in_language.h"
#include "ui/look/languages.h"

#include <QBoxLayout>
#include <QDir>
#include <QEvent>
#include <QFile>
#include <QFileInfo>
#include <QHeaderView>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QTableWidget>

#include <cmath>
#include <string_view>

namespace ui::machines {

namespace {

constexpr int kColumns = 4;
constexpr int kPatience = 3000;  // milliseconds for the process to end before it is killed

QString signedPercent(double share)
{
    return QStringLiteral("%1%2 %").arg(share < 0 ? QStringLiteral("−") : QStringLiteral("+"),
                                        QString::number(100 * std::abs(share), 'f', 1));
}

}  // namespace

CalibrationDialog::CalibrationDialog(look::Theme& theme, CalibrationTools tools, QWidget* parent)
    : QDialog(parent), m_theme(theme), m_tools(std::move(tools))
{
    setObjectName(QStringLiteral("calibration"));
    build();
    connect(&m_process, &QProcess::readyReadStandardError, this, &CalibrationDialog::readProgress);
    connect(&m_process, &QProcess::finished, this, &CalibrationDialog::onEnded);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error != QProcess::FailedToStart)
            return;
        m_last = engine::Message(m_process.errorString().toStdString());
        setState(State::Failed);
    });
    connect(&m_theme, &look::Theme::changed, this, &CalibrationDialog::restyle);
    restyle();
    setState(State::Ready);
    look::inLanguage(this, [this] { setTexts(); });
}

CalibrationDialog::~CalibrationDialog()
{
    if (!isMeasuring())
        return;
    m_process.disconnect(this);
    m_process.terminate();
    if (!m_process.waitForFinished(kPatience))
        m_process.kill();
}

void CalibrationDialog::build()
{
    auto* column = new QVBoxLayout(this);
    m_heading = new QLabel(this);
    m_heading->setObjectName(QStringLiteral("calibrationHeading"));
    m_intro = new QLabel(this);
    m_intro->setWordWrap(true);
    m_now = new QLabel(this);
    m_now->setObjectName(QStringLiteral("calibrationItem"));
    m_bar = new QProgressBar(this);
    m_bar->setRange(0, 100);
    m_bar->setTextVisible(false);
    m_table = new QTableWidget(0, kColumns, this);
    m_table->setObjectName(QStringLiteral("heldOutTable"));
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionMode(QAbstractItemView::NoSelection);
    m_table->setFocusPolicy(Qt::TabFocus);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->setWordWrap(false);  // otherwise rows would get several lines before the columns have their widths
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_verdict = new QLabel(this);
    m_verdict->setWordWrap(true);
    m_verdict->setObjectName(QStringLiteral("calibrationVerdict"));
    auto* row = new QHBoxLayout;
    m_start = new QPushButton(this);
    m_start->setObjectName(QStringLiteral("calibrationStart"));
    m_start->setDefault(true);
    m_close = new QPushButton(this);
    m_close->setAutoDefault(false);
    row->addStretch(1);
    row->addWidget(m_start);
    row->addWidget(m_close);
    column->addWidget(m_heading);
    for (QWidget* widget : {static_cast<QWidget*>(m_intro), static_cast<QWidget*>(m_now), static_cast<QWidget*>(m_bar),
                            static_cast<QWidget*>(m_table), static_cast<QWidget*>(m_verdict)})
        column->addWidget(widget);
    column->addStretch(1);
    column->addLayout(row);
    connect(m_start, &QPushButton::clicked, this, [this] { isMeasuring() ? stop() : start(); });
    connect(m_close, &QPushButton::clicked, this, &QDialog::close);
}

void CalibrationDialog::restyle()
{
    resize(m_theme.px(560), m_theme.px(310));
    layout()->setSpacing(m_theme.px(10));
    layout()->setContentsMargins(m_theme.px(20), m_theme.px(18), m_theme.px(20), m_theme.px(16));
    m_heading->setFont(m_theme.sans(15, QFont::DemiBold));
    m_intro->setFont(m_theme.sans(12.5));
    m_now->setFont(m_theme.sans(12.5, QFont::DemiBold));
    m_verdict->setFont(m_theme.sans(12.5));
    m_table->setFont(m_theme.sans(12));
    m_table->horizontalHeader()->setFont(m_theme.sans(12));
    m_bar->setFixedHeight(m_theme.px(10));
    for (QPushButton* button : {m_start, m_close})
        button->setFont(m_theme.sans(12.5));
}

void CalibrationDialog::setState(State state)
{
    m_state = state;
    const bool isAtWork = state == State::Measuring || state == State::Stopping;
    m_bar->setVisible(isAtWork);
    m_now->setVisible(isAtWork || state == State::Failed);
    m_table->setVisible(state == State::Done && m_table->rowCount() > 0);
    m_verdict->setVisible(state == State::Done);
    m_start->setEnabled(state != State::Stopping);
    if (state == State::Measuring)
        m_bar->setValue(0);
    setTexts();
}

/// Sets all texts of the dialog in the current language.
void CalibrationDialog::setTexts()
{
    setWindowTitle(tr("Calibrate this computer"));
    m_heading->setText(windowTitle());
    m_intro->setText(
        tr("Measures processor, memory and GPUs, and the cost of issuing operations, in less than a minute. The result "
           "is a virtual machine that predicts this computer. Other running programs make every time too long; close "
           "them first."));
    m_bar->setAccessibleName(tr("Progress of the calibration"));
    m_table->setAccessibleName(tr("Programs not used in the calibration"));
    m_table->setHorizontalHeaderLabels({tr("Held-out program"), tr("Predicted"), tr("Measured"), tr("Error")});
    m_table->horizontalHeaderItem(0)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_close->setText(tr("Close"));
    m_start->setText(isMeasuring() ? tr("Stop") : m_state == State::Ready ? tr("Calibrate") : tr("Calibrate again"));
    switch (m_state) {
        case State::Measuring:
            m_now->setText(m_item.empty()
                               ? tr("Starting…")
                               : tr("%1 · about %n s left", nullptr, m_seconds).arg(look::messageText(m_item)));
            break;
        case State::Stopping:
            m_now->setText(tr("Stopping…"));
            break;
        case State::Failed:
            m_now->setText(m_wasStopped ? look::messageText(m_last)
                                        : tr("Nothing was written: %1").arg(look::messageText(m_last)));
            break;
        case State::Done:
            m_verdict->setText(verdict());
            break;
        case State::Ready:
            break;
    }
}

QString CalibrationDialog::verdict() const
{
    const QString text = !m_worst
                             ? tr("The new machine is in the list of machines; no prediction was made to check it.")
                             : tr("The new machine is in the list of machines. Programs that were not used for the "
                                  "calibration were predicted with an error of at most %1.")
                                   .arg(look::percentText(*m_worst));
    return m_busy.empty() ? text : text + QLatin1Char('\n') + look::messageText(m_busy);
}

void CalibrationDialog::start()
{
    if (isMeasuring())
        return;
    m_item = m_last = m_busy = {};
    m_wasStopped = false;
    if (!QDir().mkpath(QFileInfo(m_tools.file).path())) {
        m_last =
            engine::Message(tr("The folder %1 cannot be created.").arg(QFileInfo(m_tools.file).path()).toStdString());
        return setState(State::Failed);
    }
    m_process.start(m_tools.program,
                    {QStringLiteral("calibrate"), QStringLiteral("-o"), m_tools.file, QStringLiteral("--json")});
    setState(State::Measuring);
}

void CalibrationDialog::stop()
{
    if (!isMeasuring())
        return;
    m_process.terminate();
    m_wasStopped = true;
    setState(State::Stopping);
}

void CalibrationDialog::showReport(engine::Message message, const QJsonValue& percent, const QJsonValue& seconds)
{
    if (percent.isUndefined()) {
        if (message.text() == engine::messages::row("calibrate.others-at-work") ||
            message.text() == engine::messages::row("calibrate.no-trial"))
            m_busy = message;
        m_last = std::move(message);
        return;
    }
    m_bar->setValue(percent.toInt());
    m_seconds = seconds.toInt();
    m_item = std::move(message);
}

void CalibrationDialog::readProgress()
{
    for (const QByteArray& bytes : m_process.readAllStandardError().split('\n')) {
        QString line = QString::fromUtf8(bytes).trimmed();
        if (const QJsonObject json = QJsonDocument::fromJson(bytes).object(); !json.isEmpty()) {
            const QJsonValue message = json[QLatin1String("message")];
            const QByteArray text = message.isObject() ? QJsonDocument(message.toObject()).toJson() : QByteArray();
            showReport(engine::messages::fromJson(text.toStdString())
                           .value_or(engine::Message(message.toString().toStdString())),
                       json[QLatin1String("percent")], json[QLatin1String("seconds")]);
            continue;
        }
        if (line.startsWith(QLatin1String("overlap-run: ")))
            line = line.mid(13);
        if (!line.isEmpty())
            m_last = engine::Message(line.toStdString());
    }
    setTexts();
}

void CalibrationDialog::onEnded(int code, QProcess::ExitStatus status)
{
    readProgress();
    if (status != QProcess::NormalExit || code != 0)
        return setState(State::Failed);
    showResult(m_tools.file);
    if (m_state == State::Done)
        emit finished(m_tools.file);
}

void CalibrationDialog::addRow(const QString& name, double predicted, double measured)
{
    const QStringList cells{name, look::benchmarkText(predicted), look::benchmarkText(measured),
                            signedPercent(measured > 0 ? predicted / measured - 1 : 0)};
    const int row = m_table->rowCount();
    m_table->setRowCount(row + 1);
    for (int column = 0; column < kColumns; ++column) {
        auto* item = new QTableWidgetItem(cells[column]);
        item->setTextAlignment(column == 0 ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignRight | Qt::AlignVCenter);
        m_table->setItem(row, column, item);
    }
}

void CalibrationDialog::showResult(const QString& path)
{
    const auto machine = engine::device::readMachine(QFile::encodeName(path).toStdString());
    if (!machine) {
        m_last = machine.error().message;
        return setState(State::Failed);
    }
    m_table->setRowCount(0);
    for (const engine::device::ValidationRun& one : machine->heldOut)
        addRow(QString::fromStdString(one.program), one.predicted, one.measured);
    fitTable();
    m_worst = engine::device::heldOutErrorOf(*machine);
    setState(State::Done);
}

/// Fits the table's height to its rows; empty space below them would look like missing results.
void CalibrationDialog::fitTable()
{
    m_table->resizeRowsToContents();
    int height = m_table->horizontalHeader()->sizeHint().height() + 2 * m_table->frameWidth();
    for (int row = 0; row < m_table->rowCount(); ++row)
        height += m_table->rowHeight(row);
    m_table->setFixedHeight(height);
}

/// Escape and the close button also stop measuring.
void CalibrationDialog::reject()
{
    stop();
    QDialog::reject();
}

}  // namespace ui::machines
