#include "app/worker/serve.h"

#include "app/worker/request_line.h"
#include "app/worker/requests.h"
#include "engine/error.h"
#include "engine/memory.h"
#include "engine/parallel.h"
#include "engine/protocol/framing/line_reader.h"
#include "engine/protocol/framing/messages.h"
#include "engine/protocol/framing/request.h"
#include "engine/sentence.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <system_error>
#include <thread>

namespace warploom::app {

namespace {

using protocol::LineReader;

constexpr auto grace_after_input = std::chrono::seconds(2);
constexpr auto grace_after_cancel = std::chrono::seconds(2); ///< time limit for canceled requests to end
/// Time after the end of the input at which the process exits even if it is still busy.
constexpr auto longest_end = std::chrono::seconds(8);
constexpr int exit_lost_device = 3;
constexpr std::size_t most_open = 1000;

std::string target_of(const Json& cancel) {
    const protocol::Reader in(cancel, protocol::request_source());
    return in.member("target").text();
}

Json event_of(const Json& id, const std::exception& failure) {
    if (const auto* const error = dynamic_cast<const Error*>(&failure)) return protocol::error_event(id, *error);
    if (dynamic_cast<const std::bad_alloc*>(&failure) != nullptr)
        return protocol::error_event(id, Error("memory.limit", sentence("There is not enough memory."),
                                               sentence("Close other programs, or choose a smaller matrix.")));
    return protocol::error_event(
        id, Error("worker.failed", sentence("The request failed: {reason}.", {{"reason", failure.what()}})));
}

/// Adds all sentences since the previous line to a line of the protocol. Each sentence consists of its pattern and
/// arguments, so that the client can translate it.
void add_sentences(std::string& line) {
    Json sentences = Json::object();
    for (const auto& [text, parts] : take_new_sentences()) {
        Json arguments = Json::object();
        for (const auto& [name, value] : parts.arguments) arguments[name] = value;
        sentences[text] = {{"pattern", parts.pattern}, {"arguments", arguments}};
    }
    if (sentences.empty()) return;
    line.back() = ','; // replace the closing brace with a comma
    line += "\"sentences\":" + protocol::to_line(sentences) + "}";
}

/// Formats a message as a line of the protocol. Errors: "protocol.long" if the line is too long for the client.
std::string line_of(const Json& message) {
    std::string line = protocol::to_line(message);
    add_sentences(line);
    line += '\n';
    if (line.size() > LineReader::longest_line)
        throw Error("protocol.long",
                    sentence("The size of the response is {size}, but the limit for a line is 16 MiB.",
                             {{"size", bytes_text(static_cast<double>(line.size()))}}),
                    sentence("Request less data at a time: a smaller matrix, fewer kernels or fewer steps."));
    return line;
}

/// Terminates the process a few seconds after the client has closed the input, even if threads are blocked by a full
/// pipe or a library.
void end_with_input(int input) {
    std::thread([input] {
        name_thread("end of input");
        pollfd watched{input, 0, 0}; // poll only for a hangup, because another thread reads the data
        while (::poll(&watched, 1, -1) < 0 && errno == EINTR) {}
        if ((watched.revents & POLLHUP) == 0) return;
        std::this_thread::sleep_for(longest_end);
        std::_Exit(0);
    }).detach();
}

struct OpenRequest {
    Json request;
    std::atomic<bool> cancelled{false};
};

class Worker {
public:
    Worker(const MachineList& machines, StandardOutput& output)
        : output_(output), handler_(machines, [this](const Error& error) { end_with(error); }),
          thread_(thread_that([this] {
              name_thread("requests");
              work();
          })) {}

    /// Reads requests until the end of the input or until the request `quit`, and then stops the work thread. Returns
    /// the exit status.
    int read_all(int input) {
        LineReader reader(
            [input](char* buffer, std::size_t size) { return protocol::read_descriptor(input, buffer, size); });
        std::string line;
        bool must_stop_now = false;
        for (;;) {
            const auto status = reader.next(line);
            if (status == LineReader::Status::end) break;
            if (status == LineReader::Status::too_long) {
                refuse_line("protocol.long", sentence("A line longer than 16 MiB was skipped."),
                            sentence("Send matrices as paths or generators."));
            } else if (status == LineReader::Status::partial) {
                refuse_line("protocol.line", sentence("The input ended in the middle of a line."),
                            sentence("Every request must end with a line feed."));
                break;
            } else if (!take_line(line)) {
                must_stop_now = true;
                break;
            }
        }
        end_work(must_stop_now);
        return handler_.has_lost_device() ? exit_lost_device : 0;
    }

private:
    static std::thread thread_that(const std::function<void()>& works) {
        try {
            return std::thread(works);
        } catch (const std::system_error&) {
            throw Error("worker.threads", sentence("The worker requires two threads, but the system allows only one."),
                        sentence("Raise the limits on processes and memory (ulimit -u, ulimit -v), or close other "
                                 "programs."));
        }
    }

    void send(const Json& message) { send_line(line_of(message)); }
    void send_line(const std::string& line) {
        if (output_.write(line)) return;
        std::_Exit(0); // the client can no longer receive responses
    }

