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

/// Result of checking a kernel source.
struct CheckedSource {
    protocol::Check check;
    /// Costs of the lines that access memory, by line number; empty if the source is not correct.
    std::map<int, std::string> costs;
    std::string input;   ///< name of the input that was used to count the costs
    std::string failure; ///< reason why the check gave no verdict; empty if there is a verdict
};

/// Checks kernel sources on a background thread. A newer source replaces an older one with the same name, even if the
/// older one is being checked.
class CheckThread {
public:
    struct Job {
        std::string name; ///< path of the source file, which may not exist
        std::string text;
        simulated::Card card;
        std::string matrix; ///< name of a matrix to check in addition to the test inputs; if empty, the default matrix
        int block = 0;      ///< threads per block; 0 for the default
        bool is_float = false;
        std::int64_t version = 0; ///< document version, returned with the result
    };
    /// Called on the background thread when a check has finished.
    using Done = std::function<void(const Job& job, const CheckedSource& found)>;
    explicit CheckThread(Done done);
    /// Cancels the check in progress.
    ~CheckThread();
    CheckThread(const CheckThread&) = delete;
    CheckThread& operator=(const CheckThread&) = delete;

    void start(Job job);
    /// Cancels all checks of the given source. If a check has just finished, its result may still arrive.
    void cancel(const std::string& name);
    void wait();

private:
    void work();

    const Done done_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::map<std::string, Job> waiting_;
    std::string running_;                ///< name of the source being checked; empty if none
    std::atomic<bool> cancelled_{false}; ///< set to cancel the check in progress
    bool is_over_ = false;
    std::thread thread_; ///< declared last, because the thread uses the other members
};

} // namespace warploom::app
