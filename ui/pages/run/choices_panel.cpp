#include "ui/pages/run/choices_panel.h"

#include "engine/generators/matrix_source.h"
#include "ui/look/qt_text.h"
#include "ui/look/theme.h"
#include "ui/pages/run/operation_form.h"
#include "ui/pages/run/operations.h"
#include "ui/pages/run/operations/operation_view.h"
#include "ui/session/session.h"
#include "ui/session/worker_client.h"
#include "ui/widgets/change_action.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/place_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QRegularExpressionValidator>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

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
        operation_->addItem(info.title, info.id);
        operation_->setItemData(operation_->count() - 1, info.what, Qt::ToolTipRole);
    }
    explained(operation_, "runOperation", tr("Operation"), tr("What is computed"));
    place_ = new PlaceText(session_, "runPlace", this);
    kernels_ = new QTreeWidget(this);
    kernels_->setHeaderHidden(true);
    kernels_->setUniformRowHeights(true);
    kernels_->setIndentation(theme().px(14));
    explained(kernels_, "runKernels", tr("Kernels, grouped by format"), tr("Tick the kernels to compare (Space)"));
    others_ = new QLabel(this);
    others_->setWordWrap(true);
    precision_ = new QComboBox(this);
    precision_->addItem(tr("double"), QStringLiteral("double"));
    precision_->addItem(tr("float"), QStringLiteral("float"));
    explained(precision_, "runPrecision", tr("Precision"), tr("Of the values; indices have 4 bytes"));
    blocks_ = new QLineEdit(this);
    blocks_->setValidator(new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9, ]*")), blocks_));
    explained(blocks_, "runBlocks", tr("Block sizes"), tr("Threads a block, 32 to 1024, several with commas"));
    cache_ = new QComboBox(this);
    cache_->addItem(tr("cold"), QStringLiteral("cold"));
    cache_->addItem(tr("warm"), QStringLiteral("warm"));
    explained(cache_, "runCache", tr("Cache"),
              tr("Cold: flushed before each sample, as one product alone; warm: back to back, as in a solver"));
    x_ = new QComboBox(this);
    x_->setEditable(true);
    x_->addItems({QStringLiteral("random:1"), QStringLiteral("ones"), QStringLiteral("reciprocal")});
    explained(x_, "runX", tr("Vector x"), tr("ones, reciprocal (1/(1+j)) or random:SEED"));
    baseline_ = new QComboBox(this);
    explained(baseline_, "runBaseline", tr("Baseline"), tr("The kernel that speed-ups compare with"));
    sweep_ = new QComboBox(this);
    sweep_->addItem(tr("no sweep"), QStringLiteral("none"));
    sweep_->addItem(tr("over block sizes"), QStringLiteral("blocks"));
    sweep_->addItem(tr("over orders of the generator"), QStringLiteral("orders"));
    explained(sweep_, "runSweep", tr("Sweep"),
              tr("Repeats the run and draws lines; over block sizes from 32 to 1024 where only one stands in Blocks"));
    orders_ = new QLineEdit(this);
    orders_->setValidator(new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9, ]*")), orders_));
    explained(orders_, "runOrders", tr("Orders"), tr("Values of the generator's n, with commas"));
    orders_label_ = new QLabel(tr("Orders"), this);
    quick_ = new QCheckBox(tr("quick"), this);
    explained(quick_, "runQuick", tr("Quick"),
              tr("10 samples, 2 s at most; without it samples are taken until the noise is stable"));

    auto* buttons = new QHBoxLayout;
    const auto tick_button = [&](const QString& text, const QString& object, bool on) {
        auto* button = new QToolButton(this);
        button->setText(text);
        button->setObjectName(object);
        button->setAutoRaise(true);
        buttons->addWidget(button);
        connect(button, &QToolButton::clicked, this, [this, on] { tickAll(on); });
        return button;
    };
    auto* heading = new QLabel(tr("Kernels"), this);
    heading->setFont(theme().font(1.0, true));
    buttons->addWidget(heading, 1);
    QWidget* const all = tick_button(tr("All"), QStringLiteral("tickAll"), true);
    QWidget* const none = tick_button(tr("None"), QStringLiteral("tickNone"), false);
    change_ = new ChangeAction(session_, this);
    change_->addTo(kernels_);
    QWidget* const change = change_->button(QStringLiteral("runChange"));
    buttons->addWidget(change);
    connect(&theme(), &Theme::changed, this, [this, heading] {
        heading->setFont(theme().font(1.0, true));
        kernels_->setIndentation(theme().px(14));
    });

    auto* form = form_ = new QFormLayout;
    form->setContentsMargins(0, 0, 0, 0);
    form->setVerticalSpacing(4);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->addRow(tr("&Precision"), precision_);
    form->addRow(tr("B&locks"), blocks_);
    form->addRow(tr("&Cache"), cache_);
    form->addRow(tr("&x"), x_);
    form->addRow(tr("B&aseline"), baseline_);
    form->addRow(tr("S&weep"), sweep_);
    form->addRow(orders_label_, orders_);
    form->addRow(QString(), quick_);
    for (QComboBox* box : {operation_, precision_, cache_, x_, baseline_, sweep_}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(8);
    }
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(4);
    own_ = new OperationForm(session_, this);
    auto* first = new QFormLayout;
    first->setContentsMargins(0, 0, 0, 0);
    first->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    first->addRow(tr("&Operation"), operation_);
    layout->addLayout(first);
    layout->addWidget(place_);
    layout->addLayout(buttons);
    layout->addWidget(kernels_, 1);
    layout->addWidget(others_);
    layout->addWidget(own_);
    layout->addLayout(form);
    kernels_->setMinimumHeight(theme().px(110));
    setTabOrder(place_, all); // they stand above the kernels
    setTabOrder(all, none);
    setTabOrder(none, change);

    const auto combo = [this](QComboBox* box, const QString& name, const QString& what) {
        connect(box, &QComboBox::activated, this, [this, box, name, what] {
            const QVariant value = box->currentData();
            session_.setChoice(name, value.isValid() ? value : QVariant(box->currentText()),
                               what.arg(box->currentText()));
        });
    };
    combo(operation_, runKey("operation"), tr("operation %1"));
    combo(precision_, QStringLiteral("precision"), tr("precision %1"));
    combo(cache_, runKey("cache"), tr("cache %1"));
    connect(baseline_, &QComboBox::activated, this, [this] {
        session_.setChoice(baselineKey(), baseline_->currentText(), tr("baseline %1").arg(baseline_->currentText()));
    });
    combo(sweep_, runKey("sweep"), tr("sweep %1"));
    connect(x_->lineEdit(), &QLineEdit::editingFinished, this,
            [this] { session_.setChoice(runKey("x"), x_->currentText(), tr("x %1").arg(x_->currentText())); });
    combo(x_, runKey("x"), tr("x %1"));
    connect(blocks_, &QLineEdit::textEdited, this, [this](const QString& text) {
        session_.setChoice(runKey("blocks"), text, tr("block sizes %1").arg(text), true);
    });
    connect(orders_, &QLineEdit::textEdited, this, [this](const QString& text) {
        session_.setChoice(runKey("orders"), text, tr("orders %1").arg(text), true);
    });
    connect(quick_, &QCheckBox::clicked, this,
            [this](bool on) { session_.setChoice(runKey("quick"), on, on ? tr("quick run") : tr("thorough run")); });
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
    // The boxes may have changed first, by the user's hand: what counts is what the list was filled for.
    if (filled_for_ != std::make_pair(operation(), session_.machine()) || kernels_->topLevelItemCount() == 0)
        fillKernels();
    const wire::Machine* machine = session_.worker().handshake().machine(session_.machine().toStdString());
    own_->showFor(operation(), machine != nullptr && machine->kind == wire::MachineKind::cpu);
    form_->setRowVisible(x_, viewOf(operation()).takesX());
    filling_ = true;
    show(precision_, session_.precision());
    show(cache_, session_.choice(runKey("cache"), QStringLiteral("cold")));
    show(sweep_, session_.choice(runKey("sweep"), QStringLiteral("none")));
    fillBaselines();
    x_->setEditText(session_.choice(runKey("x"), QStringLiteral("random:1")).toString());
    const auto edit = [](QLineEdit* line, const QString& text) {
        if (line->text() != text) line->setText(text);
    };
    edit(blocks_, session_.choice(runKey("blocks"), QStringLiteral("128")).toString());
    edit(orders_, session_.choice(runKey("orders"), QStringLiteral("1000, 4000, 16000")).toString());
    quick_->setChecked(session_.choice(runKey("quick"), true).toBool());
    const bool orders = sweep_->currentData().toString() == QLatin1String("orders");
    orders_->setVisible(orders);
    orders_label_->setVisible(orders);
    showTicks();
    filling_ = false;
    emit planChanged();
}

} // namespace warploom::ui
