#pragma once

#include "engine/comma_list.h"
#include "engine/error.h"
#include "engine/sentence.h"
#include "engine/simulated/tracer.h"
#include "kernels/operations/bound.h"
#include "kernels/plans/plan.h"
#include "kernels/sources/built_in_kernels.h"
#include "kernels/sources/launch_limit.h"
#include "kernels/sources/numbers.h"
#include "kernels/sources/other_numbers.h"
#include "kernels/sources/text_of_kernel.h"
#include "kernels/trsv/level_sets.h"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warploom::kernels {

/// Specifies where a kernel source runs: on a real GPU, or on the simulated GPU with or without a tracer.
struct ExecutionTarget {
    simulated::Tracer* tracer = nullptr;
    std::unique_ptr<TextGpu> gpu = nullptr; ///< the GPU; null for the simulated one
    simt::Given* given = nullptr; ///< if set, receives the arguments of the source, which is then not executed
};

/// Records the operations of `prepare` and `run`. `run` is executed only once. It always performs the same operations,
/// because the arrays that it reads on the host never change. `arrays` maps names to scratch arrays, allocated on
/// demand.
class RunRecord final : public simt::Launcher {
public:
    RunRecord(TextGpu& gpu, std::map<std::string, void*>& arrays) : gpu_(gpu), arrays_(arrays) {}
    void* scratch(std::int64_t bytes, const std::string& name) override {
        const auto [place, is_new] = arrays_.try_emplace(name, nullptr);
        if (is_new) place->second = gpu_.make_array(bytes, name);
        return place->second;
    }
    void execute(simt::HostStep step) override { steps.push_back(std::move(step)); }

    std::vector<simt::HostStep> steps;

private:
    TextGpu& gpu_;
    std::map<std::string, void*>& arrays_;
};

inline std::vector<std::string> kernels_in(const std::vector<simt::HostStep>& steps) {
    std::vector<std::string> names;
    for (const simt::HostStep& step : steps)
        if (const auto* const launch = std::get_if<simt::Launch>(&step))
            if (std::find(names.begin(), names.end(), launch->kernel) == names.end()) names.push_back(launch->kernel);
    return names;
}

