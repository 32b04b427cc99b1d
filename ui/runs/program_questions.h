#pragma once

#include "ui/runs/backend.h"

#include <QObject>
#include <QString>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace ui::runs {

/// Analyses texts and loads programs on a private thread, so that editing works while a program is in an endless loop.
/// A newer question replaces a pending one of the same kind. Thread: GUI, except setBackend().
class ProgramQuestions : public QObject {
    Q_OBJECT

public:
    ProgramQuestions();
    /// Waits until the current question is answered.
    ~ProgramQuestions() override { stop(); }

    /// Sets the backend; requests wait until there is one. Any thread.
    void setBackend(std::shared_ptr<Backend> backend);
    /// Ends the thread after it has answered the current question.
    void stop();

    void analyse(std::string source, engine::frontend::Dialect dialect, quint64 ticket);
    /// Loads a built-in program or a file without running it.
    void load(const QString& idOrPath);
    /// Discards the results of pending loads, because something else has been opened.
    void forgetLoads() { ++m_newestLoad; }

signals:
    void analysed(quint64 ticket, const ui::listing::TextAnalysis& analysis);
    void loaded(const engine::frontend::Program& program);
    void loadFailed(const engine::Message& reason);

private:
    struct Question {
        std::string text;
        engine::frontend::Dialect dialect = engine::frontend::Dialect::Torch;
        quint64 ticket = 0;
    };

    void answer(const std::stop_token& token);
    void answerLoad(Backend& backend, const Question& question);

    quint64 m_newestLoad = 0;  ///< ticket of the newest load

    std::mutex m_mutex;  ///< guards the members below, except the thread
    std::condition_variable_any m_wake;
    std::optional<Question> m_load;
    std::optional<Question> m_text;
    std::shared_ptr<Backend> m_backend;
    std::jthread m_thread;
};

}  // namespace ui::runs
