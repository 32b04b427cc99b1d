#include "tests/engine/trace/sample_traces.h"
#include "ui/figure/export_dialog.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <algorithm>
#include <cmath>

using namespace ui::figure;
using tests::Sample;

namespace {

/// Answers the dialogs that "Save…" opens.
struct Answers {
    QString path;  ///< chosen in the file dialog
    QMessageBox::StandardButton toQuestion = QMessageBox::Yes;
    QString suggested{};     ///< name that the file dialog suggested
    QStringList messages{};  ///< texts of the questions and warnings that were shown
};

void save(const ExportDialog& dialog, Answers& answers)
{
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, &timer, [&answers] {
        QWidget* modal = QApplication::activeModalWidget();
        if (auto* files = qobject_cast<QFileDialog*>(modal)) {
            answers.suggested = QFileInfo(files->selectedFiles().value(0)).fileName();
            files->selectFile(answers.path);
            static_cast<QDialog*>(files)->accept();
        } else if (const auto* box = qobject_cast<QMessageBox*>(modal)) {
            answers.messages << box->text();
            QAbstractButton* button = box->button(answers.toQuestion);
            (button != nullptr ? button : box->button(QMessageBox::Ok))->click();
        }
    });
    timer.start(0);
    dialog.findChild<QPushButton*>(QStringLiteral("saveFigure"))->click();
}

}  // namespace

class TestExportDialog : public QObject {
    Q_OBJECT

private slots:
    void unchangedTitleIsNotStoredInTheOptions()
    {
        ui::look::Theme theme;
        ExportDialog dialog(theme, tests::sampleTrace(Sample::TwoGpus), {});
        auto* title = dialog.findChild<QLineEdit*>(QStringLiteral("figureTitle"));
        QVERIFY(title);

        QCOMPARE(title->text(), QStringLiteral("Parallel computation on GPUs"));
        QVERIFY(dialog.options().title.isEmpty());
        title->setText(QStringLiteral("Two at once"));
        QTRY_COMPARE(dialog.options().title, QStringLiteral("Two at once"));
    }

    /// The Return key saves, whichever control has the focus.
    void saveButtonRemainsTheDefaultButton()
    {
        ui::look::Theme theme;
        ExportDialog dialog(theme, tests::sampleTrace(Sample::TwoGpus), {});
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        const auto* save = dialog.findChild<QPushButton*>(QStringLiteral("saveFigure"));

        dialog.findChild<QLineEdit*>(QStringLiteral("figureTitle"))->setFocus();

        QVERIFY(!save->hasFocus() && save->isDefault());
    }

    void noteOfASimulatedRunCannotBeSwitchedOff()
    {
        ui::look::Theme theme;
        ExportDialog dialog(theme, tests::sampleTrace(Sample::TwoGpus), {});

        int found = 0;
        for (const QCheckBox* box : dialog.findChildren<QCheckBox*>())
            if (box->text().contains(QLatin1String("Simulated"))) {
                ++found;
                QVERIFY(box->isChecked() && !box->isEnabled());
            }
        QCOMPARE(found, 1);
    }

    void checkBoxesDoNotOverlap()
    {
        ui::look::Theme theme;
        ExportDialog dialog(theme, tests::sampleTrace(Sample::TwoGpus), {});
        dialog.show();
        const auto boxes = dialog.findChildren<QCheckBox*>();
        QVERIFY(boxes.size() >= 9);

        for (const QCheckBox* one : boxes)
            for (const QCheckBox* other : boxes)
                QVERIFY2(one == other || !one->geometry().intersects(other->geometry()), qPrintable(one->text()));
    }

