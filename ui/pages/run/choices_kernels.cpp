// The kernel list in the left column of the Run page: its contents, its check boxes and the resulting run plan.
#include "ui/components/operations/operation_view.h"
#include "ui/components/operations/operations.h"
#include "ui/pages/run/choices_panel.h"
#include "ui/pages/run/operation_form.h"
#include "ui/pages/run/setting_rows.h"
#include "ui/session/kernel_texts.h"
#include "ui/session/worker_client.h"
#include "ui/style/qt_text.h"
#include "ui/widgets/change_action.h"
#include "ui/widgets/page_parts.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QTreeWidget>

#include <algorithm>

namespace warploom::ui {
namespace {

/// Returns the title of a storage format for a group of kernels. The worker's list lacks formats that only one
/// operation uses.
QString groupTitle(const protocol::Handshake& handshake, const std::string& format) {
    for (const protocol::Format& info : handshake.formats)
        if (info.id == format && !info.title.empty()) return toQString(info.title);
    if (format == "arrays") return ChoicesPanel::tr("Separate arrays a, b, c and d");
    if (format == "records") return ChoicesPanel::tr("64-byte records");
    if (format == "dense") return ChoicesPanel::tr("Dense");
    return toQString(format).toUpper();
}

constexpr int id_role = Qt::UserRole, key_role = Qt::UserRole + 1;

} // namespace

QString ChoicesPanel::operation() const {
    return session_.choice(runKey("operation"), QStringLiteral("spmv")).toString();
}

QString ChoicesPanel::baselineKey() const {
    return isFirstOperation(operation()) ? runKey("baseline") : runKey("baseline/") + operation();
}

std::optional<MachineKind> ChoicesPanel::machineKind() const {
    const protocol::MachineEntry* machine = session_.worker().handshake().machine(session_.machine().toStdString());
    return machine == nullptr ? std::nullopt : std::make_optional(machine->kind);
}

QStringList ChoicesPanel::ticked(const QString& choice) const {
    if (choice == productsKey()) return session_.choice(choice, usualProducts()).toStringList();
    return session_.choice(choice, viewOf(operation()).usualKernels(session_.worker().handshake(), machineKind()))
        .toStringList();
}

void ChoicesPanel::addKernels(const std::vector<protocol::KernelEntry>& kernels, const QString& choice,
                              const QString& one_group, int& elsewhere) {
    const protocol::Handshake& handshake = session_.worker().handshake();
    const QStringList now = ticked(choice);
    QHash<QString, QTreeWidgetItem*> groups;
    for (const protocol::KernelEntry& kernel : kernels) {
        if (!machineKind() || !kernel.runs_there(*machineKind())) {
            ++elsewhere;
            continue;
        }
        const bool is_own = session_.texts().find(toQString(kernel.id)) != nullptr;
        const QString title = !one_group.isEmpty() ? one_group
                              : is_own             ? tr("My kernels")
                                                   : groupTitle(handshake, kernel.format);
        QTreeWidgetItem*& group = groups[title];
        if (group == nullptr) {
            group = new QTreeWidgetItem(kernels_, {title});
            group->setFlags(Qt::ItemIsEnabled | Qt::ItemIsUserCheckable | Qt::ItemIsAutoTristate);
            group->setExpanded(true);
        }
        auto* item = new QTreeWidgetItem(group, {toQString(kernel.id)});
        item->setData(0, id_role, toQString(kernel.id));
        item->setData(0, key_role, choice);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(0, now.contains(toQString(kernel.id)) ? Qt::Checked : Qt::Unchecked);
        item->setToolTip(0, toQString(kernel.title + "\n" + kernel.summary + "\n" + kernel.source).trimmed());
    }
}

void ChoicesPanel::fillKernels() {
    filling_ = true;
    filled_for_ = {operation(), session_.machine()};
    const protocol::Handshake& handshake = session_.worker().handshake();
    const auto name_of = [](const QTreeWidgetItem* item) {
        return item == nullptr ? QStringList()
                               : QStringList{item->data(0, key_role).toString(), item->data(0, id_role).toString()};
    };
    const QStringList marked = name_of(kernels_->currentItem());
    kernels_->clear();
    int elsewhere = 0;
    if (viewOf(operation()).takesProduct()) {
        // Number of SpMV kernels that do not run on this machine. It is not displayed, because the message counts only
        // methods.
        int products = 0;
        addKernels(handshake.kernels_of(operation().toStdString()), kernelsKey(operation()), tr("Method"), elsewhere);
        addKernels(handshake.kernels_of("spmv"), productsKey(), tr("Product y = A x"), products);
    } else {
        addKernels(handshake.kernels_of(operation().toStdString()), kernelsKey(operation()), {}, elsewhere);
    }
    others_->setText(elsewhere > 0 ? tr("%n more kernels run only on other machines.", nullptr, elsewhere) : QString());
    others_->setVisible(elsewhere > 0);
    for (QTreeWidgetItemIterator item(kernels_); *item != nullptr && !marked.isEmpty(); ++item)
        if (name_of(*item) == marked) kernels_->setCurrentItem(*item);
    filling_ = false;
    fitKernels();
}

/// In a short window, makes the list as tall as its contents, so that only the panel scrolls. Nested scroll areas are
/// hard to use.
void ChoicesPanel::fitKernels() {
    int lines = 0;
    for (QTreeWidgetItemIterator item(kernels_); *item != nullptr; ++item) ++lines;
    const int whole = lines * std::max(1, static_cast<QAbstractItemView*>(kernels_)->sizeHintForRow(0)) + theme().px(6);
    kernels_->setMinimumHeight(std::max(theme().px(110), isLow(this) ? whole : 0));
}

void ChoicesPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitKernels();
}

