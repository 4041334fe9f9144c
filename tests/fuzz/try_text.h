#pragma once

#include "engine/error.h"
#include "engine/simt/program.h"
#include "engine/simulated/single_thread_trace_sink.h"
#include "engine/simulated/tracer.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace warploom::simt::test {

/// A 4 x 4 matrix with 5 nonzeros in the arrays of every format, a system of 4 equations, and a dense matrix.
class SmallArrays {
public:
    explicit SmallArrays(bool is_double) : is_double_(is_double) {}

    Given given() {
        Given all;
        for (Integers& array : integers_)
            all.arrays.push_back({array.name, Element::int32, array.value.data(), size_of(array.value), false, false});
        for (Wide& array : wide_)
            all.arrays.push_back({array.name, Element::int64, array.value.data(), size_of(array.value), false, false});
        for (const Numbers& array : numbers_) {
            const auto size = static_cast<std::size_t>(array.size);
            void* const data = is_double_ ? static_cast<void*>(doubles_.emplace_back(size, 1.5).data())
                                          : floats_.emplace_back(size, 1.5f).data();
            all.arrays.push_back({array.name, is_double_ ? Element::float64 : Element::float32, data, array.size,
                                  array.may_write, array.name[0] == 'x'});
        }
        all.arrays.push_back({"zero_pivot", Element::int32, &zero_pivot_, 1, true});
        all.numbers = {{"rows", 4},   {"cols", 4},       {"nonzeros", 5},          {"block", 32},    {"n", 4},
                       {"m", 4},      {"width", 2},      {"leading_dimension", 4}, {"diagonals", 3}, {"levels", 1},
                       {"order", 1},  {"block_size", 2}, {"slice_height", 4},      {"most_rows", 2}, {"block_rows", 2},
                       {"systems", 1}};
        return all;
    }

private:
    struct Integers {
        const char* name;
        std::vector<std::int32_t> value;
    };
    struct Wide {
        const char* name;
        std::vector<std::int64_t> value;
    };
    struct Numbers {
        const char* name;
        std::int64_t size;
        bool may_write;
    };
    template <class T> static std::int64_t size_of(const std::vector<T>& list) {
        return static_cast<std::int64_t>(list.size());
    }

    bool is_double_;
    std::int32_t zero_pivot_ = 0x7fffffff;
    std::vector<Integers> integers_{{"row_pointer", {0, 2, 2, 3, 5}},  {"column_pointer", {0, 2, 3, 4, 5}},
                                    {"pointer", {0, 1, 2, 3, 5}},      {"column", {0, 1, 2, 0, 3, 0, 0, 0}},
                                    {"row", {0, 0, 2, 3, 3, 0, 0, 0}}, {"length", {2, 0, 1, 2}},
                                    {"permutation", {3, 0, 2, 1}},     {"offset", {-1, 0, 1}},
                                    {"first", {0, 2, 4, 4}},           {"diagonal", {0, 0, 2, 4}}};
    std::vector<Wide> wide_{{"slice_pointer", {0, 8}}, {"diagonal_pointer", {0, 4, 5}}};
    std::vector<Numbers> numbers_{{"value", 16, false}, {"x", 4, true},       {"y", 4, true},  {"a", 4, false},
                                  {"b", 4, false},      {"c", 4, false},      {"d", 4, false}, {"A", 16, false},
                                  {"C", 16, true},      {"record", 16, true}, {"lu", 5, true}};
    std::vector<std::vector<double>> doubles_;
    std::vector<std::vector<float>> floats_;
};

/// Compiles `text` and, if successful, runs it with small arrays for all names of all operations, under tight limits.
/// Whether it is traced, and in which precision, depends on the length of the text. Must return for any input; errors
/// and findings are valid outcomes.
inline void try_text(const std::string& text) {
    const Translation translation = translate("text.cu", text);
    if (translation.program == nullptr) return;
    simt::ExecutionLimits limits;
    limits.turns = 500;
    limits.scratch_bytes = 1 << 16;
    limits.threads = 1 << 9;
    limits.printed_calls = 16;
    const bool is_traced = text.size() % 2 == 1;
    const bool is_double = !computes_in(*translation.program, false) || text.size() / 2 % 2 == 0;
    try {
        SmallArrays arrays(is_double);
        simulated::SingleThreadTraceSink nobody; // the tracer itself still reports findings
        simulated::TraceOptions options;
        options.host_threads = 1;
        simulated::Tracer tracer(options, nobody);
        Call call(translation.program, is_double, arrays.given(), limits);
        if (is_traced) call.set_recorder(&tracer);
        call.run();
    } catch (const Error&) { // an error is a valid outcome
    }
}

} // namespace warploom::simt::test
