#include "app/advice/gaussian_process.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace warploom::app {

namespace {

/// Symmetric positive definite matrix in row-major order. Only the lower triangle is accessed.
class Positive {
public:
    explicit Positive(std::size_t n) : n_(n), a_(n * n) {}
    double& at(std::size_t i, std::size_t j) { return a_[i * n_ + j]; }
    double at(std::size_t i, std::size_t j) const { return a_[i * n_ + j]; }
    std::size_t size() const { return n_; }

    /// Replaces the matrix with L, the factor of its Cholesky factorization A = L Lᵀ.
    void factor() {
        for (std::size_t i = 0; i < n_; ++i) {
            double* const row = &a_[i * n_];
            for (std::size_t j = 0; j <= i; ++j) {
                const double* const other = &a_[j * n_];
                double sum = row[j];
                for (std::size_t k = 0; k < j; ++k) sum -= row[k] * other[k];
                row[j] = i == j ? std::sqrt(std::max(sum, 1e-12)) : sum / other[j];
            }
        }
    }
    /// Solves A x = b in place. Must be called after factor().
    void solve(std::vector<double>& b) const {
        for (std::size_t i = 0; i < n_; ++i) {
            const double* const row = &a_[i * n_];
            double sum = b[i];
            for (std::size_t k = 0; k < i; ++k) sum -= row[k] * b[k];
            b[i] = sum / row[i];
        }
        for (std::size_t i = n_; i-- > 0;) {
            b[i] /= at(i, i);
            for (std::size_t k = 0; k < i; ++k) b[k] -= at(i, k) * b[i];
        }
    }
    /// Computes the inverse of L in place, in row-major order. Must be called after factor().
    void invert_factor() {
        for (std::size_t i = 0; i < n_; ++i) {
            double* const row = &a_[i * n_];
            const double diagonal = row[i];
            std::vector<double> made(i, 0.0);
            for (std::size_t k = 0; k < i; ++k) {
                const double* const other = &a_[k * n_];
                const double factor = row[k];
                for (std::size_t j = 0; j <= k; ++j) made[j] -= factor * other[j];
            }
            for (std::size_t j = 0; j < i; ++j) row[j] = made[j] / diagonal;
            row[i] = 1 / diagonal;
        }
    }

private:
    std::size_t n_;
    std::vector<double> a_;
};

} // namespace

double squares_between(const std::vector<double>& a, const std::vector<double>& b) {
    double squares = 0;
    for (std::size_t i = 0; i < a.size(); ++i) squares += (a[i] - b[i]) * (a[i] - b[i]);
    return squares;
}

double covariance(const ProcessShape& shape, double squares) {
    const double distance = std::sqrt(3 * squares);
    const auto matern = [&](double deviation, double length) {
        return deviation * deviation * (1 + distance / length) * std::exp(-distance / length);
    };
    return shape.mean * shape.mean + matern(shape.smooth, shape.length) + matern(shape.local, shape.local_length);
}

ProcessFit fit_process(const ProcessShape& shape, const std::vector<std::vector<double>>& points,
                       const std::vector<double>& numbers, const std::vector<int>& groups) {
    const std::size_t n = points.size();
    Positive k(n);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j <= i; ++j) k.at(i, j) = covariance(shape, squares_between(points[i], points[j]));
        k.at(i, i) += shape.noise * shape.noise;
    }
    k.factor();
    ProcessFit fit;
    fit.weights = numbers;
    k.solve(fit.weights);
    fit.guessed_without_group.resize(n);
    k.invert_factor(); // K⁻¹ = (L⁻¹)ᵀ L⁻¹
    std::map<int, std::vector<std::size_t>> members;
    for (std::size_t i = 0; i < n; ++i) members[groups[i]].push_back(i);
    for (const auto& [group, of] : members) {
        Positive block(of.size());
        for (std::size_t r = 0; r < of.size(); ++r)
            for (std::size_t c = 0; c <= r; ++c) {
                double sum = 0;
                for (std::size_t t = std::max(of[r], of[c]); t < n; ++t) sum += k.at(t, of[r]) * k.at(t, of[c]);
                block.at(r, c) = sum;
            }
        block.factor();
        std::vector<double> missed;
        for (const std::size_t i : of) missed.push_back(fit.weights[i]);
        block.solve(missed);
        for (std::size_t r = 0; r < of.size(); ++r) fit.guessed_without_group[of[r]] = numbers[of[r]] - missed[r];
    }
    return fit;
}

} // namespace warploom::app