/// Implements the Bound type of an operation with a kernel source.
template <class Of> class BoundText : public Of, public OtherNumbers {
public:
    /// After a timeout, a launch may still be running, and destroying the GPU object would wait for it indefinitely.
    ~BoundText() override {
        try {
            BoundText::finish();
        } catch (const std::exception&) {} // a device fault persists, so the next call reports it
    }
    void enqueue() override {
        if (!has_result_) return;
        if (place_.gpu != nullptr) {
            watch_.launches();
            if (kept_) place_.gpu->start_kept(*kept_);
            return;
        }
        call_->run();
        if (place_.tracer == nullptr) show(call_->printed());
    }
    void finish() override {
        if (place_.gpu != nullptr) place_.gpu->finish();
    }
    void prepare_again() override {
        // The arrays that `prepare` reads on the GPU have changed, so run it again.
        for (const simt::HostStep& step : preparation_) gpu()->start(step);
        if (call_ != nullptr && has_result_) call_->prepare();
    }
    simt::Printed printed() const override { return call_ != nullptr ? call_->printed() : simt::Printed(); }

protected:
    BoundText(const BindRequest& request, Precision precision, ExecutionTarget place)
        : place_(std::move(place)), is_own_(!is_kernel_file(request.kernel)),
          watch_(is_own_ ? nullptr : gpu(), request.kernel), kernel_(request.kernel), card_(request.card),
          program_(program_of(request.operation(), request.kernel)), is_double_(precision == Precision::float64) {
        numbers_["block"] = request.block_size;
        if (!is_own_) Of::detail = name_with_text(kernel_);
    }
    TextGpu* gpu() const { return place_.gpu.get(); }
    const simt::Head& head() const { return head_of(*program_); }

    /// Passes a host array to the kernel. On a real GPU, a user's kernel gets its own copy, because it could cast away
    /// const and damage another kernel's array. Built-in sources, which do not write to their inputs, share a format's
    /// arrays. The simulated GPU uses the original array, because it rejects writes to read-only arrays. If `run` may
    /// read the array, `host` is its copy in host memory.
    void give(const char* name, simt::Element element, const void* data, std::int64_t size,
              const void* host = nullptr) {
        const std::int64_t bytes = size * bytes_of(element);
        void* there = const_cast<void*>(data);
        if (gpu() != nullptr) {
            there = gpu()->make_array(bytes, name);
            this->transfer_ns += elapsed_ns([&] { gpu()->upload(there, data, bytes); });
        }
        arrays_.push_back({name, element, there, size, false, false, false, false, host});
    }
    void give_format(const std::shared_ptr<const HostFormat>& format) {
        const auto arrays = format->arrays();
        for (std::size_t i = 0; i < arrays.size(); ++i) {
            const FormatArray& array = arrays[i];
            const void* const shared =
                gpu() != nullptr && is_own_ ? gpu()->share(format, i, &this->transfer_ns) : nullptr;
            if (shared == nullptr) give(array.name.c_str(), array.element, array.data, array.size);
            else arrays_.push_back({array.name, array.element, const_cast<void*>(shared), array.size, false, false});
        }
        for (const auto& [name, number] : format->numbers()) numbers_[name] = number;
    }
    void give(const char* name, const std::vector<int>& values, const void* host = nullptr) {
        give(name, simt::Element::int32, values.data(), static_cast<std::int64_t>(values.size()), host);
    }
    void give(const char* name, std::int64_t number) { numbers_[name] = number; }
    /// Passes the level sets to the kernel. Passes the array `first` only if the source has a parameter with this name,
    /// so that other kernels do not get an extra array.
    void give_levels(const LevelSets& levels) {
        if (asks_for("first")) give("first", levels.first, levels.first.data());
        give("order", levels.order);
        give("levels", levels.levels());
        give("most_rows", levels.most_rows());
    }
    /// Returns whether `run` or `prepare` has a parameter with this name.
    bool asks_for(const std::string& name) const {
        const auto names = simt::parameters_of(*program_);
        return std::find(names.begin(), names.end(), name) != names.end();
    }

    /// Binds `run` to the arrays in `own` and to additional outputs, and then calls `prepare`.
    void prepare(const std::vector<simt::GivenArray>& own, const std::vector<simt::GivenArray>& beside = {}) {
        has_result_ =
            std::any_of(own.begin(), own.end(), [](const simt::GivenArray& a) { return a.may_write && a.size > 0; });
        simt::Given given = given_with(own);
        given.arrays.insert(given.arrays.end(), beside.begin(), beside.end());
        if (place_.given != nullptr) {
            *place_.given = std::move(given);
            return;
        }
        if (gpu() == nullptr) {
            simt::ExecutionLimits limits;
            if (const simt::Recorder* const recorder = place_.tracer;
                recorder != nullptr && recorder->rules().most_scratch_bytes > 0)
                limits.scratch_bytes = recorder->rules().most_scratch_bytes;
            call_ = std::make_unique<simt::Call>(program_, is_double_, std::move(given), limits);
            if (card_ != nullptr) call_->set_card(*card_);
            call_->set_recorder(place_.tracer);
            if (has_result_) call_->prepare();
            return;
        }
        if (const std::string variable = simt::variable_of(*program_); !variable.empty())
            throw Error("kernel.machine",
                        sentence("`{name}` is a `__device__` variable. On a real GPU, it would keep its value "
                                 "between calls to run.",
                                 {{"name", variable}}),
                        sentence("Use a scratch array, and call cudaMemset in run."));
        RunRecord record(*gpu(), scratch_);
        simt::Call call(program_, is_double_, std::move(given), {}, &record);
        if (!has_result_) return;
        call.prepare();
        preparation_ = std::exchange(record.steps, {});
        call.run();
        show(call.printed());
        std::vector<simt::HostStep> all = preparation_;
        all.insert(all.end(), record.steps.begin(), record.steps.end());
        gpu()->compile({is_own_ ? name_of(*program_) : kernel_, device_text(*program_), kernels_in(all), is_own_});
        kept_ = gpu()->keep(std::move(record.steps));
        if (preparation_.empty()) return;
        this->preprocess_ns += elapsed_ns([&] {
            prepare_again();
            gpu()->finish();
        });
    }
    /// Makes the kernel read another format with the same layout, which must outlive all runs.
    void take_format(const HostFormat& other) {
        if (call_ == nullptr) return;
        for (const FormatArray& array : other.arrays()) call_->set_array(array.name, array.data, array.size);
    }
    /// Makes later launches on a real GPU use the arrays in `own`. Call it after prepare().
    void use_arrays(const std::vector<simt::GivenArray>& own) {
        if (!has_result_) return;
        RunRecord record(*gpu(), scratch_);
        simt::Call(program_, is_double_, given_with(own), {}, &record).run();
        kept_ = gpu()->keep(std::move(record.steps));
    }

    /// Computes the requested plan and passes it to the kernel. On a real GPU, the time counts as preprocessing.
    void give_plan(const std::shared_ptr<const HostFormat>& format) {
        const std::string& name = head().plan;
        if (name.empty()) return;
        PlanCard card;
        if (gpu() != nullptr) card = gpu()->card();
        else if (card_ != nullptr)
            card = {static_cast<int>(card_->multiprocessors), static_cast<std::int64_t>(card_->block_shared_bytes)};
        std::unique_ptr<RowsOnGpu> rows;
        if (gpu() != nullptr && is_own_) rows = gpu()->rows_of(format, &this->transfer_ns);
        card.rows = rows.get();
        const double ns = elapsed_ns([&] { plan_ = make_plan(name, *format, card); });
        if (gpu() != nullptr) this->preprocess_ns += ns;
        for (const auto& [number, value] : plan_.numbers) give(number.c_str(), value);
        for (const Plan::Array& array : plan_.arrays) give(array.name.c_str(), array.values);
        if (!plan_.detail.empty()) add_item(this->detail, plan_.detail);
    }

private:
    simt::Given given_with(const std::vector<simt::GivenArray>& own) const {
        simt::Given given{arrays_, numbers_};
        given.arrays.insert(given.arrays.end(), own.begin(), own.end());
        return given;
    }

    ExecutionTarget place_;
    bool is_own_; ///< whether the source is built in, and therefore known to terminate
    LaunchWatch watch_;
    std::string kernel_;
    const simulated::Card* card_; ///< the simulated card; used only during binding
    std::shared_ptr<const simt::Program> program_;
    bool is_double_;
    bool has_result_ = true; ///< false for a matrix without rows, where `run` would launch 0 blocks
    std::vector<simt::GivenArray> arrays_;
    std::map<std::string, std::int64_t> numbers_;
    Plan plan_;
    std::unique_ptr<simt::Call> call_;
    std::map<std::string, void*> scratch_;
    std::optional<std::size_t> kept_;
    std::vector<simt::HostStep> preparation_;
};

} // namespace warploom::kernels
