#include "ui/pages/run/operation_form.h"

#include "ui/pages/run/operations/form_parts.h"
#include "ui/session/session.h"

#include <QVBoxLayout>

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
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    const auto new_form = [column] {
        auto* box = new QWidget;
        auto* form = new QFormLayout(box);
        form->setContentsMargins(0, 0, 0, 0);
        form->setVerticalSpacing(4);
        form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
        form->setRowWrapPolicy(QFormLayout::WrapLongRows);
        column->addWidget(box);
        return form;
    };
    for (const OperationView* const view : operationViews())
        if (auto own = view->fields(session_, *this)) {
            QFormLayout* form = new_form();
            own->build(*form);
            fields_.push_back({view->info().id, std::move(own), form->parentWidget()});
        }
    threads_ = validatedLine("runThreads", tr("Threads"),
                             tr("Threads of the host kernels, several with commas; 0: all cores"), "[0-9, ]*");
    QFormLayout* form = new_form();
    form->addRow(tr("&Threads"), threads_);
    threads_box_ = form->parentWidget();
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
        own.box->setVisible(own.operation == operation);
        own.fields->showOn(is_host);
        has_fields = has_fields || own.operation == operation;
    }
    threads_box_->setVisible(is_host && takes_threads);
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
    if (viewOf(plan.operation).takesThreads() && !threads_box_->isHidden())
        plan.threads = numbersIn(threads_->text(), 0);
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
