#pragma once

#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace warploom {

/// A thread-safe cache of the results of recent requests. It is effective because requests are often repeated soon
/// after.
template <class Answer> class RecentCache {
public:
    explicit RecentCache(std::size_t most) : most_(most) {}

    std::optional<Answer> find(const std::string& question) const {
        const std::lock_guard lock(mutex_);
        for (const auto& [known, answer] : answers_)
            if (known == question) return answer;
        return std::nullopt;
    }
    void keep(std::string question, Answer answer) {
        const std::lock_guard lock(mutex_);
        answers_.emplace_front(std::move(question), std::move(answer));
        if (answers_.size() > most_) answers_.pop_back();
    }
    /// Returns the cached result of a request. If there is none, calls `make`, and stores and returns its result.
    template <class Make> Answer of(const std::string& question, const Make& make) {
        if (auto known = find(question)) return std::move(*known);
        Answer made = make();
        keep(question, made);
        return made;
    }

private:
    const std::size_t most_;
    mutable std::mutex mutex_;
    std::deque<std::pair<std::string, Answer>> answers_;
};

} // namespace warploom
