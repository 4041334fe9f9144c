#include "ui/pages/warp/warp_panes.h"

#include "ui/charts/chart_frame.h"
#include "ui/components/warp/access_view.h"
#include "ui/pages/warp/lanes_view.h"
#include "ui/pages/warp/owner_view.h"
#include "ui/pages/warp/source_view.h"
#include "ui/style/qt_text.h"
#include "ui/widgets/page_parts.h"

#include <QComboBox>
#include <QSplitter>

namespace warploom::ui {

WarpPanes::WarpPanes(Session& session, QWidget* parent)
    : QWidget(parent), owners_(new OwnerView), lanes_(new LanesView), access_(new AccessView), source_(new SourceView) {
    owners_frame_ = new ChartFrame(owners_, owners_);
    lanes_frame_ = new ChartFrame(lanes_, lanes_);
    access_frame_ = new ChartFrame(access_, access_);
    source_frame_ = new ChartFrame(source_, source_);
    file_ = named(new QComboBox, "", tr("Source file"));
    file_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    count_ = named(new QComboBox, "", tr("Metric to show for each line"));
    for (const auto count :
         {SourceView::Count::transactions, SourceView::Count::instructions, SourceView::Count::lanes})
        count_->addItem(SourceView::countTitle(count));
    source_frame_->addTool(file_);
    source_frame_->addTool(count_);

    upper_ = inSplitter(Qt::Horizontal, {});
    lower_ = inSplitter(Qt::Horizontal, {});
    down_ = inSplitter(Qt::Vertical, {{upper_, 3}, {lower_, 2}});
    inColumn(this, {{down_, 1}}, 0);

    connect(lanes_, &LanesView::stepChosen, this, &WarpPanes::stepChosen);
    connect(owners_, &OwnerView::hoveredChanged, &session,
            [&session](const HoveredNonzero& at) { session.setHovered(at); });
    connect(owners_, &OwnerView::warpChosen, &session, [&session](qint64 block, int warp) {
        session.setWarp({session.warp().launch, block, warp});
    });
    connect(&session, &Session::hoveredChanged, owners_, [this, &session] { owners_->setHovered(session.hovered()); });
    connect(&session, &Session::rowSelectionChanged, owners_,
            [this, &session] { owners_->setRows(session.rowSelection()); });
    connect(file_, &QComboBox::activated, this, [this](int index) {
        source_->setFile(index);
        source_frame_->refresh();
    });
    connect(count_, &QComboBox::activated, this, [this](int index) {
        source_->setCount(static_cast<SourceView::Count>(index));
        source_frame_->refresh();
    });
    connect(source_, &SourceView::fileChanged, file_, &QComboBox::setCurrentIndex);
}

QList<Chart*> WarpPanes::charts() const { return {lanes_, access_, source_, owners_}; }

QStringList WarpPanes::tabTitles() { return {tr("Lanes"), tr("Addresses"), tr("Source"), tr("Nonzeros")}; }

void WarpPanes::setAnalysis(const std::shared_ptr<const WarpAnalysis>& analysis) {
    const bool is_other = analysis && (!analysis_ || &analysis_->trace() != &analysis->trace());
    analysis_ = analysis;
    lanes_->setAnalysis(analysis_);
    access_->setAnalysis(analysis_);
    source_->setAnalysis(analysis_);
    owners_->setAnalysis(analysis_);
    if (!is_other) return;
    const QSignalBlocker quiet(file_);
    file_->clear();
    for (const protocol::WarpSource& source : analysis_->trace().sources) file_->addItem(toQString(source.title));
    file_->setVisible(file_->count() > 1);
}

void WarpPanes::showStep(int step, bool is_hidden, const QString& description) {
    lanes_->setStep(step);
    access_->setStep(step);
    source_->setStep(step);
    owners_->setStep(is_hidden ? step - 1 : step);
    lanes_->setVeil(is_hidden ? step : -1);
    access_->setVeiled(is_hidden);
    for (ChartFrame* frame : {lanes_frame_, access_frame_, source_frame_, owners_frame_}) frame->refresh();
    lanes_->setAccessibleDescription(description);
    access_->setAccessibleDescription(description);
}

void WarpPanes::showTab(std::optional<int> tab) {
    int of = 0;
    for (ChartFrame* frame : {lanes_frame_, access_frame_, source_frame_, owners_frame_})
        frame->setVisible(!tab || *tab == of++);
    upper_->setVisible(!tab || *tab <= 1);
    lower_->setVisible(!tab || *tab >= 2);
    for (ChartFrame* frame : {lanes_frame_, access_frame_, owners_frame_}) frame->setHeadShown(!tab);
    // Let the visible view fill its tab, but keep it large enough to read.
    for (PaintedChart* view : std::initializer_list<PaintedChart*>{lanes_, access_, owners_})
        view->setMinimumHeight(tab ? theme().px(140) : 0);
}

bool WarpPanes::arrange(bool is_large) {
    QSplitter* owners_in = is_large ? lower_ : upper_;
    if (owners_frame_->parentWidget() == owners_in && source_frame_->parentWidget() == lower_) return false;
    if (is_large) {
        upper_->addWidget(lanes_frame_);
        upper_->addWidget(access_frame_);
        lower_->addWidget(source_frame_);
        lower_->addWidget(owners_frame_);
        upper_->setSizes({theme().px(250), theme().px(320)});
        lower_->setSizes({theme().px(370), theme().px(200)});
    } else {
        upper_->insertWidget(0, owners_frame_);
        upper_->insertWidget(1, lanes_frame_);
        upper_->insertWidget(2, access_frame_);
        lower_->addWidget(source_frame_);
        upper_->setSizes({theme().px(235), theme().px(345), theme().px(380)});
    }
    down_->setSizes({theme().px(310), theme().px(190)});
    return true;
}

} // namespace warploom::ui
