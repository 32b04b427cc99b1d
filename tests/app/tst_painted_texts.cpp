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
#include <QMap>
#include <QPainter>
#include <QRegularExpression>
#include <QSet>
#include <QTest>
#include <algorithm>
#include <cstdio>
#include <utility>

using namespace ui::files;
using namespace ui::shell;
using tests::PaintedText;
using tests::TextProbe;
using ui::look::Language;

namespace {

constexpr int kLong = 600'000;  // ms; timeout that is long enough for a loaded machine
constexpr std::size_t kSampled = 6;

/// The texts that a widget paints, without those of its children. Positions are in pixels of the widget.
std::vector<PaintedText> textsOf(QWidget& widget)
{
    TextProbe probe(widget.size());
    widget.render(&probe, QPoint(), QRegion(), QWidget::RenderFlags());
    return probe.texts();
}

/// The texts of a window and its children once no layout is pending. A layout may request another layout.
std::vector<PaintedText> settledTexts(QWidget& window)
{
    constexpr int kMost = 10;
    const auto isSame = [](const PaintedText& one, const PaintedText& other) {
        return one.text == other.text && one.shown == other.shown;
    };
    std::vector<PaintedText> texts, before;
    for (int i = 0; i < kMost; ++i) {
        QCoreApplication::processEvents();
        TextProbe probe(window.size());
        window.render(&probe);
        before = std::exchange(texts, probe.texts());
        if (std::ranges::equal(texts, before, isSame))
            break;
    }
    return texts;
}

QString nameOf(const QWidget& widget)
{
    return QStringLiteral("%1 (%2)").arg(QString::fromLatin1(widget.metaObject()->className()), widget.objectName());
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

/// Describes the faults of texts in the timeline, with the playhead at several times. Paints the timeline's scene
/// directly, because the window paints it into a buffer.
QStringList faultsOfTimeline(MainWindow& window)
{
    constexpr int kMoments = 6;
    ui::timeline::TimelineView& view = window.bench().timeline;
    const ui::drawing::Scene& scene = view.scene();
    const engine::Nanoseconds before = scene.playhead.time;
    QStringList faults;
    for (int i = 0; i <= kMoments; ++i) {
        window.bench().playhead.setTime(scene.range.begin + scene.range.length() * i / kMoments);
        TextProbe probe(view.size());
        QPainter painter(&probe);
        std::vector<QRectF> texts;
        const ui::drawing::Surface surface(painter, &texts);
        paintMarks(surface, scene, paintContent(surface, scene));
        paintOverlay(surface, scene);
        painter.end();
        for (const QString& fault :
             tests::faultsOf(probe.visibleTexts()) + tests::crossingsOf(probe, scene.theme->tokens().plot))
            faults << QStringLiteral("timeline, playhead %1 of %2: ").arg(i).arg(kMoments) + fault;
    }
    window.bench().playhead.setTime(before);
    return faults;
}

/// Describes the faults of texts in two figures of a run: a slide and a printed page.
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

    [[nodiscard]] bool isOfSameRun(const Case& other) const
    {
        return program == other.program && dialect == other.dialect;
    }
    [[nodiscard]] QString name() const
    {
        return QStringLiteral("%1.%2, %3, %4 x %5")
            .arg(program,
                 dialect == engine::frontend::Dialect::Torch ? QStringLiteral("torch") : QStringLiteral("mxnet"),
                 codeOf(language))
            .arg(size.width())
            .arg(size.height());
    }
};

/// Collects faults and groups them into classes. Faults of a class differ only in numbers.
class FaultReport {
public:
    void add(const Case& of, const QStringList& faults)
    {
        static const QRegularExpression kNumbers(QStringLiteral("[0-9]+([.,:][0-9]+)*"));
        for (const QString& fault : faults) {
            print(of.name() + QStringLiteral(": ") + fault);
            FaultClass& kind = m_classes[QString(fault).replace(kNumbers, QStringLiteral("#"))];
            ++kind.count;
            kind.programs.insert(of.program);
            kind.where.insert(of.name().section(QStringLiteral(", "), 1));
        }
        m_count += faults.size();
    }
    /// Prints the classes of faults, the most frequent one first. Returns the number of faults.
    qsizetype printClasses() const
    {
        QStringList lines;
        for (auto it = m_classes.begin(); it != m_classes.end(); ++it)
            lines << QStringLiteral("%1 x %2 | %3 | %4")
                         .arg(it->count, 5)
                         .arg(it.key(), QStringList(it->programs.values()).join(QLatin1Char(' ')),
                              QStringList(it->where.values()).join(QStringLiteral("; ")));
        std::sort(lines.begin(), lines.end(), std::greater<>());
        for (const QString& line : lines)
            print(line);
        return m_count;
    }

private:
    struct FaultClass {
        int count = 0;
        QSet<QString> programs, where;
    };

