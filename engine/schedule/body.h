#pragma once

#include "engine/base/id.h"
#include "engine/base/result.h"

#include <concepts>
#include <cstddef>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>

namespace engine::schedule {

using GroupId = Id<struct GroupTag>;  ///< a group of workers of one engine, or a dispatcher; numbered from 0

/// Passed to the body of an operation: which operation it is and where it runs.
struct RunningBody {
    OpId op;
    GroupId group;
    std::uint32_t worker = 0;  ///< index of the worker within the group
};

/// How a body failed.
struct BodyFailure {
    Error error;
    std::exception_ptr exception;  ///< the exception thrown; null if the body returned an Error
};

/// A move-only callable. Up to kInlineSize bytes are stored inline; larger callables are allocated on the heap. Accepts
/// `void()`, `Status()`, `void(const RunningBody&)` and `Status(const RunningBody&)`. An exception that a body throws
/// becomes a failure of the operation.
class Body {
public:
    static constexpr std::size_t kInlineSize = 48;

    /// The functions for one type of callable. `relocate` is null if copying the bytes is enough, and `destroy` is null
    /// if the destructor has no effect.
    struct Table {
        std::optional<BodyFailure> (*run)(void* callable, const RunningBody& running);
        void (*relocate)(void* from, void* to) noexcept;
        void (*destroy)(void* callable) noexcept;
        void (*runPlain)(void* callable, const RunningBody&);  ///< null if the callable returns a value or may throw
    };

    Body() = default;

    template <typename F>
    requires(!std::same_as<std::remove_cvref_t<F>, Body>)
        Body(F&& callable)  // NOLINT(google-explicit-constructor): a lambda is a body
    {
        using Callable = std::remove_cvref_t<F>;
        if constexpr (sizeof(Callable) <= kInlineSize && alignof(Callable) <= alignof(std::max_align_t)) {
            new (m_storage) Callable(std::forward<F>(callable));
            m_table = &kTable<Callable>;
        } else {
            auto boxed = [box = std::make_unique<Callable>(std::forward<F>(callable))](const RunningBody& running) {
                return call(*box, running);
            };
            new (m_storage) decltype(boxed)(std::move(boxed));
            m_table = &kTable<decltype(boxed)>;
        }
    }

    Body(Body&& other) noexcept { other.moveTo(m_storage, m_table); }
    Body& operator=(Body&& other) noexcept
    {
        if (this != &other) {
            reset();
            other.moveTo(m_storage, m_table);
        }
        return *this;
    }
    Body(const Body&) = delete;
    Body& operator=(const Body&) = delete;
    ~Body() { reset(); }

    [[nodiscard]] explicit operator bool() const { return m_table != nullptr; }

    /// Runs the callable, which stays in the body. Must not be called when empty.
    std::optional<BodyFailure> operator()(const RunningBody& running)
    {
        if (m_table->runPlain == nullptr)
            return m_table->run(m_storage, running);
        m_table->runPlain(m_storage, running);
        return std::nullopt;
    }

    /// Moves the callable into raw storage of kInlineSize bytes; this body is empty afterwards.
    void moveTo(void* storage, const Table*& table) noexcept
    {
        table = std::exchange(m_table, nullptr);
        if (table != nullptr && table->relocate != nullptr) [[unlikely]]
            table->relocate(m_storage, storage);
        else
            std::memcpy(storage, m_storage, kInlineSize);
    }

private:
    template <typename Callable>
    static auto call(Callable& callable, const RunningBody& running)
    {
        if constexpr (std::invocable<Callable&, const RunningBody&>)
            return callable(running);
        else
            return callable();
    }

    template <typename Callable>
    static constexpr bool isNoexceptCall()
    {
        if constexpr (std::invocable<Callable&, const RunningBody&>)
            return std::is_nothrow_invocable_v<Callable&, const RunningBody&> &&
                   std::is_void_v<std::invoke_result_t<Callable&, const RunningBody&>>;
        else
            return std::is_nothrow_invocable_v<Callable&> && std::is_void_v<std::invoke_result_t<Callable&>>;
    }

    template <typename Callable>
    static std::optional<BodyFailure> run(void* storage, const RunningBody& running)
    {
        Callable& callable = *static_cast<Callable*>(storage);
        try {
            using Returned = decltype(call(callable, running));
            if constexpr (std::is_same_v<Returned, Status>) {
                Status status = call(callable, running);
                if (!status)
                    return BodyFailure{std::move(status).error(), nullptr};
            } else {
                static_assert(std::is_void_v<Returned>, "a body returns nothing or a Status");
                call(callable, running);
            }
        } catch (const std::bad_alloc&) {
            return BodyFailure{Error{ErrorCode::OutOfMemory, {}}, std::current_exception()};
        } catch (const std::exception& thrown) {
            return BodyFailure{untranslatedError(ErrorCode::OperationFailed, thrown.what()), std::current_exception()};
        } catch (...) {
            return BodyFailure{untranslatedError(ErrorCode::OperationFailed,
                                                 "the body threw an exception that is not a std::exception"),
                               std::current_exception()};
        }
        return std::nullopt;
    }

    template <typename Callable>
    static void runPlain(void* storage, const RunningBody& running)
    {
        static_cast<void>(call(*static_cast<Callable*>(storage), running));
    }

    template <typename Callable>
    static void relocate(void* from, void* to) noexcept
    {
        Callable& callable = *static_cast<Callable*>(from);
        new (to) Callable(std::move(callable));
        callable.~Callable();  // NOLINT(bugprone-use-after-move): it is only destroyed
    }

    template <typename Callable>
    static void destroy(void* callable) noexcept
    {
        static_cast<Callable*>(callable)->~Callable();
    }

    template <typename Callable>
    static constexpr Table kTable = {
        &run<Callable>,
        std::is_trivially_copyable_v<Callable> ? nullptr : &relocate<Callable>,
        std::is_trivially_destructible_v<Callable> ? nullptr : &destroy<Callable>,
        isNoexceptCall<Callable>() ? &runPlain<Callable> : nullptr,
    };

    void reset() noexcept
    {
        if (m_table != nullptr && m_table->destroy != nullptr)
            m_table->destroy(m_storage);
        m_table = nullptr;
    }

    alignas(std::max_align_t) std::byte m_storage[kInlineSize];
    const Table* m_table = nullptr;
};

}  // namespace engine::schedule
