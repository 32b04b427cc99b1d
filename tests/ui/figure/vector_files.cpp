#include "tests/ui/figure/vector_files.h"

#include <QHash>
#include <QPolygonF>
#include <QRegularExpression>
#include <QTransform>
#include <QXmlStreamReader>
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace tests {

namespace {

double areaOf(const QPolygonF& polygon)
{
    double twice = 0;
    for (qsizetype i = 0; i < polygon.size(); ++i) {
        const QPointF &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
        twice += a.x() * b.y() - b.x() * a.y();
    }
    return std::abs(twice) / 2;
}

void add(VectorFile& file, const QPolygonF& polygon, const QColor& colour)
{
    if (polygon.size() >= 3)
        file.shapes.push_back({polygon.boundingRect(), areaOf(polygon), colour});
}

QTransform transformOf(const QString& text)
{
    static const QRegularExpression function(QStringLiteral("(matrix|translate|scale)\\(([^)]*)\\)"));
    QTransform all;
    auto matches = function.globalMatch(text);
    while (matches.hasNext()) {
        const auto match = matches.next();
        std::vector<double> n;
        for (const QString& word :
             match.captured(2).split(QRegularExpression(QStringLiteral("[ ,]+")), Qt::SkipEmptyParts))
            n.push_back(word.toDouble());
        QTransform one;
        if (match.captured(1) == QLatin1String("matrix") && n.size() == 6)
            one = QTransform(n[0], n[1], n[2], n[3], n[4], n[5]);
        else if (match.captured(1) == QLatin1String("translate") && !n.empty())
            one = QTransform::fromTranslate(n[0], n.size() > 1 ? n[1] : 0);
        else if (match.captured(1) == QLatin1String("scale") && !n.empty())
            one = QTransform::fromScale(n[0], n.size() > 1 ? n[1] : n[0]);
        all = one * all;
    }
    return all;
}

/// Polygons of a path with the commands M, L, H, V, C and Z and absolute coordinates.
std::vector<QPolygonF> polygonsOf(const QString& d)
{
    static const QRegularExpression token(QStringLiteral("[MLHVCZ]|-?[0-9.]+(?:e-?[0-9]+)?"));
    std::vector<QPolygonF> polygons;
    QString command;
    std::vector<double> numbers;
    QPointF at;
    const auto take = [&] {
        if (command == QLatin1String("M") && numbers.size() == 2) {
            polygons.emplace_back();
            at = QPointF(numbers[0], numbers[1]);
            command = QStringLiteral("L");
        } else if (command == QLatin1String("L") && numbers.size() == 2) {
            at = QPointF(numbers[0], numbers[1]);
        } else if (command == QLatin1String("H") && numbers.size() == 1) {
            at.setX(numbers[0]);
        } else if (command == QLatin1String("V") && numbers.size() == 1) {
            at.setY(numbers[0]);
        } else if (command == QLatin1String("C") && numbers.size() == 6) {
            at = QPointF(numbers[4], numbers[5]);
        } else {
            return;
        }
        numbers.clear();
        if (!polygons.empty())
            polygons.back() << at;
    };
    auto matches = token.globalMatch(d);
    while (matches.hasNext()) {
        const QString word = matches.next().captured();
        if (word[0].isLetter()) {
            command = word;
            numbers.clear();
        } else {
            numbers.push_back(word.toDouble());
            take();
        }
    }
    return polygons;
}

struct State {
    QTransform transform;
    QString fill = QStringLiteral("#000000");
    QString stroke = QStringLiteral("none");
    double opacity = 1;
};

}  // namespace

double strengthOf(const QColor& colour, const std::vector<QColor>& colours)
{
    constexpr double kRounding = 1.2;
    using Rgb = std::array<double, 3>;
    const auto darkness = [](const QColor& of) { return Rgb{255.0 - of.red(), 255.0 - of.green(), 255.0 - of.blue()}; };
    const auto isMixture = [](const Rgb& dark, const Rgb& full, double strength) {
        return std::equal(dark.begin(), dark.end(), full.begin(),
                          [&](double a, double b) { return std::abs(a - strength * b) <= kRounding; });
    };
    const Rgb dark = darkness(colour);
    for (const QColor& full : colours)
        if (isMixture(dark, darkness(full), 1))
            return 1;
    for (const QColor& each : colours) {
        const Rgb full = darkness(each);
        const double strength = std::inner_product(dark.begin(), dark.end(), full.begin(), 0.0) /
                                std::inner_product(full.begin(), full.end(), full.begin(), 1e-9);
        if (strength < 1 && isMixture(dark, full, strength))
            return strength;
    }
    return 0;
}

double VectorFile::strengthAlong(const QRectF& row, const std::vector<QColor>& colours) const
{
    constexpr double kPerUnit = 20;
    std::vector<double> strengths(static_cast<std::size_t>(std::ceil(row.width() * kPerUnit)), 0.0);
    const auto at = [&](double x) {
        return std::clamp<std::ptrdiff_t>(std::lround((x - row.left()) * kPerUnit), 0, std::ssize(strengths));
    };
    for (const FilledShape& shape : shapes) {
        const double strength = strengthOf(shape.colour, colours);
        if (strength <= 0 || shape.bounds.top() > row.top() + 0.2 || shape.bounds.bottom() < row.bottom() - 0.2)
            continue;
        std::fill(strengths.begin() + at(shape.bounds.left()), strengths.begin() + at(shape.bounds.right()), strength);
    }
    return std::accumulate(strengths.begin(), strengths.end(), 0.0) / kPerUnit;
}

VectorFile scaled(VectorFile file, double by)
{
    for (FilledShape& shape : file.shapes) {
        shape.bounds = QRectF(shape.bounds.topLeft() * by, shape.bounds.size() * by);
        shape.area *= by * by;
    }
    return file;
}

VectorFile readSvg(const QByteArray& bytes)
{
    VectorFile file;
    QXmlStreamReader xml(bytes);
    std::vector<State> states{{}};
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isEndElement() && states.size() > 1)
            states.pop_back();
        if (!xml.isStartElement())
            continue;
        const auto attributes = xml.attributes();
        State state = states.back();
        if (attributes.hasAttribute(QLatin1String("transform")))
            state.transform = transformOf(attributes.value(QLatin1String("transform")).toString()) * state.transform;
        if (attributes.hasAttribute(QLatin1String("fill")))
            state.fill = attributes.value(QLatin1String("fill")).toString();
        if (attributes.hasAttribute(QLatin1String("stroke")))
            state.stroke = attributes.value(QLatin1String("stroke")).toString();
        if (attributes.hasAttribute(QLatin1String("opacity")))
            state.opacity *= attributes.value(QLatin1String("opacity")).toDouble();
        states.push_back(state);
        const QString name = xml.name().toString();
        const auto number = [&](const char* key) { return attributes.value(QLatin1String(key)).toDouble(); };
        const bool isSeen = state.fill != QLatin1String("none") && state.opacity > 0;
        if (name == QLatin1String("path")) {
            for (const QPolygonF& polygon : polygonsOf(attributes.value(QLatin1String("d")).toString())) {
                if (isSeen)
                    add(file, state.transform.map(polygon), QColor(state.fill));
                if (state.stroke != QLatin1String("none"))
                    file.outlines.push_back(state.transform.map(polygon).boundingRect());
            }
        } else if (name == QLatin1String("polyline") && state.stroke != QLatin1String("none")) {
            const QString points = attributes.value(QLatin1String("points")).toString();
            for (const QPolygonF& polygon : polygonsOf(QLatin1Char('M') + points))
                file.outlines.push_back(state.transform.map(polygon).boundingRect());
        } else if (name == QLatin1String("rect") && isSeen) {
            add(file,
                state.transform.map(QPolygonF(QRectF(number("x"), number("y"), number("width"), number("height")))),
                QColor(state.fill));
        } else if (name == QLatin1String("text") && state.opacity > 0) {
            const double size = number("font-size") * state.transform.m22();
            const QString text = xml.readElementText(QXmlStreamReader::IncludeChildElements);
            file.texts.push_back({state.transform.map(QPointF(number("x"), number("y"))), text, size});
            file.words += text + QLatin1Char('\n');
            states.pop_back();
        }
    }
    file.isWellFormed = !xml.hasError();
    return file;
}

