#include "ui/look/words.h"
#include "ui/pages/run/operations/operation_view.h"

namespace warploom::ui {
namespace {

class IluView final : public OperationView {
public:
    OperationInfo info() const override {
        return {QStringLiteral("ilu"), words("ILU(0)"),
                words("A ≈ L U with the pattern of A: rows of one level are factorized at once."),
                words("factorization")};
    }
    QString tracedFirst() const override { return QStringLiteral("levels"); }
    QList<Sample> samples() const override {
        return {{words("Laplace, 8 x 8 points"), QStringLiteral("laplace2d:n=8")},
                {words("Reservoir, blocks of 3"), QStringLiteral("reservoir:grid=3,block=3")}};
    }
    QStringList plainKernels() const override { return {QStringLiteral("levels"), QStringLiteral("cpu-ilu")}; }
    QString whyNot(const LoadedMatrix& loaded) const override {
        if (loaded.matrix.rows() == loaded.matrix.cols()) return {};
        return words("A factorization needs a square matrix; this one has %1 rows and %2 columns.")
            .arg(loaded.matrix.rows())
            .arg(loaded.matrix.cols());
    }
};

} // namespace

const OperationView& iluView() {
    static const IluView view;
    return view;
}

} // namespace warploom::ui