    void slideFillsThePreview()
    {
        ui::look::Theme theme;
        QWidget window;
        window.resize(1440, 900);
        ExportDialog dialog(theme, tests::sampleTrace(Sample::TwoGpus), {}, &window);
        dialog.show();
        const QWidget* preview = nullptr;
        for (const QWidget* widget : dialog.findChildren<QWidget*>())
            if (widget->accessibleName() == QLatin1String("Preview of the figure"))
                preview = widget;
        QVERIFY(preview != nullptr);

        const double slide = std::min(preview->height() * 1.0, preview->width() * 9.0 / 16.0);
        QVERIFY2(slide > 0.95 * preview->height(), qPrintable(QString::number(preview->height() - slide)));
        QVERIFY(dialog.width() < window.width());
    }

    /// On a projector of 1024 × 768 pixels, the button "Save" is visible.
    void dialogFitsIntoASmallWindow()
    {
        ui::look::Theme theme;
        QWidget window;
        window.resize(1024, 700);
        ExportDialog dialog(theme, tests::sampleTrace(Sample::TwoGpus), {}, &window);
        dialog.show();

        QVERIFY2(dialog.width() <= window.width(), qPrintable(QString::number(dialog.width())));
        QVERIFY2(dialog.height() <= window.height(), qPrintable(QString::number(dialog.height())));
        const auto* save = dialog.findChild<QPushButton*>(QStringLiteral("saveFigure"));
        QVERIFY(dialog.rect().contains(QRect(save->mapTo(&dialog, QPoint()), save->size())));
    }

    /// Drawing the figure of a long run takes seconds, so the dialog opens before the figure is drawn.
    void dialogOpensBeforeTheFigureIsDrawn()
    {
        ui::look::Theme theme;
        ExportDialog dialog(theme, tests::sampleTrace(Sample::TwoGpus), {});
        const auto* size = dialog.findChild<QLabel*>(QStringLiteral("figureSize"));
        dialog.show();

        QVERIFY(size->text().isEmpty());
        QTRY_VERIFY(size->text().startsWith(QStringLiteral("1280 × 720 px")));
    }

    void checkBoxesWithoutEffectOnTheFigureAreDisabled()
    {
        ui::look::Theme theme;
        FigureOptions options;
        options.what = FigureKind::Compare;
        options.before = tests::sampleTrace(Sample::TwoGpus);
        options.showListing = true;
        ExportDialog dialog(theme, tests::sampleTrace(Sample::TwoGpusOverlap), options);
        const auto box = [&](const QString& text) {
            for (QAbstractButton* candidate : dialog.findChildren<QAbstractButton*>())
                if (candidate->text() == text)
                    return candidate;
            return static_cast<QAbstractButton*>(nullptr);
        };

        QVERIFY(box(QStringLiteral("Listing"))->isEnabled());
        QVERIFY(!box(QStringLiteral("Scale bar"))->isEnabled() && !box(QStringLiteral("Magnified start"))->isEnabled());
        box(QStringLiteral("Listing"))->click();
        QTRY_VERIFY(box(QStringLiteral("Scale bar"))->isEnabled() &&
                    box(QStringLiteral("Magnified start"))->isEnabled());
        box(QStringLiteral("85 mm"))->click();
        QTRY_VERIFY(!box(QStringLiteral("Listing"))->isEnabled());
    }

    /// A slide with too much content is scaled down. The dialog then states the size of its smallest label.
    void dialogStatesTheSizeOfTheSmallestLabel()
    {
        ui::look::Theme theme;
        FigureOptions options;
        const auto many = tests::randomTrace(5, 40, 60);
        options.what = FigureKind::Compare;
        options.before = many;
        options.showMemory = true;
        options.showBookResults = true;
        const double points = std::floor(10 * smallestText(*many, options)) / 10;
        QVERIFY(points < 8.9);
        ExportDialog dialog(theme, many, options);
        const auto states = [&](const QString& text) {
            for (const QLabel* label : dialog.findChildren<QLabel*>())
                if (label->text().contains(text))
                    return true;
            return false;
        };

        QTRY_VERIFY(states(QStringLiteral("smallest label %1 pt").arg(QLocale().toString(points, 'f', 1))));
        QVERIFY(!states(QStringLiteral("at least 9 pt")));
    }