void ChoicesPanel::tickAll(bool on) {
    // Kernels that do not run on this machine stay checked. The lists of methods and of SpMV kernels change in a single
    // undo step.
    const auto changed = [&](const QString& choice, const std::vector<protocol::KernelEntry>& kernels) {
        QStringList list;
        for (const protocol::KernelEntry& kernel : kernels)
            if (machineKind() && kernel.runs_there(*machineKind()) ? on : ticked(choice).contains(toQString(kernel.id)))
                list.append(toQString(kernel.id));
        return list;
    };
    const protocol::Handshake& handshake = session_.worker().handshake();
    const QString text = on ? tr("select all kernels") : tr("deselect all kernels");
    const bool has_products = viewOf(operation()).takesProduct();
    if (has_products) session_.undoStack().beginMacro(text);
    session_.setChoice(kernelsKey(operation()),
                       changed(kernelsKey(operation()), handshake.kernels_of(operation().toStdString())), text);
    if (!has_products) return;
    session_.setChoice(productsKey(), changed(productsKey(), handshake.kernels_of("spmv")), text);
    session_.undoStack().endMacro();
}

void ChoicesPanel::kernelPicked(const QTreeWidgetItem* item) {
    const bool is_product = item != nullptr && item->data(0, key_role).toString() == productsKey();
    change_->setKernel(is_product ? QStringLiteral("spmv") : operation(),
                       item == nullptr ? QString() : item->data(0, id_role).toString());
}

void ChoicesPanel::kernelTicked(QTreeWidgetItem* item) {
    if (filling_ || item->data(0, id_role).isNull()) return;
    const QString choice = item->data(0, key_role).toString(), id = item->data(0, id_role).toString();
    QStringList list = ticked(choice);
    const bool on = item->checkState(0) == Qt::Checked;
    if (on == list.contains(id)) return;
    if (on) list.append(id);
    else list.removeAll(id);
    session_.setChoice(choice, list, on ? tr("select %1").arg(id) : tr("deselect %1").arg(id));
}

void ChoicesPanel::showTicks() {
    for (int g = 0; g < kernels_->topLevelItemCount(); ++g) {
        QTreeWidgetItem* group = kernels_->topLevelItem(g);
        for (int i = 0; i < group->childCount(); ++i) {
            QTreeWidgetItem* item = group->child(i);
            const bool on = ticked(item->data(0, key_role).toString()).contains(item->data(0, id_role).toString());
            item->setCheckState(0, on ? Qt::Checked : Qt::Unchecked);
        }
    }
}

QStringList ChoicesPanel::tickedHere(const QString& choice, const QString& list_of) const {
    QStringList here;
    const QStringList now = ticked(choice);
    for (const protocol::KernelEntry& kernel : session_.worker().handshake().kernels_of(list_of.toStdString()))
        if (machineKind() && kernel.runs_there(*machineKind()) && now.contains(toQString(kernel.id)))
            here.append(toQString(kernel.id));
    return here;
}

