#include "cg_cases.h"

#include "engine/error.h"
#include "engine/generators/matrix_source.h"
#include "kernels/multi_gpu/split_matrix.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace warploom::kernels::test {

namespace {

/// Returns a small matrix like that of a power grid: every node has a few distant neighbors, and the weights span five
/// orders of magnitude.
CsrMatrix grid(int n) {
    Rows rows(n);
    std::vector<double> diagonal(n, 0.0);
    std::mt19937 random(494);
    const auto connect = [&](int i, int j) {
        for (const auto& [column, value] : rows[i])
            if (column == j) return;
        const double weight =
            std::pow(10.0, static_cast<double>(random() % 5)) * (1 + static_cast<double>(random() % 8) / 8);
        rows[i].emplace_back(j, -weight);
        rows[j].emplace_back(i, -weight);
        diagonal[i] += weight;
        diagonal[j] += weight;
    };
    for (int i = 1; i < n; ++i) connect(i, static_cast<int>(random() % i));
    for (int i = 0; i < n / 4; ++i) {
        const int a = static_cast<int>(random() % n), b = static_cast<int>(random() % n);
        if (a != b) connect(a, b);
    }
    for (int i = 0; i < n; ++i) {
        rows[i].emplace_back(i, diagonal[i] + 1);
        std::sort(rows[i].begin(), rows[i].end());
    }
    return matrix_of(rows, n);
}

} // namespace

const std::vector<CgCase>& cg_cases() {
    static const std::vector<CgCase> cases{
        {"laplace2d", load_matrix("laplace2d:n=12").csr, true, true},
        {"tridiagonal", load_matrix("tridiagonal:n=50").csr, true, true},
        {"grid", grid(100), false, false},
        {"water-network", load_matrix("water-network:n=200").csr, false, false, 1e-9},
    };
    return cases;
}

const CgCase& cg_case(const std::string& name) {
    for (const CgCase& c : cg_cases())
        if (c.name == name) return c;
    throw Error("test.case", "There is no case '" + name + "'.");
}

std::vector<double> random_vector(std::int64_t n) {
    std::vector<double> values(static_cast<std::size_t>(n));
    std::mt19937_64 random(11);
    for (double& v : values) v = static_cast<double>(random() >> 11) * 0x1p-53 - 0.5;
    return values;
}

double residual_of(const CsrMatrix& a, const std::vector<double>& b, const std::vector<double>& x) {
    long double above = 0, below = 0;
    for (std::int64_t i = 0; i < a.rows; ++i) {
        long double rest = b[i];
        for (std::int64_t k = a.row_pointer[i]; k < a.row_pointer[i + 1]; ++k)
            rest -= static_cast<long double>(a.value[k]) * static_cast<long double>(x[a.column[k]]);
        above += rest * rest;
        below += static_cast<long double>(b[i]) * static_cast<long double>(b[i]);
    }
    return static_cast<double>(std::sqrt(above / below));
}

CsrMatrix second_difference(int n) {
    Rows rows(n);
    for (int i = 0; i < n; ++i) {
        if (i > 0) rows[i].emplace_back(i - 1, -1.0);
        rows[i].emplace_back(i, 2.0);
        if (i + 1 < n) rows[i].emplace_back(i + 1, -1.0);
    }
    return matrix_of(rows, n);
}

CsrMatrix neumann(int n) {
    CsrMatrix a = second_difference(n);
    a.value.front() = a.value.back() = 1;
    return a;
}

std::vector<KernelInfo> products_of(Machine& machine) {
    std::vector<KernelInfo> list;
    for (const KernelInfo& product : spmv_kernels()) {
        if (!machine.runs(product.runs_on)) continue;
        try {
            if (std::string(product.id) == "cusparse-spmvop")
                bind_cg(machine, std::string("cg:") + product.id, second_difference(2), Precision::float64,
                        Preconditioner::none);
        } catch (const Error& error) {
            if (error.code() == "kernel.machine") continue;
            throw;
        }
        list.push_back(product);
    }
    return list;
}

std::unique_ptr<BoundCg> bind_cg(Machine& machine, const std::string& kernel, const CsrMatrix& a, Precision precision,
                                 Preconditioner preconditioner, int block_size) {
    const CgKernelName name = parse_cg_kernel(kernel);
    CgInput input;
    input.matrix = std::make_shared<CsrMatrix>(a);
    input.precision = precision;
    input.product = name.spmv;
    input.preconditioner = preconditioner;
    if (!name.spmv.empty()) {
        FormatOptions options;
        options.limit_factor = 1e6;
        if (machine.info().ranks > 1)
            input.split =
                split_matrix(find_spmv_kernel(name.spmv)->format, a, precision, machine.info().ranks, options);
        else input.format = make_format(find_spmv_kernel(name.spmv)->format, a, precision, options);
    }
    return machine.bind(name.method, input, block_size);
}

} // namespace warploom::kernels::test
