#pragma once

#include "engine/base/id.h"

#include <QObject>
#include <utility>

namespace ui::model {

/// The operation and the line under the pointer, highlighted in all views. Thread: GUI.
class Hover : public QObject {
    Q_OBJECT

public:
    [[nodiscard]] engine::OpId op() const { return m_op; }
    [[nodiscard]] int line() const { return m_line; }  ///< line of the listing, from 1; 0: none

    void setOp(engine::OpId op)
    {
        if (std::exchange(m_op, op) != op)
            emit opChanged(op);
    }
    void setLine(int line)
    {
        if (std::exchange(m_line, line) != line)
            emit lineChanged(line);
    }

signals:
    void opChanged(engine::OpId op);
    void lineChanged(int line);

private:
    engine::OpId m_op;
    int m_line = 0;
};

}  // namespace ui::model
