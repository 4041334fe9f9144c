#pragma once

#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace warploom::ui {

// What a row of a run says beside its time, for each operation but the product (docs/protocol.md, "What the operations
// add"). Times in nanoseconds; NaN where there is none.

inline constexpr double no_figure = std::numeric_limits<double>::quiet_NaN();

struct TridiagonalFigures {
    double residual = no_figure;      ///< ‖d - A x‖ / ‖d‖
    double componentwise = no_figure; ///< largest |d - A x|_i / (|A||x| + |d|)_i
    double forward_error = no_figure; ///< ‖x - known x‖ / ‖known x‖
    std::optional<std::int64_t> zero_pivot;
    double steps = no_figure, operations = no_figure; ///< by the formulas
    QString steps_formula, operations_formula;
    double with_copies = no_figure; ///< data to the device, solution, x back
};

struct AtaFigures {
    bool symmetric = false; ///< bit for bit
    double error_bound_ratio = no_figure;
    std::int64_t checked_entries = 0;
    QStringList switches; ///< that are on
};

/// What one iteration costs, part by part.
struct CgPartTimes {
    double spmv = 0, dots = 0, updates = 0, preconditioner = 0, gaps = 0;
    double sum() const { return spmv + dots + updates + preconditioner + gaps; }
};

struct CgFigures {
    QString method, product, preconditioner, state, sentence;
    std::int64_t iterations = 0;
    double residual = no_figure, true_residual = no_figure; ///< relative, at the end: of the recurrence, and recomputed
    double solve = no_figure;                               ///< the whole solution
    std::vector<double> history;                            ///< after every `history_every`-th iteration
    int history_every = 1;
    std::vector<std::pair<double, double>> true_residuals; ///< iteration, value
    std::optional<CgPartTimes> parts;
};

/// The object named after the operation in a row; nothing where it is null or missing.
std::optional<TridiagonalFigures> readTridiagonal(const QJsonObject& row);
std::optional<AtaFigures> readAta(const QJsonObject& row);
std::optional<CgFigures> readCg(const QJsonObject& row);
/// `parts_ns`; nothing where it is null.
std::optional<CgPartTimes> readParts(const QJsonValue& parts);

/// A number of the wire: 64-bit integers travel as text, and what is not there is NaN.
double wireNumber(const QJsonValue& value);

} // namespace warploom::ui
