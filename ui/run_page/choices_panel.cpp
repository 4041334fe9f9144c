#include "ui/run_page/choices_panel.h"

#include "engine/matrix/matrix_source.h"
#include "ui/session.h"
#include "ui/theme.h"
#include "ui/worker_client.h"

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
namespace {

constexpr int id_role = Qt::UserRole;

QString key(const char* name) {
    return QStringLiteral("run/") + QLatin1String(name);
}

void name_widget(QWidget* widget, const QString& object, const QString& accessible, const QString& tip) {
    widget->setObjectName(object);
    widget->setAccessibleName(accessible);
    widget->setToolTip(tip);
    widget->setStatusTip(tip);
    widget->setWhatsThis(tip);
}

QVector<int> numbers(const QString& text) {
    QVector<int> all;
    for (const QString& part : text.split(QRegularExpression(QStringLiteral("[,\\s]+")), Qt::SkipEmptyParts)) {
        const int number = part.toInt();
        if (number > 0 && !all.contains(number)) all.append(number);
    }
    return all;
}

} // namespace

QString withOrder(const QString& generator, qint64 order) {
    const int colon = generator.indexOf(QLatin1Char(':'));
    const QString name = colon < 0 ? generator : generator.left(colon);
    bool has_order = false;
    for (const GeneratorInfo& info : generators())
        if (name.toStdString() == info.name)
            has_order = std::any_of(info.parameters.begin(), info.parameters.end(), [](const auto& p) { return p.name == "n"; });
    if (!has_order) return {};
    QStringList kept;
    if (colon >= 0) {
        for (const QString& part : generator.mid(colon + 1).split(QLatin1Char(','), Qt::SkipEmptyParts))
            if (!part.startsWith(QLatin1String("n="))) kept.append(part);
    }
    kept.prepend(QStringLiteral("n=%1").arg(order));
    return name + QLatin1Char(':') + kept.join(QLatin1Char(','));
}

QStringList ChoicesPanel::usualKernels() {
    return {QStringLiteral("cpu-csr"),    QStringLiteral("cpu-csr-parallel"), QStringLiteral("cpu-ell"),
            QStringLiteral("cpu-coo"),    QStringLiteral("eigen-csr"),        QStringLiteral("csr-scalar"),
            QStringLiteral("csr-vector"), QStringLiteral("csr-merge"),        QStringLiteral("ell"),
            QStringLiteral("sell"),       QStringLiteral("coo-segmented"),    QStringLiteral("cusparse-csr")};
}

