#include "ui/look/plain_texts.h"

#include <QHelpEvent>
#include <QLabel>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QTest>
#include <QToolTip>

using namespace ui::look;

/// Tests that names from foreign files are shown unchanged, and are not interpreted as HTML.
class TestPlainTexts : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { new PlainTexts; }
    void labelsShowHtmlAsText();
    void labelsThatRequestRichTextKeepTheirFormat();
    void messageBoxesShowHtmlAsText();
    void tooltipsShowHtmlAsText();
    void tooltipsOfListsShowHtmlAsText();
    void htmlTooltipsAreRenderedAsHtml();
};

namespace {

const QString kName = QStringLiteral("<h1>BIG</h1><img src='/etc/hostname'>loss");

/// The text of the tooltip at the middle of a widget.
QString shownTip(QWidget& widget)
{
    QToolTip::hideText();
    const QPoint middle = widget.rect().center();
    QHelpEvent help(QEvent::ToolTip, middle, widget.mapToGlobal(middle));
    QCoreApplication::sendEvent(&widget, &help);
    return QToolTip::text();
}

}  // namespace

void TestPlainTexts::labelsShowHtmlAsText()
{
    QLabel label(kName);
    label.show();
    QCOMPARE(label.textFormat(), Qt::PlainText);
}

void TestPlainTexts::labelsThatRequestRichTextKeepTheirFormat()
{
    QLabel label(kName);
    label.setTextFormat(Qt::RichText);
    label.show();
    QCOMPARE(label.textFormat(), Qt::RichText);
}

void TestPlainTexts::messageBoxesShowHtmlAsText()
{
    QMessageBox box;
    box.setText(kName);
    box.setInformativeText(kName);
    box.show();
    int labels = 0;
    for (const QLabel* label : box.findChildren<QLabel*>())
        if (label->text() == kName) {
            ++labels;
            QCOMPARE(label->textFormat(), Qt::PlainText);
        }
    QCOMPARE(labels, 2);
}

void TestPlainTexts::tooltipsShowHtmlAsText()
{
    QPushButton button(QStringLiteral("x"));
    button.show();
    button.setToolTip(kName);
    QCOMPARE(shownTip(button), QStringLiteral("<qt>%1</qt>").arg(kName.toHtmlEscaped()));
    // A name may start with <qt>, by which Qt recognizes HTML.
    const QString marked = QStringLiteral("<qt><img src='x'></qt>");
    button.setToolTip(marked);
    QCOMPARE(shownTip(button), QStringLiteral("<qt>%1</qt>").arg(marked.toHtmlEscaped()));
    button.setToolTip(QStringLiteral("a < b"));
    QCOMPARE(shownTip(button), QStringLiteral("a < b"));
}

void TestPlainTexts::tooltipsOfListsShowHtmlAsText()
{
    QListWidget list;
    auto* item = new QListWidgetItem(QStringLiteral("x"), &list);
    item->setToolTip(kName);
    list.resize(100, list.sizeHintForRow(0));
    list.show();
    QCOMPARE(shownTip(*list.viewport()), QStringLiteral("<qt>%1</qt>").arg(kName.toHtmlEscaped()));
}

void TestPlainTexts::htmlTooltipsAreRenderedAsHtml()
{
    QPushButton button(QStringLiteral("x"));
    button.show();
    setHtmlToolTip(button, QStringLiteral("<b>bold</b>"));
    QCOMPARE(shownTip(button), QStringLiteral("<b>bold</b>"));
}

QTEST_MAIN(TestPlainTexts)
#include "tst_plain_texts.moc"
