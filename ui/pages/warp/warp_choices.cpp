#include "ui/pages/warp/warp_choices.h"

#include "ui/components/operations/traced_choice.h"
#include "ui/style/qt_text.h"
#include "ui/widgets/options_button.h"
#include "ui/widgets/page_parts.h"

#include <QComboBox>
#include <QFileInfo>
#include <QLabel>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>

namespace warploom::ui {

namespace {

QWidget* field(const QString& label, QWidget* box) { return labelled(label, box, theme().px(4)); }

} // namespace

WarpChoices::WarpChoices(Session& session, QComboBox* compared, QToolButton* predict, QWidget* page)
    : QObject(page), session_(session), boxes_(new TracedBoxes(session, QStringLiteral("warp"), page)) {
    launch_ = named(new QComboBox, "", tr("Launch"));
    block_ = named(new QSpinBox, "", tr("Block"));
    warp_ = named(new QSpinBox, "", tr("Warp index within the block"));
    for (QSpinBox* box : {block_, warp_}) box->setKeyboardTracking(false);
    launch_field_ = field(tr("La&unch"), launch_);
    longest_row_ = named(toolButton(tr("Longest row"), {}), "warpLongestRow", tr("Go to the warp of the longest row"),
                         tr("Go to the warp that processes the longest row. This warp usually has the most steps and "
                            "the fewest active lanes."));
    save_ = toolButton(tr("Save trace"), tr("Save the recorded steps to a trace file"));
    QToolButton* const open = toolButton(tr("Open trace"), tr("Open a trace file (*.warploom-trace)"));
    for (QToolButton* button : {open, save_}) {
        button->setAccessibleName(button->text());
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    }
    walkthrough_ = named(toolButton({}, {}), "warpShowInStep", tr("Show in Step"),
                         tr("Open the Step page at the current step of this warp"));
    followIcon(walkthrough_, QStringLiteral("step"));
    followIcon(open, QStringLiteral("open"));
    followIcon(save_, QStringLiteral("export"));
    from_file_ = new QLabel;

    const auto choose = [this] {
        session_.setWarp({std::max(0, launch_->currentIndex()), block_->value(), warp_->value()});
    };
    connect(launch_, &QComboBox::activated, this, [this](int index) { session_.setWarp({index, 0, 0}); });
    connect(block_, &QSpinBox::valueChanged, this, choose);
    connect(warp_, &QSpinBox::valueChanged, this, choose);
    connect(longest_row_, &QToolButton::clicked, this, &WarpChoices::longestRowRequested);
    connect(walkthrough_, &QToolButton::clicked, this, &WarpChoices::walkthroughRequested);
    connect(save_, &QToolButton::clicked, this, &WarpChoices::saveRequested);
    connect(open, &QToolButton::clicked, this, &WarpChoices::openRequested);
    auto* const options = new OptionsButton("warpOptions", {{tr("&Threads per block"), blockBox(session, "", {})},
                                                            {tr("&Precision"), precisionBox(session, "", {})},
                                                            {tr("&Compare with"), compared},
                                                            {tr("&Matrix"), boxes_->input}});
    strip_ = inStrip({boxes_->operation, field(tr("&Kernel"), boxes_->kernel), boxes_->change, launch_field_,
                      field(tr("Blo&ck"), block_), field(tr("&Warp"), warp_), longest_row_, options, predict, open,
                      save_, walkthrough_, from_file_});
    setTraced(false, false);
}

QComboBox* WarpChoices::operation() const { return boxes_->operation; }

void WarpChoices::showOperation() {
    longest_row_->setVisible(tracedChoice(session_).operation == QLatin1String("spmv"));
}

void WarpChoices::showWarp(const protocol::WarpDocument* trace, bool is_from_file) {
    const QSignalBlocker quiet_block(block_), quiet_warp(warp_), quiet_launch(launch_);
    const WarpChoice at = is_from_file ? WarpChoice{trace->launch, trace->block_index, trace->warp} : session_.warp();
    std::int64_t blocks = at.block + 1;
    int warps = at.warp + 1;
    launch_->clear();
    if (trace != nullptr) {
        for (std::size_t i = 0; i < trace->launches.size(); ++i) {
            const protocol::WarpLaunch& launch = trace->launches[i];
            const QString name = toQString(launch.kernel), phase = name.section(QStringLiteral(" ("), 1).chopped(1);
            const bool is_one = trace->launches.size() == 1;
            launch_->addItem(
                is_one ? name
                       : QStringLiteral("%1  %2").arg(i + 1).arg(name.endsWith(QLatin1Char(')')) ? phase : name));
            launch_->setItemData(static_cast<int>(i), toQString(launch.title.empty() ? launch.kernel : launch.title),
                                 Qt::ToolTipRole);
        }
        const protocol::WarpLaunch& launch =
            trace->launches[static_cast<std::size_t>(std::min<int>(at.launch, launch_->count() - 1))];
        blocks = std::max(blocks, launch.blocks);
        warps = std::max(warps, launch.warps_per_block);
    }
    launch_->setCurrentIndex(at.launch);
    launch_field_->setVisible(launch_->count() > 1);
    block_->setRange(0, static_cast<int>(std::min<std::int64_t>(blocks - 1, 2'000'000'000)));
    block_->setValue(static_cast<int>(at.block));
    warp_->setRange(0, warps - 1);
    warp_->setValue(at.warp);
}

void WarpChoices::setTraced(bool is_traced, bool has_walkthrough) {
    save_->setEnabled(is_traced);
    walkthrough_->setVisible(is_traced && has_walkthrough);
    showFile({});
}

void WarpChoices::hideWalkthrough() { walkthrough_->hide(); }

void WarpChoices::showFile(const QString& path) {
    from_file_->setText(tr("from %1").arg(QFileInfo(path).fileName()));
    from_file_->setToolTip(path);
    from_file_->setVisible(!path.isEmpty());
}

} // namespace warploom::ui
