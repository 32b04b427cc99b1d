#include "tests/engine/trace/sample_traces.h"
#include "ui/figure/export_dialog.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QLabel>
#include <QLocale>
#include <QMimeData>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

using namespace ui::figure;
using tests::Sample;

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

    void simulatedNoteCannotBeSwitchedOff()
    {
        ui::look::Theme theme;
        ExportDialog dialog(theme, tests::sampleTrace(Sample::TwoGpus), {});

        for (const QCheckBox* box : dialog.findChildren<QCheckBox*>())
            if (box->text().contains(QLatin1String("Simulated")))
                QVERIFY(box->isChecked() && !box->isEnabled());
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

        QTRY_COMPARE(dialog.options().what, What::Memory);
        QVERIFY(dialog.options().caption.isEmpty());
        button(QStringLiteral("Pa&ges"))->click();
        QCOMPARE(dialog.outputs(), (std::vector{ExportDialog::Output::Svg, ExportDialog::Output::FlipBook}));
    }

    void allChosenFormatsAreWrittenInOneVisit()
    {
        const QTemporaryDir folder;
        ui::look::Theme theme;
        ExportDialog dialog(theme, tests::sampleTrace(Sample::TwoGpus), {});
        for (QCheckBox* box : dialog.findChildren<QCheckBox*>())
            if (box->text() == QLatin1String("P&DF") || box->text() == QStringLiteral("&PNG 2×") ||
                box->text() == QLatin1String("Pa&ges"))
                box->click();

        const QStringList paths = dialog.pathsFor(folder.filePath(QStringLiteral("a.svg")));
        const engine::Status written = dialog.write(paths);

        QVERIFY(written);
        QStringList names = QDir(folder.path()).entryList(QDir::Files, QDir::Name);
        QCOMPARE(names, (QStringList{"a-pages.pdf", "a.pdf", "a.png", "a.svg"}));
        QFile svg(paths.first());
        QVERIFY(svg.open(QIODevice::ReadOnly) && svg.readAll().contains("<svg"));
        QVERIFY(!QImage(folder.filePath(QStringLiteral("a.png"))).isNull());
        QVERIFY(!dialog.write(dialog.pathsFor(QStringLiteral("/nowhere/a.svg"))));
    }

    void noFormatDisablesSave()
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

    void comparisonOfTwoRunsHasATitle()
    {
        ui::look::Theme theme;
        FigureOptions options;
        options.what = What::Compare;
        options.before = tests::sampleTrace(Sample::TwoGpus);
        ExportDialog dialog(theme, tests::sampleTrace(Sample::TwoGpusOverlap), options);

        QVERIFY(dialog.findChild<QLineEdit*>(QStringLiteral("figureTitle"))->text().contains(QLatin1String("saved")));
        QCOMPARE(dialog.options().what, What::Compare);
    }

    void pngHasTheDisplayedSize()
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

    void printSizesAreInMillimetres()
    {
        ui::look::Theme theme;
        FigureOptions options;
        options.preset = Preset::Column85mm;
        const auto trace = tests::sampleTrace(Sample::TwoGpus);
        ExportDialog dialog(theme, trace, options);
        const auto* size = dialog.findChild<QLabel*>(QStringLiteral("figureSize"));
        const QSizeF units = figureSize(*trace, options);
        const QString height = QLocale().toString(qRound(units.height() / 96 * 254) / 10.0);

        QCOMPARE(size->text(),
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
        QVERIFY(size->text().startsWith(QStringLiteral("1280 × 720 px")));
    }

    void copyPutsTheFigureOnTheClipboard()
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
