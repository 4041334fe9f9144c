#include "ui/pages/run/operation_form.h"

#include "ui/components/operations/form_parts.h"
#include "ui/session/session.h"

#include <QBoxLayout>

namespace warploom::ui {

OperationForm::OperationForm(Session& session, QWidget* parent) : QWidget(parent), session_(session) {
    QBoxLayout* column = inColumn(this, {}, 4);
    for (const OperationView* const view : operationViews())
        if (auto own = view->fields(session_, *this)) {
            QFormLayout* form = narrowForm(new QWidget);
            form->setRowWrapPolicy(QFormLayout::WrapLongRows);
            column->addWidget(form->parentWidget());
            own->build(*form);
            fields_.push_back({view->info().id, std::move(own), form->parentWidget()});
        }
    connect(&session_, &Session::choiceChanged, this, &OperationForm::readChoices);
    connect(&session_, &Session::matrixChanged, this, &OperationForm::describeMatrix);
    readChoices();
    describeMatrix();
}

void OperationForm::showFor(const QString& operation, bool is_host) {
    bool has_fields = false;
    for (const Own& own : fields_) {
        own.box->setVisible(own.operation == operation);
        own.fields->showOn(is_host);
        has_fields = has_fields || own.operation == operation;
    }
    setVisible(has_fields);
}

void OperationForm::readChoices() {
    for (const Own& own : fields_) own.fields->readChoices();
}

void OperationForm::describeMatrix() {
    for (const Own& own : fields_) own.fields->describeMatrix();
}

void OperationForm::apply(protocol::RunPlan& plan) const {
    for (const Own& own : fields_)
        if (own.operation.toStdString() == plan.operation) own.fields->apply(plan);
}

} // namespace warploom::ui
