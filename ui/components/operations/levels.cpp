// Operations on square matrices that use level scheduling.
#include "ui/components/operations/form_parts.h"
#include "ui/components/operations/operation_view.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"

#include <QLabel>

namespace warploom::ui {
namespace {

/// A form field that shows how many matrix entries the triangular solve ignores.
class LowerFactorFields final : public OperationFields {
public:
    using OperationFields::OperationFields;

    void build(QFormLayout& rows) override {
        note_ = sentenceLabel("runLowerFactor");
        rows.addRow(note_);
    }
    void describeMatrix() override {
        const MatrixHandle& matrix = session.matrix();
        const QString note = matrix == nullptr ? QString() : toQString(matrix->statistics.lower_factor_note);
        note_->setText(note);
        note_->setVisible(!note.isEmpty());
    }

private:
    QLabel* note_ = nullptr;
};

class LevelView final : public OperationView {
public:
    /// Creates the view. `refusal` is the error message for a nonsquare matrix. Its placeholders are %1 (number of
    /// rows) and %2 (number of columns).
    LevelView(OperationInfo info, QList<ExampleMatrix> samples, QString host_kernel, QString refusal)
        : info_(std::move(info)), samples_(std::move(samples)), host_kernel_(std::move(host_kernel)),
          refusal_(std::move(refusal)) {}

    OperationInfo info() const override { return info_; }
    QString tracedFirst() const override { return QStringLiteral("levels"); }
    QList<ExampleMatrix> samples() const override { return samples_; }
    QStringList plainKernels() const override { return {QStringLiteral("levels"), host_kernel_}; }
    QString whyNot(const LoadedMatrix& loaded) const override {
        const auto rows = loaded.matrix.rows(), cols = loaded.matrix.cols();
        return rows == cols ? QString() : refusal_.arg(rows).arg(cols);
    }
    std::unique_ptr<OperationFields> fields(Session& session, QWidget& form) const override {
        if (info_.id != QLatin1String("trsv")) return nullptr;
        return std::make_unique<LowerFactorFields>(session, form);
    }

private:
    OperationInfo info_;
    QList<ExampleMatrix> samples_;
    QString host_kernel_, refusal_;
};

ExampleMatrix smallLaplace() { return {Text::tr("2-D Laplacian, 8 x 8 grid"), QStringLiteral("laplace2d:n=8")}; }

} // namespace

const OperationView& trsvView() {
    static const LevelView view(
        {QStringLiteral("trsv"), Text::tr("Triangular"),
         Text::tr("Solve L x = b, where L is the lower triangle of the matrix. The rows of each level are solved in "
                  "parallel."),
         Text::tr("Median time per solve"), Text::tr("Lower bound on the time per solve"),
         Text::tr("All times are per solve.")},
        {smallLaplace(), {Text::tr("2-D Laplacian, 32 x 32 grid"), QStringLiteral("laplace2d:n=32")}},
        QStringLiteral("cpu-trsv"),
        Text::tr("A triangular solve requires a square matrix. This matrix has %1 rows and %2 columns."));
    return view;
}

const OperationView& iluView() {
    static const LevelView view(
        {QStringLiteral("ilu"), Text::tr("ILU(0)"),
         Text::tr("Factorize A ≈ L U, keeping the sparsity pattern of A. The rows of each level are factorized in "
                  "parallel."),
         Text::tr("Median time per factorization"), Text::tr("Lower bound on the time per factorization"),
         Text::tr("All times are per factorization.")},
        {smallLaplace(), {Text::tr("Oil reservoir, 3 x 3 blocks"), QStringLiteral("reservoir:grid=3,block=3")}},
        QStringLiteral("cpu-ilu"),
        Text::tr("ILU(0) requires a square matrix. This matrix has %1 rows and %2 columns."));
    return view;
}

} // namespace warploom::ui
