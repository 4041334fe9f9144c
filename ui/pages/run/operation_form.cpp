#include "ui/pages/run/operation_form.h"

#include "ui/pages/run/operations/form_parts.h"
#include "ui/session/session.h"

namespace warploom::ui {
QVector<int> numbersIn(const QString& text, int least) {
    QVector<int> all;
    for (const QString& part : text.split(QRegularExpression(QStringLiteral("[,\\s]+")), Qt::SkipEmptyParts)) {
        bool ok = false;
        const int number = part.toInt(&ok);
        if (ok && number >= least && !all.contains(number)) all.append(number);
    }
    return all;
}

OperationForm::OperationForm(Session& session, QWidget* parent) : QWidget(parent), session_(session) {
    form_ = new QFormLayout(this);
    form_->setContentsMargins(0, 0, 0, 0);
    form_->setVerticalSpacing(4);
    form_->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form_->setRowWrapPolicy(QFormLayout::WrapLongRows);
    for (const OperationView* const view : operationViews())
        if (auto own = view->fields(session_, *this)) {
            own->build(*form_);
            fields_.push_back({view->info().id, std::move(own)});
        }
    threads_ = validatedLine("runThreads", tr("Threads"),
                             tr("Threads of the host kernels, several with commas; 0: all cores"), "[0-9, ]*");
    form_->addRow(tr("&Threads"), threads_);
    connect(threads_, &QLineEdit::textEdited, this, [this](const QString& text) {
        session_.setChoice(runKey("threads"), text, tr("threads %1").arg(text), true);
    });
    connect(&session_, &Session::choiceChanged, this, &OperationForm::readChoices);
    connect(&session_, &Session::matrixChanged, this, &OperationForm::describeMatrix);
    readChoices();
    describeMatrix();
}

void OperationForm::showFor(const QString& operation, bool is_host) {
    const bool takes_threads = viewOf(operation).takesThreads();
    bool has_fields = takes_threads;
    for (const Own& own : fields_) {
        own.fields->show(*form_, own.operation == operation, is_host);
        has_fields = has_fields || own.operation == operation;
    }
    form_->setRowVisible(threads_, is_host && takes_threads);
    setVisible(has_fields);
}

void OperationForm::readChoices() {
    editText(threads_, session_.choice(runKey("threads"), QStringLiteral("0")).toString());
    for (const Own& own : fields_) own.fields->readChoices();
}

void OperationForm::describeMatrix() {
    for (const Own& own : fields_) own.fields->describeMatrix();
}

void OperationForm::apply(RunPlan& plan) const {
    if (viewOf(plan.operation).takesThreads() && !threads_->isHidden()) plan.threads = numbersIn(threads_->text(), 0);
    for (const Own& own : fields_)
        if (own.operation == plan.operation) own.fields->apply(plan);
}

QString OperationForm::whyNot(const QString& operation) const {
    const MatrixHandle& matrix = session_.matrix();
    if (matrix == nullptr) return {};
    QString unfit = viewOf(operation).whyNot(*matrix);
    for (const Own& own : fields_)
        if (unfit.isEmpty() && own.operation == operation) unfit = own.fields->whyNot();
    return unfit;
}

} // namespace warploom::ui
