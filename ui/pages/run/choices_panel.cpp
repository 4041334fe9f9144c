#include "ui/pages/run/choices_panel.h"

#include "engine/generators/matrix_source.h"
#include "ui/components/operations/operation_view.h"
#include "ui/components/operations/operations.h"
#include "ui/pages/run/operation_form.h"
#include "ui/pages/run/setting_rows.h"
#include "ui/session/session.h"
#include "ui/session/worker_client.h"
#include "ui/style/theme.h"
#include "ui/widgets/change_action.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/place_text.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QRegularExpressionValidator>
#include <QToolButton>
#include <QTreeWidget>

#include <algorithm>

namespace warploom::ui {
QString withOrder(const QString& generator, qint64 order) {
    const int colon = generator.indexOf(QLatin1Char(':'));
    const QString name = colon < 0 ? generator : generator.left(colon);
    bool has_order = false;
    for (const GeneratorInfo& info : generators())
        if (name.toStdString() == info.name)
            has_order = std::any_of(info.parameters.begin(), info.parameters.end(),
                                    [](const auto& p) { return p.name == "n"; });
    if (!has_order) return {};
    QStringList kept;
    if (colon >= 0) {
        for (const QString& part : generator.mid(colon + 1).split(QLatin1Char(','), Qt::SkipEmptyParts))
            if (!part.startsWith(QLatin1String("n="))) kept.append(part);
    }
    kept.prepend(QStringLiteral("n=%1").arg(order));
    return name + QLatin1Char(':') + kept.join(QLatin1Char(','));
}

ChoicesPanel::ChoicesPanel(Session& session, QWidget* parent) : QWidget(parent), session_(session) {
    operation_ = new QComboBox(this);
    for (const OperationView* const view : operationViews()) {
        const OperationInfo info = view->info();
        addEntry(operation_, info.title, info.id, info.what);
    }
    explained(operation_, "runOperation", tr("Operation"), tr("Select the operation to run"));
    place_ = new PlaceText(session_, "runPlace", this);
    kernels_ = new QTreeWidget(this);
    kernels_->setHeaderHidden(true);
    kernels_->setUniformRowHeights(true);
    explained(kernels_, "runKernels", tr("Kernels, grouped by format"), tr("Select the kernels to compare (Space)"));
    others_ = sentenceLabel("");
    sweep_ = new QComboBox(this);
    sweep_->addItem(tr("no sweep"), QStringLiteral("none"));
    sweep_->addItem(tr("over block sizes"), QStringLiteral("blocks"));
    sweep_->addItem(tr("over matrix sizes"), QStringLiteral("orders"));
    explained(sweep_, "runSweep", tr("Sweep"),
              tr("Repeat the run for several block sizes or matrix sizes and plot the times as lines. If Threads "
                 "per block contains a single size, all sizes from 32 to 1024 are used."));
    orders_ = new QLineEdit(this);
    orders_->setValidator(new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9, ]*")), orders_));
    explained(orders_, "runOrders", tr("Matrix sizes"),
              tr("Enter values of the generator's parameter n, separated by commas"));
    orders_label_ = new QLabel(tr("Matrix sizes"), this);

    const auto tick_button = [this](const QString& text, const QString& object, bool on) {
        auto* button = new QToolButton(this);
        button->setText(text);
        button->setObjectName(object);
        button->setAutoRaise(true);
        connect(button, &QToolButton::clicked, this, [this, on] { tickAll(on); });
        return button;
    };
    auto* heading = new QLabel(tr("Kernels"), this);
    QWidget* const all = tick_button(tr("All"), QStringLiteral("tickAll"), true);
    QWidget* const none = tick_button(tr("None"), QStringLiteral("tickNone"), false);
    change_ = new ChangeAction(session_, this);
    change_->addTo(kernels_);
    QWidget* const change = change_->button(QStringLiteral("runChange"));
    QBoxLayout* const buttons = inRow(nullptr, {{heading, 1}, all, none, change});
    onTheme(this, [this, heading] {
        heading->setFont(theme().font(1.0, true));
        kernels_->setIndentation(theme().px(14));
    });

    QFormLayout* form = narrowForm();
    settings_ = new SettingRows(session_, *form, this);
    baseline_ = settings_->box("baseline");
    const int quick = form->rowCount() - 1;
    form->insertRow(quick, tr("S&weep"), sweep_);
    form->insertRow(quick + 1, orders_label_, orders_);
    for (QComboBox* box : {operation_, sweep_}) holdWidth(box, 8);
    own_ = new OperationForm(session_, this);
    QFormLayout* first = narrowForm();
    first->addRow(tr("Operat&ion"), operation_);
    inColumn(this, {first, place_, buttons, {kernels_, 1}, others_, own_, form}, 4, {8, 8, 8, 8});
    setTabOrder(place_, all); // in tab order, the buttons come before the kernel list, because they are above it
    setTabOrder(all, none);
    setTabOrder(none, change);
    // In tab order, insert the sweep between the other settings.
    QWidget* before = nullptr;
    for (int row = 0; row < form->rowCount(); ++row)
        if (const QLayoutItem* const field = form->itemAt(row, QFormLayout::FieldRole);
            field != nullptr && field->widget() != nullptr) {
            if (before != nullptr) setTabOrder(before, field->widget());
            before = field->widget();
        }

    const auto combo = [this](QComboBox* box, const QString& name, const QString& what) {
        connect(box, &QComboBox::activated, this, [this, box, name, what] {
            const QVariant value = box->currentData();
            session_.setChoice(name, value.isValid() ? value : QVariant(box->currentText()),
                               what.arg(box->currentText()));
        });
    };
    combo(operation_, runKey("operation"), tr("operation %1"));
    connect(baseline_, &QComboBox::activated, this, [this] {
        session_.setChoice(baselineKey(), baseline_->currentText(), tr("baseline %1").arg(baseline_->currentText()));
    });
    combo(sweep_, runKey("sweep"), tr("sweep %1"));
    connect(orders_, &QLineEdit::textEdited, this, [this](const QString& text) {
        session_.setChoice(runKey("orders"), text, tr("matrix sizes %1").arg(text), true);
    });
    connect(kernels_, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem* item) { kernelTicked(item); });
    connect(kernels_, &QTreeWidget::currentItemChanged, this, &ChoicesPanel::kernelPicked);
    connect(&session_, &Session::choiceChanged, this, &ChoicesPanel::readChoices);
    connect(&session_, &Session::matrixChanged, this, &ChoicesPanel::planChanged);
    connect(&session_.worker(), &WorkerClient::handshakeChanged, this, [this] {
        fillKernels();
        readChoices();
    });
    fillKernels();
    readChoices();
}

