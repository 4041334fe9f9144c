#include "app/check/drawn_complaint.h"

#include "app/check/drawn_inputs.h"
#include "app/check/try_kernel.h"
#include "app/operations/operation.h"
#include "engine/error.h"
#include "kernels/written/written_kernel.h"

#include <deque>
#include <mutex>
#include <utility>

namespace warploom::app {

namespace {

/// The verdicts on the last few texts: a run asks for each matrix and number of threads again.
class KeptComplaints {
public:
    std::optional<std::optional<Complaint>> find(const std::string& key) {
        const std::lock_guard lock(mutex_);
        for (const auto& [known, complaint] : kept_)
            if (known == key) return complaint;
        return std::nullopt;
    }
    void keep(std::string key, const std::optional<Complaint>& complaint) {
        constexpr std::size_t most_kept = 64;
        const std::lock_guard lock(mutex_);
        kept_.emplace_front(std::move(key), complaint);
        if (kept_.size() > most_kept) kept_.pop_back();
    }

private:
    std::mutex mutex_;
    std::deque<std::pair<std::string, std::optional<Complaint>>> kept_;
};

std::optional<Complaint> judged(kernels::Operation operation, const kernels::KernelInfo& info,
                                const DrawnSettings& settings, const Progress& progress) {
    TraceSettings wanted;
    wanted.kernel = info.id;
    wanted.card = settings.card;
    wanted.precision = settings.precision;
    wanted.block = settings.block;
    wanted.sample = TraceSettings::all_blocks;
    Inputs inputs;
    for (const std::string& input : drawn_inputs(operation, info.format, settings.open_rows)) {
        const std::string where = on_drawn(operation, input);
        try {
            const Tried tried = try_kernel(inputs, operation, input, "", wanted, false, progress);
            if (!tried.trace.findings.empty()) {
                Complaint complaint = complaint_of(tried.trace.findings);
                complaint.sentence.insert(0, where);
                return complaint;
            }
            if (tried.wrong)
                return Complaint{"result.wrong", where + sentence_of(*tried.wrong, false),
                                 "Run it on that input alone, or open it on the page Write."};
        } catch (const Error& error) {
            if (error.code() == "cancelled") throw;
            throw Error(error.code(), where + error.what(), error.hint());
        }
    }
    return std::nullopt;
}

} // namespace

Complaint complaint_of(const std::vector<simulated::Finding>& findings) {
    const std::size_t more = findings.size() - 1;
    return {"result.finding",
            std::string(to_string(findings.front().kind)) + ": " + findings.front().sentence +
                (more == 0 ? "" : " And " + std::to_string(more) + (more == 1 ? " mistake more." : " mistakes more.")),
            "docs/write-a-kernel.md says what helps; `trace` lists all of them."};
}

std::optional<Complaint> complaint_on_drawn(const DrawnSettings& settings, const Progress& progress) {
    const PlannedKernel planned = spec_of(settings.operation).plan(settings.kernel);
    const kernels::KernelInfo& info = planned.product != nullptr ? *planned.product : *planned.info;
    if (!kernels::is_written_kernel(info.id)) return std::nullopt;
    const kernels::Operation operation = planned.product != nullptr ? kernels::Operation::spmv : settings.operation;
    static KeptComplaints kept;
    const std::string key = kernels::name_with_text(info.id) + "\n" + kernels::text_of_kernel(info.id) + "\n" +
                            simulated::card_document(settings.card).dump() + kernels::to_string(operation) +
                            kernels::to_string(settings.precision) + std::to_string(settings.block) + "/" +
                            std::to_string(settings.open_rows);
    if (const auto known = kept.find(key)) return *known;
    const auto complaint = judged(operation, info, settings, progress);
    kept.keep(key, complaint);
    return complaint;
}

} // namespace warploom::app
