#include "ui/graph/detail/layer_labels.h"

#include <QCoreApplication>
#include <array>

namespace ui::graph::detail {

namespace {

/// Substrings of operator names in common frameworks, and the short label that fits into a node.
constexpr std::array<LayerWord, 18> kWords{{{"conv", QT_TRANSLATE_NOOP("Overlap", "conv")},
                                            {"batchnorm", QT_TRANSLATE_NOOP("Overlap", "batch norm")},
                                            {"batch_norm", QT_TRANSLATE_NOOP("Overlap", "batch norm")},
                                            {"pool", QT_TRANSLATE_NOOP("Overlap", "pool")},
                                            {"fullyconnected", QT_TRANSLATE_NOOP("Overlap", "dense")},
                                            {"fully_connected", QT_TRANSLATE_NOOP("Overlap", "dense")},
                                            {"linear", QT_TRANSLATE_NOOP("Overlap", "dense")},
                                            {"dot", QT_TRANSLATE_NOOP("Overlap", "dense")},
                                            {"mm", QT_TRANSLATE_NOOP("Overlap", "dense")},
                                            {"matmul", QT_TRANSLATE_NOOP("Overlap", "dense")},
                                            {"softmax", QT_TRANSLATE_NOOP("Overlap", "loss")},
                                            {"loss", QT_TRANSLATE_NOOP("Overlap", "loss")},
                                            {"pick", QT_TRANSLATE_NOOP("Overlap", "loss")},
                                            {"square", QT_TRANSLATE_NOOP("Overlap", "loss")},
                                            {"cachedop", QT_TRANSLATE_NOOP("Overlap", "compiled graph")},
                                            {"segment", QT_TRANSLATE_NOOP("Overlap", "compiled graph")},
                                            {"relu", ""},
                                            {"flatten", ""}}};

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
