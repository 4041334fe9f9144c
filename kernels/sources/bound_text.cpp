#include "kernels/sources/bound_text.h"

#include "engine/declared/declared_input.h"
#include "engine/items.h"
#include "kernels/operations/ata.h"
#include "kernels/operations/free.h"
#include "kernels/operations/ilu.h"
#include "kernels/operations/spmv.h"
#include "kernels/operations/tridiagonal.h"
#include "kernels/operations/trsv.h"
#include "kernels/preconditioners/incomplete_lu.h"
#include "kernels/sources/zero_pivot.h"

#include <deque>

namespace warploom::kernels {

namespace {

class SpmvText final : public BoundText<BoundSpmv> {
public:
    using Input = SpmvInput;
    SpmvText(const BindRequest& request, const Input& input, ExecutionTarget place)
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

/// Returns a diagonal in which the element outside the matrix (the first or the last one) is 0.
std::vector<double> with_zero_at(std::vector<double> values, bool at_front) {
    if (!values.empty()) (at_front ? values.front() : values.back()) = 0;
    return values;
}

class TridiagonalText final : public BoundText<BoundTridiagonal> {
public:
    using Input = TridiagonalInput;
    TridiagonalText(const BindRequest& request, const Input& input, ExecutionTarget place)
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
    AtaText(const BindRequest& request, const Input& input, ExecutionTarget place)
        : BoundText(request, input.precision, std::move(place)),
          c_("C", (require_ata_memory(input, true), input.a->cols * input.a->cols), input.precision, gpu()) {
        std::vector<simt::GivenArray> arrays;
        // Pass an array only if the source has a parameter for it.
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
    std::deque<Numbers> a_;
    Numbers c_;
};

class TrsvText final : public BoundText<BoundTrsv> {
public:
    using Input = TrsvInput;
    TrsvText(const BindRequest& request, const Input& input, ExecutionTarget place)
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
    IluText(const BindRequest& request, const Input& input, ExecutionTarget place)
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

/// A kernel of a declared problem, for the simulated GPU only.
class FreeText final : public BoundText<BoundFree> {
public:
    using Input = FreeInput;
    FreeText(const BindRequest& request, const Input& input, ExecutionTarget place)
        : BoundText(request, input.precision, std::move(place)), precision_(input.precision),
          arrays_(declared::draw(*input.values, input.precision == Precision::float64)) {
        if (gpu() != nullptr)
            throw Error("kernel.machine",
                        sentence("A source that declares its own problem runs on simulated GPUs only."),
                        sentence("Choose a simulated GPU, such as simulated:h200."));
        for (const auto& [name, value] : input.values->numbers) give(name.c_str(), value);
        std::vector<simt::GivenArray> given;
        for (std::size_t a = 0; a < arrays_.size(); ++a) {
            const declared::Role role = input.values->problem->arrays[a].role;
            declared::NumberArray& array = arrays_[a];
            simt::GivenArray& one = given.emplace_back();
            one.name = input.values->problem->arrays[a].name;
            one.element = array.element();
            one.data = array.data();
            one.size = array.size();
            one.may_write = role != declared::Role::in;
            one.is_empty = role == declared::Role::out;
            one.is_of_call = true;
            if (role == declared::Role::inout) initial_.emplace_back(a, array);
            if (role != declared::Role::in) results_.push_back(a);
        }
        prepare(given);
    }
    void poison() override {
        for (const std::size_t a : results_) arrays_[a].poison();
        for (const auto& [a, values] : initial_) arrays_[a].copy_from(values);
    }
    void take_numbers(const OperationInput& other) override {
        const Input& input = std::get<Input>(other);
        const auto drawn = declared::draw(*input.values, precision_ == Precision::float64);
        for (std::size_t a = 0; a < arrays_.size(); ++a)
            if (input.values->problem->arrays[a].role == declared::Role::in) arrays_[a].copy_from(drawn[a]);
        for (auto& [a, values] : initial_) values.copy_from(drawn[a]);
    }
    std::vector<const declared::NumberArray*> results() const override {
        return transform_to_vector(results_, [&](std::size_t a) { return &arrays_[a]; });
    }

private:
    Precision precision_;
    std::vector<declared::NumberArray> arrays_;
    std::vector<std::pair<std::size_t, declared::NumberArray>>
        initial_; ///< initial contents of arrays that are both input and output
    std::vector<std::size_t> results_;
};

std::unique_ptr<Bound> bind_at(const BindRequest& request, ExecutionTarget place) {
    const auto made = [&]<class Text>(std::type_identity<Text>) -> std::unique_ptr<Bound> {
        return std::make_unique<Text>(request, request.as<typename Text::Input>(), std::move(place));
    };
    switch (request.operation()) {
    case Operation::spmv: return made(std::type_identity<SpmvText>());
    case Operation::tridiagonal: return made(std::type_identity<TridiagonalText>());
    case Operation::ata: return made(std::type_identity<AtaText>());
    case Operation::trsv: return made(std::type_identity<TrsvText>());
    case Operation::ilu: return made(std::type_identity<IluText>());
    case Operation::free: return made(std::type_identity<FreeText>());
    case Operation::cg: break; // the input of cg is a matrix-vector product, which may come from a file
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
std::unique_ptr<Bound> given_to_text(const BindRequest& request, simt::Given& given) {
    return bind_at(request, {nullptr, nullptr, &given});
}
std::unique_ptr<Bound> bind_text_on(const BindRequest& request, std::unique_ptr<TextGpu> gpu) {
    // Check the format of a kernel file here, because the CUDA plug-in does not.
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
