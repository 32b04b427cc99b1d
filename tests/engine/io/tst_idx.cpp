#include "engine/io/idx.h"

#include <QTemporaryDir>
#include <QTest>

#include <zlib.h>

#include <algorithm>
#include <fstream>

using namespace engine;

namespace {

std::string idxBytes(std::initializer_list<int> bytes)
{
    std::string text;
    for (const int byte : bytes)
        text.push_back(static_cast<char>(byte));
    return text;
}

}  // namespace

class TestIdx : public QObject {
    Q_OBJECT

private slots:
    void imagesAndLabelsAreRead();
    void gzipFilesAreRead();
    void gzipFileThatDoesNotMatchItsChecksumIsRefused();
    void headerIsReadWithoutTheData();
    void hugeDimensionsInAHeaderAreRefused();
    void invalidFilesGiveAMessage_data();
    void invalidFilesGiveAMessage();
    void missingFileGivesAMessage();
    void fashionMnistIsRead();

private:
    [[nodiscard]] std::filesystem::path written(const std::string& content)
    {
        const std::filesystem::path path = m_folder.filePath(QStringLiteral("file")).toStdString();
        std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
        return path;
    }
    QTemporaryDir m_folder;
};

void TestIdx::imagesAndLabelsAreRead()
{
    const auto images = io::readIdx(written(idxBytes({0, 0, 8, 3, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2, 5, 255, 0, 7})));
    QVERIFY(images.has_value());
    QCOMPARE(images->extents, (std::vector<std::int64_t>{2, 1, 2}));
    QCOMPARE(images->bytes, (std::vector<std::uint8_t>{5, 255, 0, 7}));
    QCOMPARE(images->count(), 2);
    QCOMPARE(images->rowElements(), 2);

    const auto labels = io::readIdx(written(idxBytes({0, 0, 8, 1, 0, 0, 0, 3, 9, 0, 1})));
    QVERIFY(labels.has_value());
    QCOMPARE(labels->count(), 3);
    QCOMPARE(labels->rowElements(), 1);

    const auto none = io::readIdx(written(idxBytes({0, 0, 8, 1, 0, 0, 0, 0})));
    QVERIFY(none.has_value());
    QCOMPARE(none->count(), 0);
}

void TestIdx::gzipFilesAreRead()
{
    const std::string path = m_folder.filePath(QStringLiteral("packed.gz")).toStdString();
    const std::string content = idxBytes({0, 0, 8, 1, 0, 0, 0, 3, 9, 0, 1});
    gzFile file = gzopen(path.c_str(), "wb");
    gzwrite(file, content.data(), static_cast<unsigned>(content.size()));
    gzclose(file);

    const auto idx = io::readIdx(path);

    QVERIFY(idx.has_value());
    QCOMPARE(idx->bytes, (std::vector<std::uint8_t>{9, 0, 1}));
}