ChoicesPanel::ChoicesPanel(Session& session, QWidget* parent) : QWidget(parent), session_(session) {
    machine_ = new QComboBox(this);
    name_widget(machine_, QStringLiteral("runMachine"), tr("Machine"), tr("What the kernels run on"));
    kernels_ = new QTreeWidget(this);
    kernels_->setHeaderHidden(true);
    kernels_->setUniformRowHeights(true);
    kernels_->setIndentation(theme().px(14));
    name_widget(kernels_, QStringLiteral("runKernels"), tr("Kernels, grouped by format"), tr("Tick the kernels to compare (Space)"));
    others_ = new QLabel(this);
    others_->setWordWrap(true);
    precision_ = new QComboBox(this);
    precision_->addItem(tr("double"), QStringLiteral("double"));
    precision_->addItem(tr("float"), QStringLiteral("float"));
    name_widget(precision_, QStringLiteral("runPrecision"), tr("Precision"), tr("Of the values; indices have 4 bytes"));
    blocks_ = new QLineEdit(this);
    blocks_->setValidator(new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9, ]*")), blocks_));
    name_widget(blocks_, QStringLiteral("runBlocks"), tr("Block sizes"), tr("Threads a block, 32 to 1024, several with commas"));
    cache_ = new QComboBox(this);
    cache_->addItem(tr("cold"), QStringLiteral("cold"));
    cache_->addItem(tr("warm"), QStringLiteral("warm"));
    name_widget(cache_, QStringLiteral("runCache"), tr("Cache"), tr("Cold: flushed before each sample, as one product alone; warm: back to back, as in a solver"));
    x_ = new QComboBox(this);
    x_->setEditable(true);
    x_->addItems({QStringLiteral("ones"), QStringLiteral("reciprocal"), QStringLiteral("random:1")});
    name_widget(x_, QStringLiteral("runX"), tr("Vector x"), tr("ones, reciprocal (1/(1+j)) or random:SEED"));
    baseline_ = new QComboBox(this);
    name_widget(baseline_, QStringLiteral("runBaseline"), tr("Baseline"), tr("The kernel that speed-ups compare with"));
    sweep_ = new QComboBox(this);
    sweep_->addItem(tr("no sweep"), QStringLiteral("none"));
    sweep_->addItem(tr("over block sizes"), QStringLiteral("blocks"));
    sweep_->addItem(tr("over orders of the generator"), QStringLiteral("orders"));
    name_widget(sweep_, QStringLiteral("runSweep"), tr("Sweep"), tr("Repeats the run and draws lines"));
    orders_ = new QLineEdit(this);
    orders_->setValidator(new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9, ]*")), orders_));
    name_widget(orders_, QStringLiteral("runOrders"), tr("Orders"), tr("Values of the generator's n, with commas"));
    orders_label_ = new QLabel(tr("Orders"), this);
    quick_ = new QCheckBox(tr("quick"), this);
    name_widget(quick_, QStringLiteral("runQuick"), tr("Quick"), tr("10 samples, 2 s at most; without it samples are taken until the noise is stable"));

    auto* buttons = new QHBoxLayout;
    const auto tick_button = [&](const QString& text, const QString& object, bool on) {
        auto* button = new QToolButton(this);
        button->setText(text);
        button->setObjectName(object);
        button->setAutoRaise(true);
        buttons->addWidget(button);
        connect(button, &QToolButton::clicked, this, [this, on] {
            QStringList ticked;
            const MachineInfo* machine = session_.worker().handshake().machine(session_.machine());
            for (const KernelInfo& kernel : session_.worker().handshake().kernels) {
                const bool here = machine != nullptr && kernel.runsOn(machine->kind);
                if (here ? on : tickedKernels().contains(kernel.id)) ticked.append(kernel.id);
            }
            session_.setChoice(key("kernels"), ticked, on ? tr("tick all kernels") : tr("untick all kernels"));
        });
    };
    auto* heading = new QLabel(tr("Kernels"), this);
    heading->setFont(theme().font(1.0, true));
    buttons->addWidget(heading, 1);
    tick_button(tr("All"), QStringLiteral("tickAll"), true);
    tick_button(tr("None"), QStringLiteral("tickNone"), false);
    connect(&theme(), &Theme::changed, this, [this, heading] {
        heading->setFont(theme().font(1.0, true));
        kernels_->setIndentation(theme().px(14));
    });

    auto* form = new QFormLayout;
    form->setContentsMargins(0, 0, 0, 0);
    form->setVerticalSpacing(4);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->addRow(tr("&Machine"), machine_);
    form->addRow(tr("&Precision"), precision_);
    form->addRow(tr("B&locks"), blocks_);
    form->addRow(tr("&Cache"), cache_);
    form->addRow(tr("&x"), x_);
    form->addRow(tr("B&aseline"), baseline_);
    form->addRow(tr("S&weep"), sweep_);
    form->addRow(orders_label_, orders_);
    form->addRow(QString(), quick_);
    for (QComboBox* box : {machine_, precision_, cache_, x_, baseline_, sweep_}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(8);
    }
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(4);
    layout->addLayout(buttons);
    layout->addWidget(kernels_, 1);
    layout->addWidget(others_);
    layout->addLayout(form);
    kernels_->setMinimumHeight(theme().px(110));

    const auto combo = [this](QComboBox* box, const QString& name, const QString& what) {
        connect(box, &QComboBox::activated, this, [this, box, name, what] {
            const QVariant value = box->currentData();
            session_.setChoice(name, value.isValid() ? value : QVariant(box->currentText()), what.arg(box->currentText()));
        });
    };
    combo(machine_, QStringLiteral("machine"), tr("machine %1"));
    combo(precision_, QStringLiteral("precision"), tr("precision %1"));
    combo(cache_, key("cache"), tr("cache %1"));
    combo(baseline_, key("baseline"), tr("baseline %1"));
    combo(sweep_, key("sweep"), tr("sweep %1"));
    connect(x_->lineEdit(), &QLineEdit::editingFinished, this,
            [this] { session_.setChoice(key("x"), x_->currentText(), tr("x %1").arg(x_->currentText())); });
    combo(x_, key("x"), tr("x %1"));
    connect(blocks_, &QLineEdit::textEdited, this,
            [this](const QString& text) { session_.setChoice(key("blocks"), text, tr("block sizes %1").arg(text), true); });
    connect(orders_, &QLineEdit::textEdited, this,
            [this](const QString& text) { session_.setChoice(key("orders"), text, tr("orders %1").arg(text), true); });
    connect(quick_, &QCheckBox::clicked, this,
            [this](bool on) { session_.setChoice(key("quick"), on, on ? tr("quick run") : tr("thorough run")); });
    connect(kernels_, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem* item) { kernelTicked(item); });
    connect(&session_, &Session::choiceChanged, this, &ChoicesPanel::readChoices);
    connect(&session_, &Session::matrixChanged, this, &ChoicesPanel::planChanged);
    connect(&session_.worker(), &WorkerClient::handshakeChanged, this, [this] {
        fillMachines();
        fillKernels();
        readChoices();
    });
    fillMachines();
    fillKernels();
    readChoices();
}

