#include "app/lsp/check_thread.h"

#include "app/check/check.h"
#include "app/lsp/line_costs.h"
#include "engine/error.h"
#include "engine/process_setup.h"
#include "engine/sentence.h"
#include "kernels/sources/names.h"
#include "kernels/sources/text_of_kernel.h"

#include <exception>
#include <utility>

namespace warploom::app {

namespace {

CheckedSource checked(Checker& checker, Inputs& inputs, const CheckThread::Job& job, const Progress& progress) {
    CheckedSource found;
    kernels::set_request_sources({{job.name, job.text}});
    try {
        CheckSettings settings;
        settings.kernel = job.name;
        settings.card = job.card;
        settings.precision = job.is_float ? Precision::float32 : Precision::float64;
        if (job.block > 0) settings.block = job.block;
        const Operation operation = kernels::operation_of(*kernels::translated(job.name, job.text));
        settings.matrix = !job.matrix.empty()                   ? job.matrix
                          : operation == Operation::free        ? ""
                          : operation == Operation::tridiagonal ? "tridiagonal:n=1024,kind=1"
                          : operation == Operation::ata         ? "dense:rows=64,cols=48"
                                                                : "laplace2d:n=32";
        found.check = checker.check(settings, progress);
        if (found.check.verdict == protocol::CheckVerdict::right && !found.check.inputs.empty()) {
            settings.precision = found.check.precision;
            settings.block = found.check.block;
            found.input = found.check.inputs.front();
            found.costs = line_costs(inputs, operation, found.input, settings, progress);
        }
    } catch (const Error& error) {
        if (error.code() == "cancelled") throw;
        found.failure = error.hint().empty() ? error.what() : std::string(error.what()) + " " + error.hint();
    } catch (const std::exception& failure) { // thrown, for example, if memory is exhausted
        found.failure = sentence("The command failed: {reason}.", {{"reason", failure.what()}});
    }
    return found;
}

} // namespace

CheckThread::CheckThread(Done done) : done_(std::move(done)), thread_([this] { work(); }) {}

CheckThread::~CheckThread() {
    {
        const std::lock_guard lock(mutex_);
        is_over_ = true;
        cancelled_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void CheckThread::start(Job job) {
    const std::lock_guard lock(mutex_);
    if (running_ == job.name) cancelled_ = true;
    waiting_[job.name] = std::move(job);
    changed_.notify_all();
}

void CheckThread::cancel(const std::string& name) {
    const std::lock_guard lock(mutex_);
    waiting_.erase(name);
    if (running_ == name) cancelled_ = true;
}

void CheckThread::wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return waiting_.empty() && running_.empty(); });
}

void CheckThread::work() {
    Checker checker;
    Inputs inputs;
    Progress progress;
    progress.cancelled = &cancelled_;
    for (;;) {
        Job job;
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [this] { return is_over_ || !waiting_.empty(); });
            if (is_over_) return;
            auto next = waiting_.extract(waiting_.begin());
            job = std::move(next.mapped());
            running_ = job.name;
            cancelled_ = false;
        }
        try {
            const CheckedSource found = checked(checker, inputs, job, progress);
            if (!cancelled_) done_(job, found);
        } catch (const Error&) {} // thrown if the check was canceled, so there is nothing to report
        const std::lock_guard lock(mutex_);
        running_.clear();
        changed_.notify_all();
    }
}

} // namespace warploom::app
