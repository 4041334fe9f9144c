#include "ui/components/operations/operation_view.h"
#include "ui/style/text.h"

namespace warploom::ui {
namespace {

class SpmvView final : public OperationView {
public:
    OperationInfo info() const override {
        return {QStringLiteral("spmv"),
                Text::tr("SpMV"),
                Text::tr("Compute a single sparse matrix-vector product, y = A x."),
                Text::tr("Median time per product"),
                Text::tr("Lower bound on the time per product"),
                Text::tr("All times are per product.")};
    }
    QStringList usualKernels(const protocol::Handshake&, std::optional<MachineKind> machine) const override {
        // Select the four most instructive kernels for a simulated card.
        if (machine == MachineKind::simulated)
            return {QStringLiteral("csr-scalar"), QStringLiteral("csr-vector"), QStringLiteral("ell"),
                    QStringLiteral("csr-adaptive")};
        return {QStringLiteral("cpu-csr"),     QStringLiteral("cpu-csr-parallel"),
                QStringLiteral("cpu-ell"),     QStringLiteral("cpu-coo"),
                QStringLiteral("eigen-csr"),   QStringLiteral("csr-scalar"),
                QStringLiteral("csr-vector"),  QStringLiteral("csr-adaptive"),
                QStringLiteral("csr-merge"),   QStringLiteral("ell"),
                QStringLiteral("sell"),        QStringLiteral("coo-segmented"),
                QStringLiteral("cusparse-csr")};
    }
    QString tracedFirst() const override { return QStringLiteral("csr-scalar"); }
    QList<ExampleMatrix> samples() const override {
        return {{Text::tr("256 rows of random length"), QStringLiteral("random-rows:n=256,fraction=0.1,seed=7")},
                {Text::tr("2-D Laplacian, 16 x 16 grid"), QStringLiteral("laplace2d:n=16")},
                {Text::tr("4096 rows of random length"), QStringLiteral("random-rows:n=4096,fraction=0.2,seed=7")}};
    }
    QStringList plainKernels() const override { return {QStringLiteral("csr-scalar"), QStringLiteral("cpu-csr")}; }
    bool comparesWithAny() const override { return true; }
    bool isShared() const override { return true; }
    QString rateTitle() const override {
        return Text::tr("Arithmetic rate (2 operations per nonzero, excluding padding)");
    }
};

} // namespace

const OperationView& spmvView() {
    static const SpmvView view;
    return view;
}

} // namespace warploom::ui