void ChoicesPanel::fillMachines() {
    filling_ = true;
    machine_->clear();
    for (const MachineInfo& machine : session_.worker().handshake().machines) machine_->addItem(machine.title, machine.id);
    filling_ = false;
}

void ChoicesPanel::fillKernels() {
    filling_ = true;
    const Handshake& handshake = session_.worker().handshake();
    const MachineInfo* machine = handshake.machine(session_.machine());
    kernels_->clear();
    baseline_->clear();
    int elsewhere = 0;
    const QStringList ticked = tickedKernels();
    QHash<QString, QTreeWidgetItem*> groups;
    for (const KernelInfo& kernel : handshake.kernels) {
        if (machine == nullptr || !kernel.runsOn(machine->kind)) {
            ++elsewhere;
            continue;
        }
        QTreeWidgetItem*& group = groups[kernel.format];
        if (group == nullptr) {
            QString title = kernel.format.toUpper();
            for (const FormatInfo& format : handshake.formats)
                if (format.id == kernel.format && !format.title.isEmpty()) title = format.title;
            group = new QTreeWidgetItem(kernels_, {title});
            group->setFlags(Qt::ItemIsEnabled | Qt::ItemIsUserCheckable | Qt::ItemIsAutoTristate);
            group->setExpanded(true);
        }
        auto* item = new QTreeWidgetItem(group, {kernel.id});
        item->setData(0, id_role, kernel.id);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(0, ticked.contains(kernel.id) ? Qt::Checked : Qt::Unchecked);
        item->setToolTip(0, QStringLiteral("%1\n%2\n%3").arg(kernel.title, kernel.summary, kernel.source).trimmed());
        baseline_->addItem(kernel.id, kernel.id);
    }
    others_->setText(elsewhere > 0 ? tr("Kernels that need another machine: %1.").arg(elsewhere) : QString());
    others_->setVisible(elsewhere > 0);
    filling_ = false;
}

QStringList ChoicesPanel::tickedKernels() const {
    return session_.choice(key("kernels"), usualKernels()).toStringList();
}

void ChoicesPanel::kernelTicked(QTreeWidgetItem* item) {
    if (filling_ || item->data(0, id_role).isNull()) return;
    QStringList ticked = tickedKernels();
    const QString id = item->data(0, id_role).toString();
    const bool on = item->checkState(0) == Qt::Checked;
    if (on == ticked.contains(id)) return;
    if (on) {
        ticked.append(id);
    } else {
        ticked.removeAll(id);
    }
    session_.setChoice(key("kernels"), ticked, on ? tr("tick %1").arg(id) : tr("untick %1").arg(id));
}

