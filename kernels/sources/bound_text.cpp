#include "engine/comma_list.h"
#include "engine/error.h"
#include "engine/sentence.h"
#include "engine/simulated/tracer.h"
#include "kernels/operations/ata.h"
#include "kernels/operations/ilu.h"
#include "kernels/operations/spmv.h"
#include "kernels/operations/tridiagonal.h"
#include "kernels/operations/trsv.h"
#include "kernels/plans/plan.h"
#include "kernels/preconditioners/incomplete_lu.h"
#include "kernels/sources/built_in_kernels.h"
#include "kernels/sources/launch_limit.h"
#include "kernels/sources/numbers.h"
#include "kernels/sources/other_numbers.h"
#include "kernels/sources/text_of_kernel.h"
#include "kernels/sources/zero_pivot.h"
#include "kernels/trsv/level_sets.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <utility>

namespace warploom::kernels {

namespace {

using simt::Element;
using simt::Given;
using simt::GivenArray;

/// The GPU on which a CUDA C file runs: a real GPU, or the simulated GPU with or without a tracer.
struct Place {
    simulated::Tracer* tracer = nullptr;
    std::unique_ptr<TextGpu> gpu = nullptr; ///< the real GPU; null for the simulated GPU
    /// Receives the arguments of `run`, which is then not executed; null to execute it.
    simt::Given* given = nullptr;
};

/// Records the operations of the functions `prepare` and `run`. The arrays that `run` can read on the host never
/// change, so `run` always performs the same operations and is executed only once. `arrays` maps names to scratch
/// arrays, which are allocated if they do not exist.
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

std::vector<std::string> kernels_in(const std::vector<simt::HostStep>& steps) {
    std::vector<std::string> names;
    for (const simt::HostStep& step : steps)
        if (const auto* const launch = std::get_if<simt::Launch>(&step))
            if (std::find(names.begin(), names.end(), launch->kernel) == names.end()) names.push_back(launch->kernel);
    return names;
}

/// Adapts a CUDA C file to the Bound type of an operation.
template <class Of> class BoundText : public Of, public OtherNumbers {
public:
    /// Does not wait for a launch that timed out, because the kernel may still be running, and destroying the GPU
    /// object would wait for it indefinitely.
    ~BoundText() override {
        try {
            BoundText::finish();
        } catch (const std::exception&) {} // ignore a device fault, which the next call reports again
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
        // On a GPU, the arrays that `prepare` reads have changed, so run its operations again.
        for (const simt::HostStep& step : preparation_) gpu()->start(step);
        if (call_ != nullptr && has_result_) call_->prepare();
    }
    simt::Printed printed() const override { return call_ != nullptr ? call_->printed() : simt::Printed(); }

protected:
    BoundText(const BindRequest& request, Precision precision, Place place)
        : place_(std::move(place)), is_own_(!is_kernel_file(request.kernel)),
          watch_(is_own_ ? nullptr : gpu(), request.kernel), kernel_(request.kernel), card_(request.card),
          program_(program_of(request.operation(), request.kernel)), is_double_(precision == Precision::float64) {
        numbers_["block"] = request.block_size;
        if (!is_own_) Of::detail = name_with_text(kernel_);
    }
    TextGpu* gpu() const { return place_.gpu.get(); }
    const simt::Head& head() const { return head_of(*program_); }

    /// Passes a host array to the kernel. On a real GPU, the kernel gets its own copy, so that a kernel that casts away
    /// const cannot damage another kernel's array. The simulated GPU uses the original array, because it rejects writes
    /// to read-only arrays. Built-in kernels do not write to their inputs, so they share a format's arrays on real
    /// GPUs, too. If `run` may read the array, `host` is its copy in host memory.
    void give(const char* name, Element element, const void* data, std::int64_t size, const void* host = nullptr) {
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
        give(name, Element::int32, values.data(), static_cast<std::int64_t>(values.size()), host);
    }
    void give(const char* name, std::int64_t number) { numbers_[name] = number; }
    /// Passes the level sets of a triangular matrix to the kernel. The array `first` is passed only if `run` or
    /// `prepare` has a parameter with this name, so that other kernels do not get an extra array.
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

    /// Binds `run` to the arrays in `own` and to additional output arrays, and then calls `prepare`.
    void prepare(const std::vector<GivenArray>& own, const std::vector<GivenArray>& beside = {}) {
        has_result_ =
            std::any_of(own.begin(), own.end(), [](const GivenArray& a) { return a.may_write && a.size > 0; });
        Given given = given_with(own);
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
                        sentence("`{name}` is a `__device__` variable. On a real GPU, it would keep its value from one "
                                 "call of run to the next.",
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
    /// Makes the kernel read the arrays of another matrix with the same layout. These arrays must outlive all runs of
    /// the kernel.
    void take_format(const HostFormat& other) {
        if (call_ == nullptr) return;
        for (const FormatArray& array : other.arrays()) call_->set_array(array.name, array.data, array.size);
    }
    /// Makes later launches on a GPU use these arrays. Call this function after prepare().
    void use_arrays(const std::vector<GivenArray>& own) {
        if (!has_result_) return;
        RunRecord record(*gpu(), scratch_);
        simt::Call(program_, is_double_, given_with(own), {}, &record).run();
        kept_ = gpu()->keep(std::move(record.steps));
    }

    /// Computes the plan that the kernel requests and passes it to the kernel. On a real GPU, the time counts as
    /// preprocessing time.
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
    Given given_with(const std::vector<GivenArray>& own) const {
        Given given{arrays_, numbers_};
        given.arrays.insert(given.arrays.end(), own.begin(), own.end());
        return given;
    }

    Place place_;
    bool is_own_; ///< whether the kernel is built in, and therefore known to terminate
    LaunchWatch watch_;
    std::string kernel_;
    const simulated::Card* card_; ///< parameters of the simulated GPU; used only during binding
    std::shared_ptr<const simt::Program> program_;
    bool is_double_;
    bool has_result_ = true; ///< false for a matrix without rows, for which `run` would launch 0 blocks
    std::vector<GivenArray> arrays_;
    std::map<std::string, std::int64_t> numbers_;
    Plan plan_;
    std::unique_ptr<simt::Call> call_;
    std::map<std::string, void*> scratch_; ///< scratch arrays in GPU memory, by name
    std::optional<std::size_t> kept_;      ///< handle of the recorded launches of `run`
    std::vector<simt::HostStep> preparation_;
};

class SpmvText final : public BoundText<BoundSpmv> {
public:
    using Input = SpmvInput;
    SpmvText(const BindRequest& request, const Input& input, Place place)
        : BoundText(request, input.format->precision, std::move(place)), format_(input.format),
          x_("x", format_->cols, format_->precision, gpu()), y_("y", format_->rows, format_->precision, gpu()) {
        give_format(format_);
        give_plan(format_);
        transfer_ns += elapsed_ns([&] {
            x_.send();
            y_.fetch();
        });
        prepare({x_.given(false, true), y_.given(true)});
    }
    void set_x(const std::vector<double>& x) override {
        check_x(x, format_->cols);
        x_.set(x);
    }
    void poison() override { y_.poison(); }
    void take_numbers(const OperationInput& other) override {
        format_ = std::get<Input>(other).format;
        take_format(*format_);
    }
    std::vector<double> y() const override { return y_.values(); }
    VectorPlaces places() override { return {x_.place(), y_.place()}; }
    bool use_places(const VectorPlaces& places) override {
        if (gpu() == nullptr) return false;
        auto x = x_.given(false, true), y = y_.given(true);
        x.data = places.x;
        y.data = places.y;
        use_arrays({x, y});
        return true;
    }

private:
    std::shared_ptr<const HostFormat> format_;
    Numbers x_, y_;
};

/// Returns a copy of a diagonal in which the element outside the matrix (the first or the last one) is 0.
std::vector<double> with_zero_at(std::vector<double> values, bool at_front) {
    if (!values.empty()) (at_front ? values.front() : values.back()) = 0;
    return values;
}

class TridiagonalText final : public BoundText<BoundTridiagonal> {
public:
    using Input = TridiagonalInput;
    TridiagonalText(const BindRequest& request, const Input& input, Place place)
        : BoundText(request, input.precision, std::move(place)),
          a_("a", with_zero_at(input.system->a, true), input.precision, gpu()),
          b_("b", input.system->b, input.precision, gpu()),
          c_("c", with_zero_at(input.system->c, false), input.precision, gpu()),
          d_("d", input.system->d, input.precision, gpu()), x_("x", input.system->n(), input.precision, gpu()),
          zero_(gpu()) {
        if (gpu() != nullptr)
            transfer_ns = elapsed_ns([&] {
                TridiagonalText::upload();
                TridiagonalText::download();
            });
        give("n", input.system->n());
        give("systems", input.system->systems);
        prepare({a_.given(false), b_.given(false), c_.given(false), right_side(), x_.given(true)}, {zero_.given()});
    }
    void poison() override { x_.poison(); }
    void take_numbers(const OperationInput& other) override {
        const TridiagonalSystem& system = *std::get<Input>(other).system;
        a_.set(with_zero_at(system.a, true));
        b_.set(system.b);
        c_.set(with_zero_at(system.c, false));
        d_.set(system.d);
    }
    std::vector<double> x() const override { return x_.values(); }
    std::optional<std::int64_t> zero_pivot() const override { return zero_.row(); }
    void upload() override {
        for (Numbers* const numbers : {&a_, &b_, &c_, &d_}) numbers->send();
        prepare_again();
    }
    void download() override { x_.fetch(); }

private:
    simt::GivenArray right_side() const {
        simt::GivenArray d = d_.given(false);
        d.is_of_call = true;
        return d;
    }

    Numbers a_, b_, c_, d_, x_;
    ZeroPivot zero_;
};

class AtaText final : public BoundText<BoundAta> {
public:
    using Input = AtaInput;
    AtaText(const BindRequest& request, const Input& input, Place place)
        : BoundText(request, input.precision, std::move(place)),
          c_("C", (require_ata_memory(input, true), input.a->cols * input.a->cols), input.precision, gpu()) {
        std::vector<GivenArray> arrays;
        // Passes an array of the system only if the kernel has a parameter for it.
        const auto lay_out = [&](const char* name, const std::vector<double>& values) {
            Numbers& a = a_.emplace_back(name, values, input.precision, gpu());
            if (gpu() != nullptr) transfer_ns += elapsed_ns([&] { a.send(); });
            arrays.push_back(a.given(false));
        };
        const bool by_columns_only = asks_for(columns_of_a) && !asks_for("A");
        if (!by_columns_only) lay_out("A", input.a->value);
        if (asks_for(columns_of_a)) lay_out(columns_of_a, by_columns(*input.a));
        give("m", input.a->rows);
        give("n", input.a->cols);
        give("registers", input.switches.registers ? 1 : 0);
        give("prefetch", input.switches.prefetch ? 1 : 0);
        give("padding", input.switches.padding);
        give("unroll", input.switches.unroll ? 1 : 0);
        give("symmetric", input.switches.symmetric ? 1 : 0);
        arrays.push_back(c_.given(true));
        prepare(arrays);
    }
    void poison() override { c_.poison(); }
    void take_numbers(const OperationInput& other) override {
        const DenseMatrix& a = *std::get<Input>(other).a;
        if (asks_for("A") || !asks_for(columns_of_a)) a_.front().set(a.value);
        if (asks_for(columns_of_a)) a_.back().set(by_columns(a));
    }
    std::vector<double> c() const override { return c_.values(); }

private:
    std::deque<Numbers> a_; ///< copies of A in row-major and column-major order
    Numbers c_;
};

class TrsvText final : public BoundText<BoundTrsv> {
public:
    using Input = TrsvInput;
    TrsvText(const BindRequest& request, const Input& input, Place place)
        : BoundText(request, input.format->precision, std::move(place)), input_(input),
          b_("b", input.format->rows, input.format->precision, gpu()),
          x_("x", input.format->rows, input.format->precision, gpu()) {
        give_format(input.format);
        give_levels(*input.levels);
        give_plan(input.format);
        transfer_ns += elapsed_ns([&] {
            b_.send();
            x_.fetch();
        });
        prepare({b_.given(false, true), x_.given(true, true)});
    }
    void set_right_side(const std::vector<double>& b) override { b_.set(b); }
    void take_numbers(const OperationInput& other) override {
        input_.format = std::get<Input>(other).format;
        take_format(*input_.format);
    }
    void poison() override { x_.poison(); }
    std::vector<double> x() const override { return x_.values(); }

private:
    TrsvInput input_;
    Numbers b_, x_;
};

class IluText final : public BoundText<BoundIlu> {
public:
    using Input = IluInput;
    IluText(const BindRequest& request, const Input& input, Place place)
        : BoundText(request, input.format->precision, std::move(place)), input_(input),
          factors_("lu", input.format->footprint.value_slots, input.format->precision, gpu()), zero_(gpu()) {
        give_format(input.format);
        give("diagonal", input.pattern->diagonal);
        give_levels(input.pattern->lower);
        transfer_ns += elapsed_ns([&] { factors_.fetch(); });
        prepare({factors_.given(true)}, {zero_.given()});
    }
    void take_numbers(const OperationInput& other) override {
        input_.format = std::get<Input>(other).format;
        take_format(*input_.format);
    }
    void poison() override { factors_.poison(); }
    std::vector<double> factors() const override { return factors_.values(); }
    std::optional<std::int64_t> zero_pivot() const override { return zero_.row(); }

private:
    IluInput input_;
    Numbers factors_;
    ZeroPivot zero_;
};

std::unique_ptr<Bound> bind_at(const BindRequest& request, Place place) {
    const auto made = [&]<class Text>(std::type_identity<Text>) -> std::unique_ptr<Bound> {
        return std::make_unique<Text>(request, request.as<typename Text::Input>(), std::move(place));
    };
    switch (request.operation()) {
    case Operation::spmv: return made(std::type_identity<SpmvText>());
    case Operation::tridiagonal: return made(std::type_identity<TridiagonalText>());
    case Operation::ata: return made(std::type_identity<AtaText>());
    case Operation::trsv: return made(std::type_identity<TrsvText>());
    case Operation::ilu: return made(std::type_identity<IluText>());
    case Operation::cg: break; // CG has no CUDA C file of its own; its product can be a kernel file
    }
    throw Error(
        "kernel.operation",
        sentence("A kernel file cannot implement {operation}.", {{"operation", to_string(request.operation())}}),
        sentence("Use cg:./mine.cu, which runs the method cg with your product."));
}

} // namespace

std::unique_ptr<Bound> bind_text(const BindRequest& request, simulated::Tracer* tracer) {
    return bind_at(request, {tracer});
}
simt::Given given_to_text(const BindRequest& request) {
    Given given;
    bind_at(request, {nullptr, nullptr, &given});
    return given;
}
std::unique_ptr<Bound> bind_text_on(const BindRequest& request, std::unique_ptr<TextGpu> gpu) {
    // Check the format of a kernel file here, because the CUDA plug-in does not check it.
    require_format(request, find_kernel(request.operation(), request.kernel)->format);
    require_block(request.block_size);
    return bind_at(request, {nullptr, std::move(gpu)});
}

Texts texts_for_gpus() {
    return {find_kernel,
            [](Operation operation, const std::string& kernel) -> const KernelInfo* {
                const SimulatedEntry* const text = find_entry(built_in_texts(), operation, kernel);
                return text == nullptr ? nullptr : &text->info;
            },
            bind_text_on};
}

} // namespace warploom::kernels
