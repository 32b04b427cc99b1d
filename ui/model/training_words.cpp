#include "ui/model/training_words.h"

#include "ui/look/translate.h"

namespace ui::model {

QString batchName(std::int32_t index, std::int32_t count)
{
    return count > 0 ? tr("batch %1 of %2").arg(index + 1).arg(count) : tr("batch %1").arg(index + 1);
}

QString epochName(std::int32_t index)
{
    return tr("epoch %1").arg(index + 1);
}

}  // namespace ui::model