    /// With two runs, a page has room for the table of measures. A slide has no room for it, and the dialog states
    /// this.
    void dialogStatesThatTheTableOfMeasuresHasNoRoom()
    {
        ui::look::Theme theme;
        FigureOptions options;
        options.what = FigureKind::Compare;
        options.before = tests::sampleTrace(Sample::TwoGpus);
        for (int i = 0; i < 8; ++i)
            options.compared.measures.push_back({QStringLiteral("measure %1").arg(i), "1 s", "2 s", "+1 s", -1});
        const auto trace = tests::sampleTrace(Sample::TwoGpusOverlap);
        const auto states = [](const ExportDialog& dialog) {
            const QList<QLabel*> labels = dialog.findChildren<QLabel*>();
            return std::ranges::any_of(
                labels, [](const QLabel* label) { return label->text().contains(QLatin1String("table of measures")); });
        };
        for (const Preset preset : {Preset::Slide, Preset::Page178mm}) {
            options.preset = preset;
            ExportDialog dialog(theme, trace, options);
            dialog.show();

            QCOMPARE(omitsMeasures(*trace, options), preset == Preset::Slide);
            QTRY_COMPARE(states(dialog), preset == Preset::Slide);
        }
    }
    void dialogStatesTheSizeOfTheSmallestLabelOfAGraph()
    {
        ui::look::Theme theme;
        FigureOptions options;
        options.what = FigureKind::Graph;
        const auto trace = tests::sampleTrace(Sample::TwoGpus);
        const double points = std::floor(10 * smallestText(*trace, options)) / 10;
        QVERIFY(points > 3 && points < 9);
        ExportDialog dialog(theme, trace, options);
        const QString wanted = QStringLiteral("smallest label %1 pt").arg(QLocale().toString(points, 'f', 1));

        QTRY_VERIFY(std::ranges::any_of(dialog.findChildren<QLabel*>(),
                                        [&](const QLabel* label) { return label->text().startsWith(wanted); }));
    }

    void formatsOfTheLastExportAreChosenAgain()
    {
        ui::look::Theme theme;
        ExportDialog dialog(theme, tests::sampleTrace(Sample::TwoGpus), {});

        dialog.choose({Output::Pdf, Output::Png, Output::Animation});

        QCOMPARE(dialog.outputs(), (std::vector{Output::Pdf, Output::Png}));  // an animation needs a previous run
    }

    void figureAndOutputTypeCanBeChosen()
    {
        ui::look::Theme theme;
        ExportDialog dialog(theme, tests::sampleTrace(Sample::TwoGpus), {});
        const auto button = [&](const QString& text) {
            for (QAbstractButton* candidate : dialog.findChildren<QAbstractButton*>())
                if (candidate->text() == text)
                    return candidate;
            return static_cast<QAbstractButton*>(nullptr);
        };
        QVERIFY(!button(QStringLiteral("Compare"))->isEnabled());
        QVERIFY(!button(QStringLiteral("&Moving"))->isEnabled());

        button(QStringLiteral("Memory"))->click();

        QTRY_COMPARE(dialog.options().what, FigureKind::Memory);
        QVERIFY(dialog.options().caption.isEmpty());
        button(QStringLiteral("Pa&ges"))->click();
        QCOMPARE(dialog.outputs(), (std::vector{Output::Svg, Output::FlipBook}));
    }

    void allChosenFormatsAreWritten()
    {
        const QTemporaryDir folder;
        ui::look::Theme theme;
        const auto trace = tests::sampleTrace(Sample::TwoGpus);
        ExportDialog dialog(theme, trace, {});
        for (QCheckBox* box : dialog.findChildren<QCheckBox*>())
            if (box->text() == QLatin1String("P&DF") || box->text() == QStringLiteral("&PNG 2×") ||
                box->text() == QLatin1String("Pa&ges"))
                box->click();

        const QStringList paths = pathsFor(dialog.outputs(), folder.filePath(QStringLiteral("a.svg")));
        const engine::Status written = writeOutputs(dialog.outputs(), paths, trace, dialog.options());

        QVERIFY(written);
        QStringList names = QDir(folder.path()).entryList(QDir::Files, QDir::Name);
        QCOMPARE(names, (QStringList{"a-pages.pdf", "a.pdf", "a.png", "a.svg"}));
        QFile svg(paths.first());
        QVERIFY(svg.open(QIODevice::ReadOnly) && svg.readAll().contains("<svg"));
        QVERIFY(!QImage(folder.filePath(QStringLiteral("a.png"))).isNull());
        QVERIFY(!writeOutputs({Output::Svg}, {QStringLiteral("/nowhere/a.svg")}, trace, {}));
    }

