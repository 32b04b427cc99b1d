#include "ui/runs/program_questions.h"

#include <pthread.h>

#include <QMetaObject>
#include <utility>

namespace ui::runs {

ProgramQuestions::ProgramQuestions()
{
    m_thread = std::jthread([this](const std::stop_token& token) { answer(token); });
}

void ProgramQuestions::stop()
{
    m_thread.request_stop();
    if (m_thread.joinable())
        m_thread.join();
}

void ProgramQuestions::setBackend(std::shared_ptr<Backend> backend)
{
    const std::lock_guard lock(m_mutex);
    m_backend = std::move(backend);
    m_wake.notify_all();
}

void ProgramQuestions::analyse(std::string source, engine::frontend::Dialect dialect, quint64 ticket)
{
    const std::lock_guard lock(m_mutex);
    m_text = Question{std::move(source), dialect, ticket};
    m_wake.notify_all();
}

void ProgramQuestions::load(const QString& idOrPath)
{
    const std::lock_guard lock(m_mutex);
    m_load = Question{idOrPath.toStdString(), engine::frontend::Dialect::Torch, ++m_newestLoad};
    m_wake.notify_all();
}

// -- the private thread

void ProgramQuestions::answer(const std::stop_token& token)
{
    pthread_setname_np(pthread_self(), "program queries");
    while (!token.stop_requested()) {
        std::unique_lock lock(m_mutex);
        m_wake.wait(lock, token, [this] { return m_backend && (m_text || m_load); });
        if (token.stop_requested())
            return;
        const std::shared_ptr<Backend> backend = m_backend;
        const bool isLoad = m_load.has_value();
        const Question question = *std::exchange(isLoad ? m_load : m_text, std::nullopt);
        lock.unlock();
        if (isLoad) {
            answerLoad(*backend, question);
            continue;
        }
        const auto report = [this, ticket = question.ticket,
                             analysis = backend->analyse(question.text, question.dialect)] {
            emit analysed(ticket, analysis);
        };
        QMetaObject::invokeMethod(this, report, Qt::QueuedConnection);
    }
}

void ProgramQuestions::answerLoad(Backend& backend, const Question& question)
{
    const auto report = [this, ticket = question.ticket, program = backend.load(question.text)] {
        if (ticket != m_newestLoad)
            return;
        if (program)
            emit loaded(*program);
        else
            emit loadFailed(program.error().message);
    };
    QMetaObject::invokeMethod(this, report, Qt::QueuedConnection);
}

}  // namespace ui::runs
