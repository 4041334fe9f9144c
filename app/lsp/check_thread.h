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

/// Result of checking a source.
struct CheckedSource {
    protocol::Check check;
    std::map<int, std::string> costs; ///< costs by line, for lines that access memory; empty if the source is not
                                      ///< correct
    std::string input;                ///< input that the costs refer to
    std::string failure;              ///< why there is no verdict; empty if there is a verdict
};

/// Checks sources on a background thread. A newer source with the same name replaces an older one, even if its check is
/// in progress.
class CheckThread {
public:
    struct Job {
        std::string name; ///< path of the file, which may not exist
        std::string text;
        simulated::Card card;
        std::string matrix; ///< input to check in addition to the test inputs; if empty, the default input
        int block = 0;      ///< threads per block; 0 for the default
        bool is_float = false;
        std::int64_t version = 0; ///< passed back with the result
    };
    /// Called on the background thread.
    using Done = std::function<void(const Job& job, const CheckedSource& found)>;
    explicit CheckThread(Done done);
    /// Cancels the check in progress.
    ~CheckThread();
    CheckThread(const CheckThread&) = delete;
    CheckThread& operator=(const CheckThread&) = delete;

    void start(Job job);
    /// Cancels the checks of a source. The result of a check that has just finished may still arrive.
    void cancel(const std::string& name);
    /// Blocks until all checks have finished.
    void wait();

private:
    void work();

    const Done done_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::map<std::string, Job> waiting_; ///< waiting sources by name
    std::string running_;                ///< name of the source being checked; empty if none
    std::atomic<bool> cancelled_{false}; ///< cancels the check in progress
    bool is_over_ = false;
    std::thread thread_; ///< last member, because the thread uses the others
};

} // namespace warploom::app
