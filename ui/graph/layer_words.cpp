#include "ui/graph/detail/layer_words.h"

#include <QCoreApplication>
#include <array>

namespace ui::graph::detail {

namespace {

/// Substrings of operator names in common frameworks, and the short label that fits into a node.
constexpr std::array<LayerWord, 17> kWords{
    {{"conv", QT_TRANSLATE_NOOP("Overlap", "conv"), Stage::Convolving},
     {"batchnorm", QT_TRANSLATE_NOOP("Overlap", "batch norm"), Stage::Convolving},
     {"batch_norm", QT_TRANSLATE_NOOP("Overlap", "batch norm"), Stage::Convolving},
     {"pool", QT_TRANSLATE_NOOP("Overlap", "pool"), Stage::Convolving},
     {"fullyconnected", QT_TRANSLATE_NOOP("Overlap", "dense"), Stage::Dense},
     {"fully_connected", QT_TRANSLATE_NOOP("Overlap", "dense"), Stage::Dense},
     {"linear", QT_TRANSLATE_NOOP("Overlap", "dense"), Stage::Dense},
     {"dot", QT_TRANSLATE_NOOP("Overlap", "dense"), Stage::Dense},
     {"mm", QT_TRANSLATE_NOOP("Overlap", "dense"), Stage::Dense},
     {"softmax", QT_TRANSLATE_NOOP("Overlap", "loss"), Stage::Loss},
     {"loss", QT_TRANSLATE_NOOP("Overlap", "loss"), Stage::Loss},
     {"pick", QT_TRANSLATE_NOOP("Overlap", "loss"), Stage::Loss},
     {"square", QT_TRANSLATE_NOOP("Overlap", "loss"), Stage::Loss},
     {"cachedop", QT_TRANSLATE_NOOP("Overlap", "compiled graph"), Stage::Dense},
     {"segment", QT_TRANSLATE_NOOP("Overlap", "compiled graph"), Stage::Dense},
     {"relu", "", Stage::None},
     {"flatten", "", Stage::None}}};

}  // namespace

const LayerWord* layerWordOf(const QString& operatorName)
{
    const QString name = operatorName.toLower();
    for (const LayerWord& word : kWords)
        if (name.contains(QLatin1String(word.part)))
            return &word;
    return nullptr;
}

}  // namespace ui::graph::detail