    void saveDialogSuggestsAFileNameMadeFromTheTitle()
    {
        const QTemporaryDir folder;
        ui::look::Theme theme;
        ExportDialog dialog(theme, tests::sampleTrace(Sample::TwoGpus), {});
        dialog.setFolder(folder.path());
        dialog.choose({Output::Svg, Output::Pdf});
        const QSignalSpy saved(&dialog, &ExportDialog::savedTo);
        Answers answers{folder.filePath(QStringLiteral("a.svg"))};

        dialog.findChild<QLineEdit*>(QStringLiteral("figureTitle"))->setText(QStringLiteral("Two at once"));
        save(dialog, answers);

        QCOMPARE(answers.suggested, QStringLiteral("two-at-once.svg"));
        QVERIFY(answers.messages.isEmpty());
        QCOMPARE(saved.size(), 1);
        QCOMPARE(saved.first().first().toStringList(), (QStringList{answers.path, folder.filePath("a.pdf")}));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files, QDir::Name), (QStringList{"a.pdf", "a.svg"}));
        QCOMPARE(dialog.result(), static_cast<int>(QDialog::Accepted));
    }

    void saveAsksBeforeItReplacesOtherFiles()
    {
        const QTemporaryDir folder;
        QFile old(folder.filePath(QStringLiteral("a.pdf")));
        QVERIFY(old.open(QIODevice::WriteOnly) && old.write("old") == 3);
        old.close();
        ui::look::Theme theme;
        ExportDialog dialog(theme, tests::sampleTrace(Sample::TwoGpus), {});
        dialog.choose({Output::Svg, Output::Pdf});
        const QSignalSpy saved(&dialog, &ExportDialog::savedTo);
        Answers answers{folder.filePath(QStringLiteral("a.svg")), QMessageBox::No};

        save(dialog, answers);

        QCOMPARE(answers.messages.size(), 1);
        QVERIFY2(answers.messages.first().contains(QLatin1String("a.pdf")), qPrintable(answers.messages.first()));
        QVERIFY(saved.isEmpty());
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{"a.pdf"});
        QCOMPARE(old.size(), 3);

        answers.toQuestion = QMessageBox::Yes;
        save(dialog, answers);

        QCOMPARE(saved.size(), 1);
        QVERIFY(QFileInfo(old.fileName()).size() > 3);
    }

    void failureToSaveIsShownAndKeepsTheDialogOpen()
    {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("a.pdf")));
        ui::look::Theme theme;
        ExportDialog dialog(theme, tests::sampleTrace(Sample::TwoGpus), {});
        dialog.show();
        dialog.choose({Output::Svg, Output::Pdf});
        const QSignalSpy saved(&dialog, &ExportDialog::savedTo);
        Answers answers{folder.filePath(QStringLiteral("a.svg"))};

        save(dialog, answers);

        QCOMPARE(answers.messages.size(), 2);
        QVERIFY2(answers.messages.last().contains(QLatin1String("a.pdf")), qPrintable(answers.messages.last()));
        QVERIFY(saved.isEmpty());
        QVERIFY(dialog.isVisible());
    }

    void saveIsDisabledIfNoFormatIsChecked()
    {
        ui::look::Theme theme;
        ExportDialog dialog(theme, tests::sampleTrace(Sample::TwoGpus), {});
        auto* save = dialog.findChild<QPushButton*>(QStringLiteral("saveFigure"));
        QVERIFY(save->isEnabled());

        for (QCheckBox* box : dialog.findChildren<QCheckBox*>())
            if (box->text() == QLatin1String("&SVG"))
                box->click();

        QTRY_VERIFY(!save->isEnabled());
    }

    void titleOfAComparisonStatesTheSavedTime()
    {
        ui::look::Theme theme;
        FigureOptions options;
        options.what = FigureKind::Compare;
        options.before = tests::sampleTrace(Sample::TwoGpus);
        ExportDialog dialog(theme, tests::sampleTrace(Sample::TwoGpusOverlap), options);

        QVERIFY(dialog.findChild<QLineEdit*>(QStringLiteral("figureTitle"))->text().contains(QLatin1String("saved")));
        QCOMPARE(dialog.options().what, FigureKind::Compare);
    }

    void pngHasTheSizeThatTheDialogStates()
    {
        ui::look::Theme theme;
        FigureOptions options;
        options.preset = Preset::Custom;
        options.size = {1001, 701};
        options.pngScale = 1.1;
        const auto trace = tests::sampleTrace(Sample::TwoGpus);
        ExportDialog dialog(theme, trace, options);
        for (QAbstractButton* button : dialog.findChildren<QAbstractButton*>())
            if (button->text() == QStringLiteral("&PNG 2×"))
                button->click();
        const auto* size = dialog.findChild<QLabel*>(QStringLiteral("figureSize"));
        QTRY_VERIFY2(size->text().contains(QStringLiteral("The file:")), qPrintable(size->text()));

        const auto png = renderFigure(*trace, dialog.options(), Format::Png);

        QVERIFY(png);
        const QImage file = QImage::fromData(*png);
        QVERIFY2(size->text().contains(QStringLiteral("The file: %1 × %2 px").arg(file.width()).arg(file.height())),
                 qPrintable(size->text()));
    }

    void printSizesAreStatedInMillimetres()
    {
        ui::look::Theme theme;
        FigureOptions options;
        options.preset = Preset::Column85mm;
        const auto trace = tests::sampleTrace(Sample::TwoGpus);
        ExportDialog dialog(theme, trace, options);
        const auto* size = dialog.findChild<QLabel*>(QStringLiteral("figureSize"));
        const QSizeF units = figureSize(*trace, options);
        const QString height = QLocale().toString(qRound(units.height() / 96 * 254) / 10.0);

        QTRY_COMPARE(size->text(),
                     QStringLiteral("85 × %1 mm; 321 × %2 px at 96 dpi").arg(height).arg(qRound(units.height())));
        for (const QSpinBox* field : dialog.findChildren<QSpinBox*>())
            QVERIFY(!field->isVisibleTo(&dialog));
        for (QAbstractButton* button : dialog.findChildren<QAbstractButton*>())
            if (button->text() == QStringLiteral("&PNG 2×"))
                button->click();
        QTRY_VERIFY2(size->text().endsWith(QStringLiteral("px, 192 dpi")), qPrintable(size->text()));
        for (QAbstractButton* button : dialog.findChildren<QAbstractButton*>())
            if (button->text() == QStringLiteral("Custom"))
                button->click();
        QTRY_VERIFY(dialog.findChild<QSpinBox*>()->isVisibleTo(&dialog));
        QTRY_VERIFY(size->text().startsWith(QStringLiteral("1280 × 720 px")));
    }

    void copyButtonStoresTheFigureInTheClipboard()
    {
        ui::look::Theme theme;
        ExportDialog dialog(theme, tests::sampleTrace(Sample::TwoGpus), {});

        dialog.findChild<QPushButton*>(QStringLiteral("copyFigure"))->click();

        const QMimeData* data = QApplication::clipboard()->mimeData();
        QVERIFY(data && data->hasImage() && data->hasText());
    }
};

QTEST_MAIN(TestExportDialog)
#include "tst_export_dialog.moc"