void ChoicesPanel::fillBaselines() {
    QStringList names;
    // The baseline can be any kernel that runs on this machine, even if it is not selected.
    if (viewOf(operation()).comparesWithAny()) {
        for (const protocol::KernelEntry& kernel : session_.worker().handshake().kernels_of(operation().toStdString()))
            if (machineKind() && kernel.runs_there(*machineKind())) names.append(toQString(kernel.id));
    } else {
        names = toQString(planKernels().settings.kernels);
    }
    QStringList shown;
    for (int i = 0; i < baseline_->count(); ++i) shown.append(baseline_->itemText(i));
    if (shown != names) {
        baseline_->clear();
        for (const QString& name : names) baseline_->addItem(name, name);
    }
    if (showEntry(baseline_, session_.choice(baselineKey()))) return;
    for (const QString& plain : viewOf(operation()).plainKernels()) showEntry(baseline_, plain);
}

protocol::RunPlan ChoicesPanel::planKernels() const {
    protocol::RunPlan plan;
    plan.operation = operation().toStdString();
    QStringList kernels = tickedHere(kernelsKey(operation()), operation());
    if (viewOf(operation()).takesProduct())
        kernels = cgKernels(session_.worker().handshake(), kernels, tickedHere(productsKey(), QStringLiteral("spmv")));
    plan.settings.kernels = textsOf(kernels);
    own_->apply(plan);
    return plan;
}

protocol::RunPlan ChoicesPanel::plan() const {
    protocol::RunPlan plan = planKernels();
    plan.machine = session_.machine().toStdString();
    protocol::RunSettings& settings = plan.settings;
    settings_->apply(settings);
    const auto& kernels = settings.kernels;
    settings.baseline = baseline_->currentText().toStdString();
    if (!kernels.empty() && std::find(kernels.begin(), kernels.end(), settings.baseline) == kernels.end())
        settings.baseline = kernels.front();
    plan.sweep = protocol::named<protocol::Sweep>(sweep_->currentData().toString().toStdString())
                     .value_or(protocol::Sweep::none);
    // A sweep over block sizes needs more than one block size.
    if (plan.sweep == protocol::Sweep::blocks && settings.blocks.size() == 1)
        settings.blocks = {32, 64, 128, 256, 512, 1024};
    if (session_.matrix() == nullptr) return plan;
    const QString name = session_.matrix()->name();
    if (plan.sweep == protocol::Sweep::orders) {
        for (const int order : numbersIn(orders_->text())) {
            const QString matrix = withOrder(name, order);
            if (!matrix.isEmpty()) plan.matrices.push_back(matrix.toStdString());
        }
    } else {
        plan.matrices.push_back(name.toStdString());
    }
    return plan;
}

QString ChoicesPanel::whyNot() const {
    if (session_.matrix() == nullptr) return tr("Open or generate a matrix on the Matrix page first.");
    const QString refusal = toQString(session_.matrix()->matrix.why_not_runnable());
    // The worker generates tridiagonal systems itself, so restrictions on the open matrix do not apply.
    const bool made_there = viewOf(operation()).isMadeThere(*session_.matrix());
    if (!refusal.isEmpty() && !made_there) return refusal;
    const QString unfit = viewOf(operation()).whyNot(*session_.matrix());
    if (!unfit.isEmpty()) return unfit;
    const QString refused = settings_->whyNot();
    if (!refused.isEmpty()) return refused;
    const protocol::RunPlan now = plan();
    if (session_.worker().handshake().machines.empty()) return tr("Waiting for the worker to list its devices.");
    if (now.settings.kernels.empty())
        return viewOf(operation()).takesProduct() ? tr("Select at least one method and one SpMV kernel.")
                                                  : tr("Select at least one kernel.");
    if (now.settings.blocks.empty()) return tr("Enter at least one block size from 32 to 1024.");
    if (now.matrices.empty())
        return tr("To sweep over matrix sizes, open a generated matrix with a size parameter n, such as "
                  "random-rows:n=4096, and enter at least one size.");
    return {};
}

} // namespace warploom::ui
