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