void ChoicesPanel::readChoices() {
    if (filling_) return;
    const auto show = [](QComboBox* box, const QVariant& value) {
        const int index = box->findData(value);
        if (index >= 0) box->setCurrentIndex(index);
    };
    show(operation_, operation());
    // The combo boxes may already show the new operation. Therefore, compare it with the operation of the current
    // kernel list.
    if (filled_for_ != std::make_pair(operation(), session_.machine()) || kernels_->topLevelItemCount() == 0)
        fillKernels();
    const protocol::MachineEntry* machine = session_.worker().handshake().machine(session_.machine().toStdString());
    const bool is_host = machine != nullptr && machine->kind == MachineKind::cpu;
    own_->showFor(operation(), is_host);
    settings_->showFor(operation(), is_host);
    filling_ = true;
    settings_->readChoices();
    show(sweep_, session_.choice(runKey("sweep"), QStringLiteral("none")));
    fillBaselines();
    const QString typed = session_.choice(runKey("orders"), QStringLiteral("1000, 4000, 16000")).toString();
    if (orders_->text() != typed) orders_->setText(typed);
    const bool orders = sweep_->currentData().toString() == QLatin1String("orders");
    orders_->setVisible(orders);
    orders_label_->setVisible(orders);
    showTicks();
    filling_ = false;
    emit planChanged();
}

} // namespace warploom::ui