std::vector<QByteArray> pdfStreams(const QByteArray& bytes)
{
    std::vector<QByteArray> streams;
    for (qsizetype at = bytes.indexOf("stream\n"); at >= 0; at = bytes.indexOf("stream\n", at + 7)) {
        if (at >= 3 && bytes.mid(at - 3, 3) == "end")
            continue;
        const qsizetype end = bytes.indexOf("endstream", at);
        if (end < 0)
            break;
        // qUncompress() requires a length prefix and grows the buffer if the length is too small.
        const QByteArray packed = bytes.mid(at + 7, end - at - 7);
        if (packed.size() < 2 || packed[0] != 'x')
            continue;  // the stream is not deflated
        const QByteArray plain = qUncompress(QByteArray(4, '\0') + packed);
        if (!plain.isEmpty())
            streams.push_back(plain);
    }
    return streams;
}

VectorFile readPdf(const QByteArray& bytes)
{
    static const QRegularExpression mediaBox(QStringLiteral("/MediaBox \\[[0-9.]+ [0-9.]+ [0-9.]+ ([0-9.]+)\\]"));
    const double height = mediaBox.match(QString::fromLatin1(bytes)).captured(1).toDouble() * 96 / 72;
    VectorFile file;
    file.isWellFormed = bytes.startsWith("%PDF-") && bytes.trimmed().endsWith("%%EOF");
    for (const QByteArray& stream : pdfStreams(bytes)) {
        if (!stream.contains(" cm\n"))
            continue;  // the stream is a font or an image
        struct Graphics {
            QTransform transform;
            QColor fill;
        };
        std::vector<Graphics> stack{{}};
        std::vector<double> numbers;
        std::vector<QPolygonF> path;
        const auto number = [&](std::size_t fromEnd) { return numbers[numbers.size() - fromEnd]; };
        for (const QByteArray& word : stream.simplified().split(' ')) {
            bool isNumber = false;
            const double value = word.toDouble(&isNumber);
            if (isNumber) {
                numbers.push_back(value);
                continue;
            }
            Graphics& now = stack.back();
            if (word == "q") {
                stack.push_back(now);
            } else if (word == "Q" && stack.size() > 1) {
                stack.pop_back();
            } else if (word == "cm" && numbers.size() >= 6) {
                now.transform =
                    QTransform(number(6), number(5), number(4), number(3), number(2), number(1)) * now.transform;
            } else if (word == "scn" && numbers.size() >= 3) {
                now.fill = QColor::fromRgbF(static_cast<float>(number(3)), static_cast<float>(number(2)),
                                            static_cast<float>(number(1)));
            } else if (word == "re" && numbers.size() >= 4) {
                path.emplace_back(QRectF(number(4), number(3), number(2), number(1)));
            } else if (word == "m" && numbers.size() >= 2) {
                path.emplace_back();
                path.back() << QPointF(number(2), number(1));
            } else if ((word == "l" || word == "c") && numbers.size() >= 2 && !path.empty()) {
                path.back() << QPointF(number(2), number(1));
            } else if (word == "f" || word == "f*") {
                // A PDF counts points from the lower left corner, the figure counts units from the upper left corner.
                const QTransform toUnits(96.0 / 72, 0, 0, -96.0 / 72, 0, height);
                for (const QPolygonF& polygon : path)
                    add(file, toUnits.map(now.transform.map(polygon)), now.fill);
                path.clear();
            } else if (word == "S" || word == "n" || word == "W" || word == "B") {
                path.clear();
            }
            numbers.clear();
        }
    }
    return file;
}

}  // namespace tests
