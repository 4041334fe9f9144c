#pragma once

#include "engine/protocol/messages/check.h"
#include "engine/simulated/card.h"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace warploom::app {

/// What a check found out about a source.
struct CheckedSource {
    protocol::Check check;
    std::map<int, std::string> costs; ///< for each line that accesses memory; empty if the source is not correct
    std::string input;                ///< the input to which the costs refer
    std::string failure;              ///< why there is no verdict; empty if there is one
};

/// Checks sources on a thread of its own, the latest one first. A newer source with the same name replaces an older
/// one.
class CheckThread {
public:
    struct Job {
        std::string name; ///< the path of the file; it need not exist
        std::string text;
        simulated::Card card;
        std::string matrix; ///< an input in addition to the test inputs; empty for the usual one
        int block = 0;      ///< threads per block; 0 for the usual number
        bool is_float = false;
        std::int64_t version = 0; ///< returned with the result
    };
    /// Called on the thread of the check.
    using Done = std::function<void(const Job& job, const CheckedSource& found)>;
    explicit CheckThread(Done done);
    /// Cancels the running check.
    ~CheckThread();
    CheckThread(const CheckThread&) = delete;
    CheckThread& operator=(const CheckThread&) = delete;

    void start(Job job);
    /// Cancels the checks of a source. Their results may still arrive if they are complete.
    void cancel(const std::string& name);
    /// Waits until there is nothing to check.
    void wait();

private:
    void work();

    const Done done_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::map<std::string, Job> waiting_; ///< by name
    std::string running_;                ///< name of the source; empty if there is none
    std::atomic<bool> cancelled_{false}; ///< the running check
    bool is_over_ = false;
    std::thread thread_; ///< last, because it uses all others
};

} // namespace warploom::app
