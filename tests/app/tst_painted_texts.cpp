#include "app/desktop/setup.h"
#include "engine/frontend/detail/program_file.h"
#include "tests/app/program_cases.h"
#include "tests/source_dir.h"
#include "tests/ui/drawing/text_probe.h"
#include "ui/drawing/overlay_painter.h"
#include "ui/drawing/scene_painter.h"
#include "ui/figure/figure.h"
#include "ui/listing/program_pane.h"
#include "ui/shell/main_window.h"
#include "ui/shell/panes.h"
#include "ui/timeline/timeline_view.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QLabel>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>

using namespace ui::files;
using namespace ui::shell;
using tests::PaintedText;
using tests::TextProbe;
using ui::look::Language;

namespace {

constexpr int kLong = 120'000;  // sanitizers are slow; nothing below sleeps
constexpr std::size_t kSampled = 6;

/// The texts that one widget paints, without its children; in pixels of the widget.
std::vector<PaintedText> textsOf(QWidget& widget)
{
    TextProbe probe(widget.size());
    widget.render(&probe, QPoint(), QRegion(), QWidget::RenderFlags());
    return probe.texts();
}

/// Whether the user can scroll to the hidden part of the widget; rows at its edge may then be cut.
bool isScrolled(const QWidget& widget)
{
    if (QByteArray(widget.metaObject()->className()).endsWith("Canvas") ||
        widget.objectName() == QLatin1String("timeline"))
        return true;
    for (const QWidget* parent = &widget; parent != nullptr; parent = parent->parentWidget())
        if (qobject_cast<const QAbstractScrollArea*>(parent) != nullptr)
            return true;
    return false;
}

/// Describes the faults of the texts of the timeline, which the window paints into a buffer, with the playhead at
/// several times.
QStringList faultsOfTimeline(MainWindow& window)
{
    constexpr int kMoments = 6;
    ui::timeline::TimelineView& view = window.bench().timeline;
    const ui::drawing::Scene& scene = view.scene();
    const engine::Nanoseconds before = scene.playhead.time;
    QStringList faults;
    for (int i = 0; i <= kMoments; ++i) {
        view.movePlayhead(scene.range.begin + scene.range.length() * i / kMoments);
        TextProbe probe(view.size());
        QPainter painter(&probe);
        paintMarks(painter, scene, paintContent(painter, scene));
        paintOverlay(painter, scene);
        painter.end();
        for (const QString& fault :
             tests::faultsOf(probe.visibleTexts()) + tests::crossingsOf(probe, scene.theme->tokens().plot))
            faults << QStringLiteral("timeline, playhead %1 of %2: ").arg(i).arg(kMoments) + fault;
    }
    view.movePlayhead(before);
    return faults;
}

/// Describes the faults of the texts of a run as a slide and as a printed page.
QStringList faultsOfFigures(MainWindow& window)
{
    QStringList faults;
    for (const bool isPage : {false, true}) {
        ui::figure::FigureOptions options;
        options.context = window.bench().feed.context();
        options.preset = isPage ? ui::figure::Preset::Page178mm : ui::figure::Preset::Slide;
        options.showListing = !isPage;
        options.showMemory = options.showBookResults = isPage;
        const engine::trace::Trace& trace = *window.bench().feed.trace();
        TextProbe probe(figureSize(trace, options).toSize());
        QPainter painter(&probe);
        paintFigure(painter, trace, options);
        painter.end();
        for (const QString& fault : tests::faultsOf(probe.visibleTexts()) + tests::crossingsOf(probe, Qt::white))
            faults << (isPage ? QStringLiteral("page: ") : QStringLiteral("slide: ")) + fault;
    }
    return faults;
}

/// A program in one dialect and language, in a window of one size.
struct Case {
    QString program;
    engine::frontend::Dialect dialect = engine::frontend::Dialect::Torch;
    Language language = Language::English;
    QSize size;

    [[nodiscard]] QString name() const
    {
        return QStringLiteral("%1, dialect %2, language %3, %4 x %5")
            .arg(program)
            .arg(static_cast<int>(dialect))
            .arg(static_cast<int>(language))
            .arg(size.width())
            .arg(size.height());
    }
};

}  // namespace

/// Every text that the window paints lies within its place and overlaps no other text; the tooltip of a shortened text
/// contains all of it.
class TestPaintedTexts : public QObject {
    Q_OBJECT

private slots:
    void cutAndOverlappingTextsAreFound();
    void linesThroughTextsAreFound();
    void noPaintedTextIsCutOrCovered();

private:
    [[nodiscard]] static std::vector<Case> cases();
    [[nodiscard]] static QStringList faultsOfWidget(QWidget& widget);
    [[nodiscard]] static QStringList faultsOfWindow(MainWindow& window);
};

/// Checks the checker: it must find faults in windows that have them.
void TestPaintedTexts::cutAndOverlappingTextsAreFound()
{
    TextProbe probe({200, 100});
    QPainter painter(&probe);
    painter.drawText(QPointF(10, 20), QStringLiteral("first text"));
    painter.drawText(QPointF(14, 22), QStringLiteral("second text"));
    painter.setClipRect(QRectF(0, 50, 30, 50));
    painter.drawText(QPointF(10, 70), QStringLiteral("a text that is cut"));
    painter.end();

    const QStringList faults = tests::faultsOf(probe.texts());

    QCOMPARE(probe.texts().size(), std::size_t{3});
    QVERIFY2(faults.join('\n').contains(QStringLiteral("lies on")), qPrintable(faults.join('\n')));
    QVERIFY2(faults.join('\n').contains(QStringLiteral("is cut")), qPrintable(faults.join('\n')));
    QCOMPARE(faults.size(), 2);
    QCOMPARE(tests::cutsOf(probe.texts(), QRectF(0, 0, 200, 100)).size(), 0);
    QCOMPARE(tests::cutsOf(probe.texts(), QRectF(0, 0, 200, 16)).size(), 2);
}

