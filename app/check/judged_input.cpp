#include "app/check/judged_input.h"

#include "app/operations/tridiagonal.h"

#include <cmath>
#include <utility>

namespace warploom::app {

namespace {

void multiply(std::vector<double>& numbers, int power) {
    for (double& number : numbers) number = std::ldexp(number, power);
}

} // namespace

JudgedInput judged_input(Inputs& inputs, Operation operation, const std::string& name, int power,
                         const TraceSettings& settings, const TraceWays& ways, const Progress& progress) {
    const OperationSpec& spec = spec_of(operation);
    JudgedInput judged;
    if (operation == Operation::ata) judged.dense = inputs.dense(name, progress);
    else if (operation == Operation::tridiagonal) judged.system = inputs.system(name, progress);
    else judged.matrix = inputs.matrix(name, progress);
    if (power == 0) {
        judged.traced = spec.trace_input(inputs, name, settings, progress, ways);
    } else if (judged.matrix != nullptr) {
        Matrix other = *judged.matrix;
        multiply(other.csr.value, power);
        judged.matrix = std::make_shared<const Matrix>(std::move(other));
        judged.traced = spec.trace_matrix(judged.matrix, settings, ways);
    } else if (judged.system != nullptr) {
        TridiagonalSystem other = *judged.system;
        for (auto* const band : {&other.a, &other.b, &other.c}) multiply(*band, -power / 2);
        multiply(other.d, power - power / 2);
        multiply(other.known_x, power);
        judged.system = std::make_shared<const TridiagonalSystem>(std::move(other));
        judged.traced = spec.trace_input(inputs, name, settings, progress, ways);
        judged.traced.subject = [system = judged.system, settings](const Progress&) {
            return tridiagonal_subject(settings.kernel, {system, settings.precision});
        };
    }
    return judged;
}

} // namespace warploom::app
