#include "ui/graph/detail/layer_words.h"

#include <array>

namespace ui::graph::detail {

namespace {

/// Substrings of operator names in common frameworks, and the short label that fits into a node.
constexpr std::array<LayerWord, 17> kWords{{{"conv", "conv", Stage::Convolving},
                                            {"batchnorm", "batch norm", Stage::Convolving},
                                            {"batch_norm", "batch norm", Stage::Convolving},
                                            {"pool", "pool", Stage::Convolving},
                                            {"fullyconnected", "dense", Stage::Dense},
                                            {"fully_connected", "dense", Stage::Dense},
                                            {"linear", "dense", Stage::Dense},
                                            {"dot", "dense", Stage::Dense},
                                            {"mm", "dense", Stage::Dense},
                                            {"softmax", "loss", Stage::Loss},
                                            {"loss", "loss", Stage::Loss},
                                            {"pick", "loss", Stage::Loss},
                                            {"square", "loss", Stage::Loss},
                                            {"cachedop", "compiled graph", Stage::Dense},
                                            {"segment", "compiled graph", Stage::Dense},
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