void TestIdx::gzipFileThatDoesNotMatchItsChecksumIsRefused()
{
    const std::string path = m_folder.filePath(QStringLiteral("packed.gz")).toStdString();
    std::string content = idxBytes({0, 0, 8, 1, 0, 16, 0, 0});
    for (std::uint32_t i = 0, value = 1; i < (1U << 20U); ++i, value = value * 1664525U + 1013904223U)
        content.push_back(static_cast<char>(value >> 24U));
    gzFile file = gzopen(path.c_str(), "wb");
    gzwrite(file, content.data(), static_cast<unsigned>(content.size()));
    gzclose(file);
    {
        std::fstream packed(path, std::ios::binary | std::ios::in | std::ios::out);
        packed.seekp(500'000);
        packed << std::string(1000, '\xff');
    }

    const auto idx = io::readIdx(path);

    QVERIFY(!idx.has_value());
    QCOMPARE(idx.error().code, ErrorCode::BadFile);
    QVERIFY2(idx.error().english().find("packed.gz is damaged") != std::string::npos, idx.error().english().c_str());
}

void TestIdx::headerIsReadWithoutTheData()
{
    const auto idx = io::readIdx(written(idxBytes({0, 0, 8, 2, 0, 0, 234, 96, 0, 0, 0, 28})), io::IdxPart::Header);

    QVERIFY(idx.has_value());
    QCOMPARE(idx->extents, (std::vector<std::int64_t>{60000, 28}));
    QVERIFY(idx->bytes.empty());
}

/// The total size is also checked when only the header is read.
void TestIdx::hugeDimensionsInAHeaderAreRefused()
{
    for (const int first : {0, 1}) {
        const auto idx = io::readIdx(written(idxBytes({0,   0,   8,   5,   0,   0,   0,   first, 127, 255, 255, 255,
                                                       127, 255, 255, 255, 127, 255, 255, 255,   127, 255, 255, 255})),
                                     io::IdxPart::Header);

        QVERIFY(!idx);
        QVERIFY2(idx.error().english().find("more than 1 GiB") != std::string::npos, idx.error().english().c_str());
    }
}

void TestIdx::invalidFilesGiveAMessage_data()
{
    QTest::addColumn<std::string>("content");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("empty") << std::string() << "too short to be an IDX file";
    QTest::newRow("text") << std::string("<html>not found") << "is no IDX file";
    QTest::newRow("no axes") << idxBytes({0, 0, 8, 0}) << "is no IDX file";
    QTest::newRow("unknown type") << idxBytes({0, 0, 1, 1, 0, 0, 0, 0}) << "is no IDX file";
    QTest::newRow("floats") << idxBytes({0, 0, 13, 1, 0, 0, 0, 0}) << "holds 32-bit floats";
    QTest::newRow("too many axes") << idxBytes({0, 0, 8, 200, 0, 0, 0, 0}) << "200 axes";
    QTest::newRow("truncated header") << idxBytes({0, 0, 8, 3, 0, 0, 0, 2, 0}) << "within its header";
    QTest::newRow("truncated data") << idxBytes({0, 0, 8, 1, 0, 0, 0, 3, 9}) << "promises 3 bytes and 1 are there";
    QTest::newRow("longer than the header declares")
        << idxBytes({0, 0, 8, 1, 0, 0, 0, 1, 9, 9}) << "longer than its header says";
    QTest::newRow("absurd extents") << idxBytes(
                                           {0, 0, 8, 3, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255})
                                    << "more than 1 GiB";
    QTest::newRow("damaged gzip file") << idxBytes({0x1f, 0x8b, 8, 0, 1, 2, 3}) << "cannot be unpacked";
}

void TestIdx::invalidFilesGiveAMessage()
{
    QFETCH(std::string, content);
    QFETCH(QString, sentence);

    const auto idx = io::readIdx(written(content));

    QVERIFY(!idx.has_value());
    QCOMPARE(idx.error().code, ErrorCode::BadFile);
    const QString message = QString::fromStdString(idx.error().english());
    QVERIFY2(message.contains(sentence), qPrintable(message));
    QVERIFY2(message.contains(QStringLiteral("/file ")), qPrintable(message));
}

void TestIdx::missingFileGivesAMessage()
{
    for (const auto part : {io::IdxPart::Header, io::IdxPart::Everything}) {
        const auto idx = io::readIdx("/nowhere/images", part);
        QVERIFY(!idx.has_value());
        QVERIFY(idx.error().english().find("/nowhere/images") != std::string::npos);
    }
}

void TestIdx::fashionMnistIsRead()
{
    const std::filesystem::path folder = "/usr/share/datasets/fashion-mnist";
    if (!std::filesystem::exists(folder))
        QSKIP("the package dataset-fashion-mnist is not installed");

    const auto labels = io::readIdx(folder / "t10k-labels-idx1-ubyte.gz");
    const auto images = io::readIdx(folder / "train-images-idx3-ubyte.gz");

    QVERIFY(labels.has_value());
    QCOMPARE(labels->count(), 10000);
    for (std::uint8_t label = 0; label < 10; ++label)
        QCOMPARE(std::count(labels->bytes.begin(), labels->bytes.end(), label), 1000);
    QVERIFY(images.has_value());
    QCOMPARE(images->extents, (std::vector<std::int64_t>{60000, 28, 28}));
    QCOMPARE(images->bytes.size(), std::size_t{60000 * 28 * 28});
}

QTEST_GUILESS_MAIN(TestIdx)
#include "tst_idx.moc"
