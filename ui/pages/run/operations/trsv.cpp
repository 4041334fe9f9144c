#include "ui/look/words.h"
#include "ui/pages/run/operations/operation_view.h"

namespace warploom::ui {
namespace {

class TrsvView final : public OperationView {
public:
    OperationInfo info() const override {
        return {QStringLiteral("trsv"), words("Triangular"),
                words("L x = b for the lower triangle of a matrix: rows of one level are solved at once."),
                words("solution")};
    }
    QString tracedFirst() const override { return QStringLiteral("levels"); }
    QList<Sample> samples() const override {
        return {{words("Laplace, 8 x 8 points"), QStringLiteral("laplace2d:n=8")},
                {words("Laplace, 32 x 32 points"), QStringLiteral("laplace2d:n=32")}};
    }
    QStringList plainKernels() const override { return {QStringLiteral("levels"), QStringLiteral("cpu-trsv")}; }
    QString whyNot(const LoadedMatrix& loaded) const override {
        if (loaded.matrix.rows() == loaded.matrix.cols()) return {};
        return words("A triangular solve needs a square matrix; this one has %1 rows and %2 columns.")
            .arg(loaded.matrix.rows())
            .arg(loaded.matrix.cols());
    }
};

} // namespace

const OperationView& trsvView() {
    static const TrsvView view;
    return view;
}

} // namespace warploom::ui