    /// Prints a line without QTest, which limits the number of its messages.
    static void print(const QString& line)
    {
        std::fprintf(stdout, "%s\n", qPrintable(line));
        std::fflush(stdout);
    }

    QMap<QString, FaultClass> m_classes;
    qsizetype m_count = 0;
};

}  // namespace

/// Tests that every text that the window paints fits into its rectangle and overlaps no other text, and that the
/// tooltip of a shortened text contains the full text.
class TestPaintedTexts : public QObject {
    Q_OBJECT

private slots:
    void cutAndOverlappingTextsAreFound();
    void drawnLinesAcrossOrBehindTextsAreDetected();
    void noPaintedTextIsCutOrCovered();

private:
    [[nodiscard]] static std::vector<Case> cases();
    [[nodiscard]] static QStringList faultsOfWidget(QWidget& widget);
    [[nodiscard]] static QStringList faultsOfWindow(MainWindow& window);
};

/// Tests the functions that find faults: they must find the faults of windows that have some.
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

void TestPaintedTexts::drawnLinesAcrossOrBehindTextsAreDetected()
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

/// Returns the cases of the programs that OVERLAP_PROGRAMS lists, separated by commas; without this variable, a sample
/// of all cases. OVERLAP_PART, such as "2/4", restricts the cases to the second of four parts of the programs.
std::vector<Case> TestPaintedTexts::cases()
{
    const auto programs = engine::frontend::readWorkloads(tests::inSource("resources/workloads"));
    if (!programs)
        qFatal("no programs");
    const QStringList wanted = qEnvironmentVariable("OVERLAP_PROGRAMS").split(QLatin1Char(','), Qt::SkipEmptyParts);
    const QStringList part = qEnvironmentVariable("OVERLAP_PART", QStringLiteral("1/1")).split(QLatin1Char('/'));
    std::vector<Case> all;
    int runs = 0;
    for (const auto& program : *programs)
        for (const auto& [dialect, source] : program.sources) {
            const QString id = QString::fromStdString(program.id);
            const bool isPart = runs++ % part.back().toInt() == part.front().toInt() - 1;
            if (!isPart || !(wanted.isEmpty() || wanted.contains(id)))
                continue;
            for (const Language language : {Language::English, Language::Chinese, Language::Korean})
                for (const QSize size : {QSize(1024, 700), QSize(1440, 900)})
                    all.push_back({id, dialect, language, size});
        }
    return wanted.isEmpty() ? sampled(std::move(all), kSampled) : all;
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
        fault = nameOf(widget) + QStringLiteral(": ") + fault;
    return faults;
}

QStringList TestPaintedTexts::faultsOfWindow(MainWindow& window)
{
    std::vector<PaintedText> texts = settledTexts(window);
    for (PaintedText& one : texts)
        if (const QWidget* painter = window.childAt(one.shown.center().toPoint()))
            one.view = nameOf(*painter);
    QStringList faults = tests::faultsOf(texts);
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
    MainWindow window(theme, setup, session);  // shared by all cases, because a process can start Python only once
    window.show();
    FaultReport report;
    Case before;
    for (const Case& one : cases()) {
        languages.choose(one.language);
        theme.setLanguage(languages.shown());
        window.resize(one.size);
        if (!one.isOfSameRun(before)) {
            window.openProgram(one.program);
            window.bench().document.listing().setDialect(one.dialect);
        }
        QTRY_VERIFY2_WITH_TIMEOUT(window.desk().isSettled() && !window.bench().controller.isBusy(),
                                  qPrintable(one.name()), kLong);
        report.add(one, faultsOfWindow(window) + faultsOfTimeline(window));
        if (!one.isOfSameRun(before) || one.language != before.language)  // figures ignore the size of the window
            report.add(one, faultsOfFigures(window));
        before = one;
    }
    const qsizetype faults = report.printClasses();
    QVERIFY2(faults == 0, qPrintable(QString::number(faults) + QStringLiteral(" faults")));
}

QTEST_MAIN(TestPaintedTexts)
#include "tst_painted_texts.moc"
