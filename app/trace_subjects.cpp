#include "app/trace_subjects.h"

#include "app/planned_kernel.h"
#include "engine/error.h"
#include "engine/matrix/random.h"
#include "kernels/cg/methods.h"
#include "kernels/formats/dia.h"
#include "kernels/formats/ell.h"
#include "kernels/formats/ell_sorted.h"
#include "kernels/formats/hyb.h"
#include "kernels/registry.h"

#include <algorithm>

namespace warploom::app {

namespace {

using kernels::HostArray;
using kernels::HostFormat;
using kernels::Precision;

template <class Entry> const Entry& traced_entry(const std::vector<Entry>& entries, const std::string& kernel) {
    for (const auto& entry : entries)
        if (kernel == entry.info.id) return entry;
    throw Error("kernel.unknown", "There is no kernel '" + kernel + "' that can be traced.");
}

template <template <class, template <class> class> class Format>
std::int64_t leading_dimension_in(const HostFormat& format) {
    if (format.precision == Precision::float32)
        return static_cast<const Format<float, HostArray>*>(format.object())->leading_dimension;
    return static_cast<const Format<double, HostArray>*>(format.object())->leading_dimension;
}

std::optional<std::int64_t> leading_dimension_of(const HostFormat& format) {
    const std::string& id = format.footprint.format;
    if (id == "ell") return leading_dimension_in<kernels::Ell>(format);
    if (id == "ell-sorted") return leading_dimension_in<kernels::EllSorted>(format);
    if (id == "hyb") return leading_dimension_in<kernels::Hyb>(format);
    if (id == "dia") return leading_dimension_in<kernels::Dia>(format);
    return std::nullopt;
}

double numbers(std::int64_t count, Precision precision) {
    return static_cast<double>(count) * static_cast<double>(kernels::bytes_of(precision));
}

} // namespace

TraceSubject spmv_subject(const std::string& kernel, std::shared_ptr<const HostFormat> format) {
    TraceSubject subject;
    subject.operation = kernels::Operation::spmv;
    subject.format = format->footprint.format;
    subject.leading_dimension = leading_dimension_of(*format);
    subject.result = "y";
    subject.value_slots = format->footprint.value_slots;
    subject.transfer_bytes =
        static_cast<double>(format->footprint.bytes) + numbers(format->rows + format->cols, format->precision);
    subject.bind = [kernel, format](int block, simulated::Tracer& tracer) -> std::unique_ptr<kernels::Bound> {
        auto spmv = traced_entry(kernels::spmv_entries(), kernel).bind_traced(format, block, &tracer);
        spmv->set_x(std::vector<double>(static_cast<std::size_t>(format->cols), 1.0));
        return spmv;
    };
    subject.run = [](kernels::Bound& bound) {
        static_cast<kernels::BoundSpmv&>(bound).poison_y();
        bound.enqueue();
        bound.finish();
    };
    return subject;
}

TraceSubject tridiagonal_subject(const std::string& kernel, const kernels::TridiagonalInput& input) {
    const std::int64_t n = input.system->n();
    TraceSubject subject;
    subject.operation = kernels::Operation::tridiagonal;
    subject.format = traced_entry(kernels::tridiagonal_entries(), kernel).info.format;
    subject.result = "x";
    // Each row is read and written about once for each operation on it; where no formula says how many, about twice.
    const double work = kernels::tridiagonal_cost(kernel, n, input.precision).operations;
    subject.value_slots = std::max(static_cast<std::int64_t>(work), 8 * n);
    subject.transfer_bytes = numbers(5 * n, input.precision);
    subject.bind = [kernel, input](int block, simulated::Tracer& tracer) -> std::unique_ptr<kernels::Bound> {
        return traced_entry(kernels::tridiagonal_entries(), kernel).bind_traced(input, block, &tracer);
    };
    subject.run = [](kernels::Bound& bound) {
        static_cast<kernels::BoundTridiagonal&>(bound).poison_x();
        bound.enqueue();
        bound.finish();
    };
    return subject;
}

TraceSubject ata_subject(const std::string& kernel, const kernels::AtaInput& input) {
    const std::int64_t m = input.a->rows, n = input.a->cols;
    TraceSubject subject;
    subject.operation = kernels::Operation::ata;
    subject.format = traced_entry(kernels::ata_entries(), kernel).info.format;
    subject.value_slots = m * n * n;
    subject.transfer_bytes = numbers(m * n + n * n, input.precision);
    subject.bind = [kernel, input](int block, simulated::Tracer& tracer) -> std::unique_ptr<kernels::Bound> {
        return traced_entry(kernels::ata_entries(), kernel).bind_traced(input, block, &tracer);
    };
    subject.run = [](kernels::Bound& bound) {
        static_cast<kernels::BoundAta&>(bound).poison_c();
        bound.enqueue();
        bound.finish();
    };
    return subject;
}

TraceSubject cg_subject(const kernels::CgKernelName& kernel, const kernels::CgInput& input) {
    TraceSubject subject = spmv_subject(kernel.spmv, input.format);
    subject.operation = kernels::Operation::cg;
    subject.result.clear(); // an iteration writes all vectors
    subject.bind = [kernel, input](int block, simulated::Tracer& tracer) -> std::unique_ptr<kernels::Bound> {
        auto product = traced_entry(kernels::spmv_entries(), kernel.spmv).bind_traced(input.format, block, &tracer);
        return kernels::bind_simulated_cg(std::move(product), input, block, &tracer);
    };
    subject.run = [n = input.matrix->rows](kernels::Bound& bound) {
        auto& cg = static_cast<kernels::BoundCg&>(bound);
        std::vector<double> b(static_cast<std::size_t>(n));
        Random random(1);
        for (double& value : b) value = random.symmetric();
        cg.set_right_side(b);
        cg.iterate(1, -1); // no residual is below that, so that the iteration is a whole one
    };
    return subject;
}

} // namespace warploom::app