void TestPaintedTexts::linesThroughTextsAreFound()
{
    TextProbe probe({200, 100});
    QPainter painter(&probe);
    painter.drawLine(QPointF(30, 0), QPointF(30, 100));
    painter.fillRect(QRectF(10, 5, 100, 20), Qt::white);
    painter.drawText(QPointF(10, 20), QStringLiteral("text on a plate"));
    painter.drawText(QPointF(10, 40), QStringLiteral("text on a line"));
    painter.drawText(QPointF(10, 60), QStringLiteral("struck out"));
    painter.drawLine(QPointF(0, 56), QPointF(200, 56));
    painter.drawLine(QPointF(0, 64), QPointF(200, 64));
    painter.end();

    const QString faults = tests::crossingsOf(probe, Qt::white).join('\n');

    QCOMPARE(tests::crossingsOf(probe, Qt::white).size(), 3);
    QVERIFY2(faults.contains(QStringLiteral("behind \"text on a line\"")), qPrintable(faults));
    QVERIFY2(faults.contains(QStringLiteral("behind \"struck out\"")), qPrintable(faults));
    QVERIFY2(faults.contains(QStringLiteral("across \"struck out\"")), qPrintable(faults));
}

std::vector<Case> TestPaintedTexts::cases()
{
    std::vector<Case> all;
    const auto programs = engine::frontend::readWorkloads(tests::inSource("resources/workloads"));
    if (!programs)
        qFatal("no programs");
    for (const auto& program : *programs)
        for (const auto& [dialect, source] : program.sources)
            for (const Language language : {Language::English, Language::Chinese, Language::Korean})
                for (const QSize size : {QSize(1024, 700), QSize(1440, 900)})
                    all.push_back({QString::fromStdString(program.id), dialect, language, size});
    return sampled(std::move(all), kSampled);
}

/// Describes the faults of the texts that one widget paints itself.
QStringList TestPaintedTexts::faultsOfWidget(QWidget& widget)
{
    const std::vector<PaintedText> texts = textsOf(widget);
    QStringList faults;
    if (!isScrolled(widget))
        faults = tests::cutsOf(texts, widget.visibleRegion().boundingRect());
    const bool isText = qobject_cast<QLabel*>(&widget) != nullptr || qobject_cast<QAbstractButton*>(&widget) != nullptr;
    for (const PaintedText& one : texts) {
        if (!isText || !one.text.endsWith(QChar(0x2026)))
            continue;
        const QString start = one.text.chopped(1).trimmed();
        const QString full = widget.property("text").toString().remove(QLatin1Char('&'));
        if (!full.contains(one.text) && !widget.toolTip().contains(start))
            faults << QStringLiteral("\"%1\" is shortened, and its tooltip is \"%2\"").arg(one.text, widget.toolTip());
    }
    for (QString& fault : faults)
        fault = QStringLiteral("%1 (%2): %3")
                    .arg(QString::fromLatin1(widget.metaObject()->className()), widget.objectName(), fault);
    return faults;
}

QStringList TestPaintedTexts::faultsOfWindow(MainWindow& window)
{
    TextProbe first(window.size()), whole(window.size());
    window.render(&first);  // sends pending resize events, after which a bar may request another layout
    QCoreApplication::processEvents();
    window.render(&whole);
    QStringList faults = tests::faultsOf(whole.texts());
    for (QWidget* widget : window.findChildren<QWidget*>())
        if (widget->isVisible() && !widget->visibleRegion().isEmpty())
            faults += faultsOfWidget(*widget);
    return faults;
}

void TestPaintedTexts::noPaintedTextIsCutOrCovered()
{
    ui::look::Languages languages;
    ui::look::Theme theme;
    Setup setup = app::makeSetup();
    setup.languages = &languages;
    Session session;
    session.hasReducedMotion = true;
    session.hasFlipped = true;                 // hides the first callout, which may cover a line number
    MainWindow window(theme, setup, session);  // one for all cases: a process can start Python only once
    window.show();
    QStringList faults;
    for (const Case& one : cases()) {
        languages.choose(one.language);
        theme.setLanguage(languages.shown());
        window.resize(one.size);
        window.openProgram(one.program);
        window.bench().document.listing().setDialect(one.dialect);
        QTRY_VERIFY_WITH_TIMEOUT(window.desk().isSettled() && !window.bench().controller.isBusy(), kLong);
        for (int i = 0; i < 5; ++i)  // a layout may request another layout
            QCoreApplication::processEvents();
        for (const QString& fault : faultsOfWindow(window) + faultsOfTimeline(window) + faultsOfFigures(window))
            qWarning().noquote() << faults.emplace_back(one.name() + QStringLiteral(": ") + fault);
    }
    QVERIFY2(faults.isEmpty(), qPrintable(QString::number(faults.size()) + QStringLiteral(" faults")));
}

QTEST_MAIN(TestPaintedTexts)
#include "tst_painted_texts.moc"