    /// Terminates the process if the work thread waits for a GPU that does not respond. First reports the error to the
    /// client as the response to the current request.
    [[noreturn]] void end_with(const Error& error) {
        const std::lock_guard lock(mutex_); // the lock prevents the request from sending a second response
        if (running_ != nullptr) output_.write(line_of(protocol::error_event(running_->request["id"], error)));
        std::_Exit(exit_lost_device);
    }

    void refuse_line(const char* code, const std::string& sentence, const std::string& hint) {
        send(protocol::error_event(nullptr, Error(code, sentence, hint)));
    }

    /// Processes a request line. Returns false if the worker must exit.
    bool take_line(const std::string& line) {
        if (line.find_first_not_of(" \t") == std::string::npos) return true;
        Json id = nullptr;
        try {
            RequestLine read = read_request_line(line, id);
            if (read.name == "quit") return false;
            if (read.name == "ping" || read.name == "hello") send(protocol::done_event(id, Json::object()));
            else if (read.name == "cancel") cancel(id, target_of(read.request));
            else enqueue(std::move(read.request));
        } catch (const std::exception& failure) { send(event_of(id, failure)); }
        return true;
    }

    void enqueue(Json request) {
        auto open = std::make_shared<OpenRequest>();
        open->request = std::move(request);
        {
            const std::lock_guard lock(mutex_);
            if (open_.size() == most_open)
                throw Error("protocol.field", sentence("1000 requests are already waiting."),
                            sentence("Wait for responses before sending more requests."));
            for (const auto& other : open_)
                if (other->request["id"] == open->request["id"])
                    throw Error("protocol.field",
                                sentence("The ID {id} is still in use.", {{"id", open->request["id"].dump()}}),
                                sentence("Use a different ID for every request."));
            open_.push_back(std::move(open));
        }
        changed_.notify_all();
    }

    void cancel(const Json& id, const std::string& target) {
        bool was_waiting = false;
        bool was_found = false;
        {
            const std::lock_guard lock(mutex_);
            const auto at = std::find_if(open_.begin(), open_.end(),
                                         [&](const auto& open) { return open->request["id"] == Json(target); });
            was_found = at != open_.end();
            if (was_found) (*at)->cancelled = true;
            if (was_found && *at != running_) {
                was_waiting = true;
                open_.erase(at);
            }
        }
        if (was_waiting) send(protocol::error_event(target, Error("cancelled", sentence("The task was canceled."))));
        send(protocol::done_event(id, {{"cancelled", was_found}}));
    }

    void work() {
        for (;;) {
            std::shared_ptr<OpenRequest> open;
            {
                std::unique_lock lock(mutex_);
                changed_.wait(lock, [&] { return is_ending_ || !open_.empty(); });
                if (open_.empty()) return;
                open = running_ = open_.front();
            }
            const std::string answer = answer_to(*open);
            {
                // Remove the request before sending the response, because the client may then reuse the request's ID.
                const std::lock_guard lock(mutex_);
                open_.erase(std::find(open_.begin(), open_.end(), open));
                running_ = nullptr;
            }
            send_line(answer);
            if (handler_.has_lost_device()) std::_Exit(exit_lost_device);
            // Return unused memory to the system, because a worker runs for as long as the window is open.
            if (nothing_waits()) give_back_memory();
        }
    }

    bool nothing_waits() {
        const std::lock_guard lock(mutex_);
        return open_.empty();
    }

    std::string answer_to(const OpenRequest& open) {
        const Json& id = open.request["id"];
        try {
            if (open.cancelled) throw Error("cancelled", sentence("The task was canceled."));
            const auto send_event = [this](const Json& event) { send(event); };
            return line_of(protocol::done_event(id, handler_.handle(open.request, send_event, open.cancelled)));
        } catch (const std::exception& failure) { return line_of(event_of(id, failure)); }
    }

    void end_work(bool now) {
        std::unique_lock lock(mutex_);
        is_ending_ = true;
        changed_.notify_all();
        lock.unlock();
        const auto wait_until_idle = [&](std::chrono::steady_clock::duration grace) {
            const auto deadline = std::chrono::steady_clock::now() + grace;
            for (;;) {
                {
                    const std::lock_guard guard(mutex_);
                    if (open_.empty()) return true;
                }
                if (std::chrono::steady_clock::now() >= deadline) return false;
                std::this_thread::sleep_for(std::chrono::milliseconds(5));
            }
        };
        bool is_idle = wait_until_idle(now ? std::chrono::seconds(0) : grace_after_input);
        if (!is_idle) {
            lock.lock();
            for (const auto& open : open_) open->cancelled = true;
            lock.unlock();
            is_idle = wait_until_idle(grace_after_cancel);
        }
        if (!is_idle) std::_Exit(0); // do not wait for a kernel, which cannot be interrupted
        thread_.join();
    }

    StandardOutput& output_;
    RequestHandler handler_;
    std::mutex mutex_;
    std::condition_variable changed_;
    /// Open requests in order of arrival, including the request in progress.
    std::deque<std::shared_ptr<OpenRequest>> open_;
    std::shared_ptr<OpenRequest> running_;
    bool is_ending_ = false;
    std::thread thread_; ///< declared last, because the thread uses the other members
};

} // namespace

int serve(const MachineList& machines, int input, StandardOutput& output) {
    end_with_input(input);
    output.write(protocol::to_line(protocol::write(handshake(machines))) + "\n");
    Worker worker(machines, output);
    return worker.read_all(input);
}

} // namespace warploom::app