void ChoicesPanel::readChoices() {
    if (filling_) return;
    const auto show = [](QComboBox* box, const QVariant& value) {
        const int index = box->findData(value);
        if (index >= 0) box->setCurrentIndex(index);
    };
    if (machine_->currentData().toString() != session_.machine() || kernels_->topLevelItemCount() == 0) {
        show(machine_, session_.machine());
        fillKernels();
    }
    filling_ = true;
    show(precision_, session_.precision());
    show(cache_, session_.choice(key("cache"), QStringLiteral("cold")));
    show(sweep_, session_.choice(key("sweep"), QStringLiteral("none")));
    const QString wanted = session_.choice(key("baseline")).toString();
    if (baseline_->findData(wanted) >= 0) {
        show(baseline_, wanted);
    } else {
        for (const char* usual : {"csr-scalar", "cpu-csr"}) show(baseline_, QLatin1String(usual));
    }
    x_->setEditText(session_.choice(key("x"), QStringLiteral("ones")).toString());
    const auto edit = [](QLineEdit* line, const QString& text) {
        if (line->text() != text) line->setText(text);
    };
    edit(blocks_, session_.choice(key("blocks"), QStringLiteral("128")).toString());
    edit(orders_, session_.choice(key("orders"), QStringLiteral("1000, 4000, 16000")).toString());
    quick_->setChecked(session_.choice(key("quick"), true).toBool());
    const bool orders = sweep_->currentData().toString() == QLatin1String("orders");
    orders_->setVisible(orders);
    orders_label_->setVisible(orders);
    const QStringList ticked = tickedKernels();
    for (int g = 0; g < kernels_->topLevelItemCount(); ++g) {
        QTreeWidgetItem* group = kernels_->topLevelItem(g);
        for (int i = 0; i < group->childCount(); ++i) {
            QTreeWidgetItem* item = group->child(i);
            item->setCheckState(0, ticked.contains(item->data(0, id_role).toString()) ? Qt::Checked : Qt::Unchecked);
        }
    }
    filling_ = false;
    emit planChanged();
}

RunPlan ChoicesPanel::plan() const {
    RunPlan plan;
    const Handshake& handshake = session_.worker().handshake();
    const MachineInfo* machine = handshake.machine(session_.machine());
    for (const KernelInfo& kernel : handshake.kernels)
        if (machine != nullptr && kernel.runsOn(machine->kind) && tickedKernels().contains(kernel.id)) plan.kernels.append(kernel.id);
    plan.machine = session_.machine();
    plan.precision = session_.precision();
    plan.cache = cache_->currentData().toString();
    plan.x = x_->currentText();
    plan.baseline = plan.kernels.contains(baseline_->currentText()) || plan.kernels.isEmpty() ? baseline_->currentText()
                                                                                              : plan.kernels.first();
    plan.quick = quick_->isChecked();
    plan.sweep = sweep_->currentData().toString();
    for (const int block : numbers(blocks_->text()))
        if (block >= 32 && block <= 1024) plan.blocks.append(block);
    if (session_.matrix() == nullptr) return plan;
    const QString name = session_.matrix()->name();
    if (plan.sweep == QLatin1String("orders")) {
        for (const int order : numbers(orders_->text())) {
            const QString matrix = withOrder(name, order);
            if (!matrix.isEmpty()) plan.matrices.append(matrix);
        }
    } else {
        plan.matrices.append(name);
    }
    return plan;
}

QString ChoicesPanel::whyNot() const {
    if (session_.matrix() == nullptr) return tr("Choose a matrix first: open a file, or generate one on the Matrix page.");
    const QString refusal = QString::fromStdString(session_.matrix()->matrix.why_not_runnable());
    if (!refusal.isEmpty()) return refusal;
    const RunPlan now = plan();
    if (session_.worker().handshake().machines.isEmpty()) return tr("The worker has not said yet what it can run.");
    if (now.kernels.isEmpty()) return tr("Tick at least one kernel.");
    if (now.blocks.isEmpty()) return tr("Give at least one block size from 32 to 1024.");
    if (now.matrices.isEmpty())
        return tr("A sweep over orders needs a generator with an order n, such as random-rows:n=4096, and at least one order.");
    return {};
}

} // namespace warploom::ui
