#include "ui/listing/parameter_note.h"

#include "ui/listing/program_parameters.h"
#include "ui/look/format.h"

#include <QRegularExpression>

#include <cmath>

namespace ui::listing {

namespace {

constexpr double kMost = 1e18;  ///< limit of a product; below the largest 64-bit integer, 9.2e18

using ValueOf = std::function<std::optional<double>(const QString& name)>;

std::optional<double> productOf(const QString& factors, const ValueOf& valueOf)
{
    static const QRegularExpression factor(QStringLiteral("\\G(?:^|(?<!^)\\*)([A-Za-z_]\\w*|\\d+)(?:\\*\\*(\\d))?"));
    double product = 1;
    qsizetype at = 0;
    for (QRegularExpressionMatch found; (found = factor.match(factors, at)).hasMatch(); at = found.capturedEnd()) {
        const QString base = found.captured(1);
        const std::optional<double> value = base[0].isDigit() ? base.toDouble() : valueOf(base);
        if (!value)
            return {};
        product *= std::pow(*value, found.hasCaptured(2) ? found.captured(2).toInt() : 1);
    }
    return at == factors.size() && at > 0 ? std::optional(product) : std::nullopt;
}

}  // namespace

QString filledNote(QString note, const ValueOf& valueOf)
{
    static const QRegularExpression place(QStringLiteral("\\{([^{}:]+)(?::(FLOP|B))?\\}"));
    QRegularExpressionMatch found;
    for (qsizetype at = 0; (found = place.match(note, at)).hasMatch();) {
        at = found.capturedEnd();
        const std::optional<double> product = productOf(found.captured(1), valueOf);
        if (!product || !(*product < kMost))
            continue;
        static const QRegularExpression zeros(QStringLiteral("\\.0+(?= )"));
        QString text = found.captured(2).isEmpty() ? QString::number(*product, 'g', 18)
                       : found.captured(2) == QLatin1String("B")
                           ? look::bytesText(engine::Bytes{std::llround(*product)})
                           : look::flopText(*product);
        text.remove(zeros);
        at = found.capturedStart() + text.size();
        note.replace(found.capturedStart(), found.capturedLength(), text);
    }
    return note;
}

QString filledNote(QString note, const ProgramParameters& parameters)
{
    return filledNote(std::move(note), [&](const QString& name) {
        bool isNumber = false;
        const double value = parameters.value(name.toStdString()).toDouble(&isNumber);
        return isNumber ? std::optional(value) : std::nullopt;
    });
}

}  // namespace ui::listing
