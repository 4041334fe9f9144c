#include "ui/pages/reproduce/experiment_controls.h"

#include "ui/session/worker_client.h"
#include "ui/style/qt_text.h"
#include "ui/widgets/page_parts.h"

#include <QComboBox>
#include <QLabel>
#include <QProgressBar>
#include <QSettings>

#include <algorithm>

namespace warploom::ui {

bool hasNumbers(const experiment::Result& result, experiment::CellColumn column) {
    return std::any_of(result.cells.begin(), result.cells.end(),
                       [&](const experiment::Cell& cell) { return cell.value(column).number.has_value(); });
}

bool hasBegun(const experiment::Result& result) {
    return hasNumbers(result, experiment::CellColumn::modelled) ||
           hasNumbers(result, experiment::CellColumn::measured) || result.is_complete;
}

ExperimentControls::ExperimentControls(Session& session, ExperimentStore& store, QObject* parent)
    : QObject(parent), session_(session), store_(store) {
    form_ = comboBox("reproduceForm", tr("Quick or full run"),
                     tr("Quick: compute some of the cells, in less than a minute. Full: compute all cells of the "
                        "original table or figure."),
                     {{tr("Quick"), true}, {tr("Full"), false}});
    machine_ = comboBox(
        "reproduceMachine", tr("Columns to compute"),
        tr("Select the values to compute: modeled for the card in the source, and measured on the devices of this "
           "computer"));
    holdWidth(machine_, 14, 10);
    run_ = pushButton("reproduceRun", tr("Run"), {}, this, [this] { run(startsAnew()); });
    stop_ = pushButton("reproduceStop", tr("Stop"),
                       tr("Stop after the current launch. Click again to stop immediately. Finished values are kept."),
                       &store_, &ExperimentStore::stop);
    anew_ = pushButton("reproduceAnew", tr("Restart"), tr("Discard all modeled and measured values and start over"),
                       this, [this] { run(true); });
    followIcon(run_, QStringLiteral("play"));
    followIcon(stop_, QStringLiteral("stop"));
    progress_ = named(new QProgressBar, "reproduceProgress", tr("Progress"));
    progress_->setFormat(QStringLiteral("%v / %m"));
    strip_ = inStrip({form_, machine_, run_, stop_, anew_, progress_});
    stage_ = sentenceLabel("reproduceStage", {}, Qt::TextSelectableByMouse);
    connect(form_, &QComboBox::activated, this, [this] {
        if (key_) emit formChosen(form_->currentData().toBool());
    });
    connect(machine_, &QComboBox::activated, this, [this] {
        session_.presetChoice(QStringLiteral("reproduce/machine"), machine_->currentData());
        refresh();
    });
    connect(&store_, &ExperimentStore::progressed, this, &ExperimentControls::refresh);
    connect(&store_, &ExperimentStore::runningChanged, this, &ExperimentControls::refresh);
    connect(&session_.worker(), &WorkerClient::handshakeChanged, this, &ExperimentControls::fillMachines);
    onTheme(this, [this] { applyTheme(); });
    fillMachines();
}

void ExperimentControls::applyTheme() {
    setMuted(stage_);
    progress_->setFixedWidth(theme().px(130));
}

void ExperimentControls::show(const std::optional<ExperimentKey>& key, const ResultHandle& opened) {
    key_ = key;
    opened_ = opened;
    refresh();
}

void ExperimentControls::run(bool anew) {
    if (key_ && !store_.isRunning()) store_.start(*key_, choice(), anew);
}

bool ExperimentControls::startsAnew() const {
    const ResultHandle shown = result();
    return shown != nullptr && shown->is_complete && key_ && store_.lastChoice(*key_) == choice();
}

ExperimentChoice ExperimentControls::choice() const {
    ExperimentChoice choice;
    const QString id = machine_->currentData().toString();
    choice.measure_host = id != QLatin1String("model");
    choice.machine = choice.measure_host && !id.isEmpty() ? id : QStringLiteral("none");
    choice.data = QSettings().value(QStringLiteral("experiments/data")).toStringList();
    return choice;
}

void ExperimentControls::refresh() {
    const ResultHandle shown = result();
    const bool own = key_ && shown != nullptr;
    const bool running = store_.isRunning(), mine = own && store_.isRunning(*key_);
    const bool begun = shown != nullptr && hasBegun(*shown);
    const bool greeted = !session_.worker().handshake().machines.empty();
    form_->setCurrentIndex(own ? (key_->quick ? 0 : 1) : (shown != nullptr && shown->is_quick ? 0 : 1));
    form_->setEnabled(own);
    machine_->setEnabled(own && !running && greeted);
    run_->setText(!begun               ? tr("Run")
                  : startsAnew()       ? tr("Run again")
                  : shown->is_complete ? tr("Continue")
                                       : tr("Resume"));
    run_->setEnabled(own && !running && greeted);
    const QString why =
        !own ? tr("This result was loaded from a file. To run the experiment here, select it in the list on the left.")
        : running && !mine       ? tr("Another experiment is running.")
        : !greeted               ? tr("Waiting for the worker to list its devices.")
        : begun && !startsAnew() ? tr("Compute the missing values. Finished values are kept.")
                                 : tr("Compute the modeled and measured columns");
    run_->setToolTip(why);
    run_->setStatusTip(why);
    stop_->setEnabled(mine);
    stop_->setVisible(mine);
    anew_->setEnabled(own && !running && greeted && begun);
    anew_->setVisible(own && begun && !mine);
    progress_->setVisible(mine);
    showStage(mine);
}

void ExperimentControls::showStage(bool is_running_this) {
    stage_->setVisible(store_.isRunning());
    if (is_running_this) {
        progress_->setRange(0, store_.total());
        progress_->setValue(store_.done());
        stage_->setText(store_.stage().isEmpty() ? tr("Waiting for the worker") : store_.stage());
    } else if (store_.isRunning()) {
        const experiment::Experiment* other = store_.find(store_.running()->id);
        stage_->setText(tr("Running: %1").arg(other == nullptr ? store_.running()->id : toQString(other->place)));
    }
}

void ExperimentControls::fillMachines() {
    const QVariant before = session_.choice(QStringLiteral("reproduce/machine"));
    const QSignalBlocker quiet(machine_);
    machine_->clear();
    machine_->addItem(tr("Model only"), QStringLiteral("model"));
    machine_->addItem(tr("Model and CPU"), QStringLiteral("none"));
    int best = 1;
    for (const protocol::MachineEntry& machine : session_.worker().handshake().machines) {
        // Skip machines that are groups of GPUs, because multi-GPU series select their GPUs automatically.
        if (machine.kind != MachineKind::cuda || machine.id.find(',') != std::string::npos ||
            machine.id.ends_with("all"))
            continue;
        machine_->addItem(tr("Model, CPU and %1").arg(toQString(machine.title)), toQString(machine.id));
        if (best == 1) best = machine_->count() - 1; // prefer the first GPU over the host
    }
    const int chosen = machine_->findData(before);
    machine_->setCurrentIndex(chosen >= 0 ? chosen : best);
    refresh();
}

} // namespace warploom::ui
