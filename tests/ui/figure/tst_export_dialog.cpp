#include "tests/engine/trace/sample_traces.h"
#include "ui/figure/export_dialog.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QTest>

using namespace ui::figure;
using tests::Sample;

class TestExportDialog : public QObject {
    Q_OBJECT

private slots:
    void textsOfTheRunStayOfTheRun()
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

    void theNoteCannotBeSwitchedOff()
    {
        ui::look::Theme theme;
        ExportDialog dialog(theme, tests::sampleTrace(Sample::TwoGpus), {});

        for (const QCheckBox* box : dialog.findChildren<QCheckBox*>())
            if (box->text().contains(QLatin1String("Simulated")))
                QVERIFY(box->isChecked() && !box->isEnabled());
    }

    void noTwoBoxesStandInOnePlace()
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

    void anotherPictureBringsItsOwnWords()
    {
        ui::look::Theme theme;
        ExportDialog dialog(theme, tests::sampleTrace(Sample::TwoGpus), {});
        const auto button = [&](const QString& text) {
            for (QPushButton* candidate : dialog.findChildren<QPushButton*>())
                if (candidate->text() == text)
                    return candidate;
            return static_cast<QPushButton*>(nullptr);
        };
        QVERIFY(!button(QStringLiteral("Compare"))->isEnabled());
        QVERIFY(!button(QStringLiteral("Moving"))->isEnabled());

        button(QStringLiteral("Memory"))->click();

        QTRY_COMPARE(dialog.options().what, What::Memory);
        QVERIFY(dialog.options().caption.isEmpty());
        button(QStringLiteral("Pages"))->click();
        QTRY_COMPARE(dialog.output(), ExportDialog::Output::FlipBook);
    }

    void twoRunsAreCompared()
    {
        ui::look::Theme theme;
        FigureOptions options;
        options.what = What::Compare;
        options.before = tests::sampleTrace(Sample::TwoGpus);
        ExportDialog dialog(theme, tests::sampleTrace(Sample::TwoGpusOverlap), options);

        QVERIFY(dialog.findChild<QLineEdit*>(QStringLiteral("figureTitle"))->text().contains(QLatin1String("saved")));
        QCOMPARE(dialog.options().what, What::Compare);
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
