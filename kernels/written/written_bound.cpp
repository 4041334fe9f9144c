#include "engine/error.h"
#include "engine/matrix/dense_matrix.h"
#include "kernels/ata/ata.h"
#include "kernels/formats/arrays.h"
#include "kernels/spmv/spmv.h"
#include "kernels/tridiagonal/tridiagonal.h"
#include "kernels/written/written_kernel.h"

#include <algorithm>
#include <cstdio>
#include <limits>

namespace warploom::kernels {

namespace {

using simt::Element;
using simt::Given;
using simt::GivenArray;

Element element_for(FormatArray::Element element) {
    switch (element) {
    case FormatArray::Element::int32: return Element::int32;
    case FormatArray::Element::int64: return Element::int64;
    case FormatArray::Element::float32: return Element::float32;
    case FormatArray::Element::float64: return Element::float64;
    }
    return Element::int32;
}

/// Numbers in the precision of the kernel.
class Numbers {
public:
    Numbers(std::int64_t size, Precision precision) : precision_(precision) {
        if (precision == Precision::float32) single_.resize(static_cast<std::size_t>(size));
        else double_.resize(static_cast<std::size_t>(size));
    }
    Numbers(const std::vector<double>& values, Precision precision)
        : Numbers(static_cast<std::int64_t>(values.size()), precision) {
        set(values);
    }
    void set(const std::vector<double>& values) {
        visit([&](auto& numbers) {
            using T = typename std::decay_t<decltype(numbers)>::value_type;
            std::transform(values.begin(), values.end(), numbers.begin(), [](double v) { return static_cast<T>(v); });
        });
    }
    void poison() {
        visit([](auto& numbers) {
            using T = typename std::decay_t<decltype(numbers)>::value_type;
            std::fill(numbers.begin(), numbers.end(), std::numeric_limits<T>::quiet_NaN());
        });
    }
    std::vector<double> values() const {
        if (precision_ == Precision::float32) return {single_.begin(), single_.end()};
        return double_;
    }
    void* data() { return precision_ == Precision::float32 ? static_cast<void*>(single_.data()) : double_.data(); }
    void clear_at(std::size_t i) {
        visit([i](auto& numbers) { numbers[i] = 0; });
    }
    GivenArray given(const char* name, bool may_write, bool is_gathered = false) {
        const bool is_single = precision_ == Precision::float32;
        return {name,      is_single ? Element::float32 : Element::float64,
                data(),    static_cast<std::int64_t>(is_single ? single_.size() : double_.size()),
                may_write, is_gathered};
    }

private:
    template <class Body> void visit(const Body& body) {
        if (precision_ == Precision::float32) body(single_);
        else body(double_);
    }
    Precision precision_;
    std::vector<float> single_;
    std::vector<double> double_;
};

/// The call of a written kernel behind any operation's Bound.
template <class Of> class WrittenBound : public Of {
public:
    void enqueue() override {
        call_->run();
        if (call_->printed().empty() || is_traced_) return;
        for (const std::string& line : call_->printed()) std::fputs(line.c_str(), stderr);
    }
    void finish() override {}

protected:
    void make_call(const std::string& kernel, Precision precision, Given given, simulated::Tracer* tracer) {
        const auto program = written_program(kernel);
        call_ = std::make_unique<simt::Call>(program, precision == Precision::float64, std::move(given));
        call_->set_tracer(tracer);
        is_traced_ = tracer != nullptr;
        char hash[17];
        std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(hash_of(*program)));
        Of::detail = name_of(*program) + ", text " + hash;
    }

private:
    std::unique_ptr<simt::Call> call_;
    bool is_traced_ = false;
};

class WrittenSpmv final : public WrittenBound<BoundSpmv> {
public:
    WrittenSpmv(const BindRequest& request, simulated::Tracer* tracer)
        : format_(request.as<SpmvInput>().format), x_(format_->cols, format_->precision),
          y_(format_->rows, format_->precision) {
        Given given;
        for (const FormatArray& array : format_->arrays())
            given.arrays.push_back(
                {array.name, element_for(array.element), const_cast<void*>(array.data), array.size, false, false});
        given.arrays.push_back(x_.given("x", false, true));
        given.arrays.push_back(y_.given("y", true));
        for (const auto& [name, number] : numbers_of(*format_)) given.numbers[name] = number;
        given.numbers["block"] = request.block_size;
        make_call(request.kernel, format_->precision, std::move(given), tracer);
    }
    void set_x(const std::vector<double>& x) override {
        check_x(x, format_->cols);
        x_.set(x);
    }
    void poison_y() override { y_.poison(); }
    std::vector<double> y() const override { return y_.values(); }
    VectorPlaces places() override { return {x_.data(), y_.data()}; }

private:
    std::shared_ptr<const HostFormat> format_;
    Numbers x_, y_;
};

class WrittenTridiagonal final : public WrittenBound<BoundTridiagonal> {
public:
    WrittenTridiagonal(const BindRequest& request, simulated::Tracer* tracer)
        : WrittenTridiagonal(request, request.as<TridiagonalInput>(), tracer) {}
    void poison_x() override { x_.poison(); }
    std::vector<double> x() const override { return x_.values(); }

private:
    WrittenTridiagonal(const BindRequest& request, const TridiagonalInput& input, simulated::Tracer* tracer)
        : a_(input.system->a, input.precision), b_(input.system->b, input.precision),
          c_(input.system->c, input.precision), d_(input.system->d, input.precision),
          x_(input.system->n(), input.precision) {
        const std::int64_t n = input.system->n();
        if (n > 0) { // they belong to no unknown
            a_.clear_at(0);
            c_.clear_at(static_cast<std::size_t>(n) - 1);
        }
        Given given;
        given.arrays = {a_.given("a", false), b_.given("b", false), c_.given("c", false), d_.given("d", false),
                        x_.given("x", true)};
        given.numbers = {{"n", n}, {"block", request.block_size}};
        make_call(request.kernel, input.precision, std::move(given), tracer);
    }

    Numbers a_, b_, c_, d_, x_;
};

class WrittenAta final : public WrittenBound<BoundAta> {
public:
    WrittenAta(const BindRequest& request, simulated::Tracer* tracer)
        : WrittenAta(request, request.as<AtaInput>(), tracer) {}
    void poison_c() override { c_.poison(); }
    std::vector<double> c() const override { return c_.values(); }

private:
    WrittenAta(const BindRequest& request, const AtaInput& input, simulated::Tracer* tracer)
        : a_((require_ata_memory(input, true), input.a->value), input.precision),
          c_(input.a->cols * input.a->cols, input.precision) {
        Given given;
        given.arrays = {a_.given("A", false), c_.given("C", true)};
        given.numbers = {{"m", input.a->rows}, {"n", input.a->cols}, {"block", request.block_size}};
        make_call(request.kernel, input.precision, std::move(given), tracer);
    }

    Numbers a_, c_;
};

} // namespace

std::unique_ptr<Bound> bind_written(const BindRequest& request, simulated::Tracer* tracer) {
    switch (request.operation()) {
    case Operation::spmv: return std::make_unique<WrittenSpmv>(request, tracer);
    case Operation::tridiagonal: return std::make_unique<WrittenTridiagonal>(request, tracer);
    case Operation::ata: return std::make_unique<WrittenAta>(request, tracer);
    default: break;
    }
    throw Error("kernel.operation",
                std::string("A file cannot be a kernel of ") + to_string(request.operation()) + " yet.");
}

} // namespace warploom::kernels
