#include "ui/run_page/run_figures.h"

#include <QJsonArray>

#include <algorithm>
#include <cmath>

namespace warploom::ui {
namespace {

double number(const QJsonObject& object, const char* key) { return wireNumber(object.value(QLatin1String(key))); }

QString text(const QJsonObject& object, const char* key) { return object.value(QLatin1String(key)).toString(); }

std::int64_t whole(double value) { return std::isfinite(value) ? static_cast<std::int64_t>(value) : 0; }

} // namespace

double wireNumber(const QJsonValue& value) {
    if (value.isDouble()) return value.toDouble();
    bool ok = false;
    const double from_text = value.toString().toDouble(&ok);
    return ok ? from_text : no_figure;
}

std::optional<TridiagonalFigures> readTridiagonal(const QJsonObject& row) {
    const QJsonValue value = row.value(QLatin1String("tridiagonal"));
    if (!value.isObject()) return {};
    const QJsonObject object = value.toObject();
    TridiagonalFigures figures;
    figures.residual = number(object, "residual");
    figures.componentwise = number(object, "componentwise");
    figures.forward_error = number(object, "forward_error");
    const double pivot = number(object, "zero_pivot");
    if (std::isfinite(pivot)) figures.zero_pivot = static_cast<std::int64_t>(pivot);
    figures.steps = number(object, "steps");
    figures.operations = number(object, "operations");
    figures.steps_formula = text(object, "steps_formula");
    figures.operations_formula = text(object, "operations_formula");
    figures.with_copies = number(object, "with_copies_ns");
    return figures;
}

std::optional<AtaFigures> readAta(const QJsonObject& row) {
    const QJsonValue value = row.value(QLatin1String("ata"));
    if (!value.isObject()) return {};
    const QJsonObject object = value.toObject();
    AtaFigures figures;
    figures.symmetric = object.value(QLatin1String("symmetric")).toBool();
    figures.error_bound_ratio = number(object, "error_bound_ratio");
    figures.checked_entries = whole(number(object, "checked_entries"));
    for (const QJsonValue name : object.value(QLatin1String("switches")).toArray())
        figures.switches.append(name.toString());
    return figures;
}

std::optional<CgPartTimes> readParts(const QJsonValue& parts) {
    if (!parts.isObject()) return {};
    const QJsonObject object = parts.toObject();
    const auto part = [&](const char* key) {
        const double ns = number(object, key);
        return std::isfinite(ns) ? std::max(0.0, ns) : 0.0; // a gap below zero is noise of the clock
    };
    return CgPartTimes{part("spmv"), part("dots"), part("updates"), part("preconditioner"), part("gaps")};
}

std::optional<CgFigures> readCg(const QJsonObject& row) {
    const QJsonValue value = row.value(QLatin1String("cg"));
    if (!value.isObject()) return {};
    const QJsonObject object = value.toObject();
    CgFigures figures;
    figures.method = text(object, "method");
    figures.product = text(object, "spmv");
    figures.preconditioner = text(object, "preconditioner");
    figures.state = text(object, "state");
    figures.sentence = text(object, "sentence");
    figures.iterations = whole(number(object, "iterations"));
    figures.residual = number(object, "residual");
    figures.true_residual = number(object, "true_residual");
    figures.solve = number(object, "solve_ns");
    for (const QJsonValue each : object.value(QLatin1String("history")).toArray())
        figures.history.push_back(wireNumber(each));
    figures.history_every = std::max(1, object.value(QLatin1String("history_every")).toInt(1));
    for (const QJsonValue each : object.value(QLatin1String("true_residuals")).toArray()) {
        const QJsonArray pair = each.toArray();
        if (pair.size() == 2) figures.true_residuals.emplace_back(wireNumber(pair[0]), wireNumber(pair[1]));
    }
    figures.parts = readParts(object.value(QLatin1String("parts_ns")));
    return figures;
}

} // namespace warploom::ui
