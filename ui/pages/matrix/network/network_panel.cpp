#include "ui/pages/matrix/network/network_panel.h"

#include "engine/network/network_source.h"
#include "ui/charts/chart_frame.h"
#include "ui/pages/matrix/network/network_painting.h"
#include "ui/pages/matrix/network/network_tables.h"
#include "ui/pages/matrix/network/network_view.h"
#include "ui/widgets/page_parts.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QLabel>
#include <QPainter>
#include <QResizeEvent>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace warploom::ui {

namespace {

constexpr int mostNotes = 2; // maximum number of notes to show; the tooltip contains the others

/// The legend for the colors and symbols of the map.
class NetworkLegend : public QWidget {
public:
    explicit NetworkLegend(const NetworkView* view) : view_(view) {
        setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        setAccessibleName(NetworkView::tr("Map legend"));
    }
    /// Returns the height required for a given width, in pixels.
    int heightIn(int width) const {
        if (!view_->network()) return 0;
        return static_cast<int>(std::ceil(paintNetworkLegend(nullptr, QRectF(0, 0, width, 0), *view_->network(),
                                                             theme().colours(), theme().font(0.9))));
    }

protected:
    void resizeEvent(QResizeEvent* event) override {
        QWidget::resizeEvent(event);
        if (event->size().width() != event->oldSize().width()) setFixedHeight(heightIn(width()));
    }
    void paintEvent(QPaintEvent*) override {
        if (!view_->network()) return;
        QPainter painter(this);
        paintNetworkLegend(&painter, QRectF(rect()), *view_->network(), theme().colours(), theme().font(0.9));
    }

private:
    const NetworkView* view_;
};

} // namespace

NetworkPanel::NetworkPanel(QWidget* parent) : QWidget(parent), view_(new NetworkView) {
    setObjectName(QStringLiteral("networkPanel"));
    reading_ = sentenceLabel("networkReading", tr("Network summary"));
    frame_ = new ChartFrame(view_, view_);
    auto* all = toolButton(tr("Fit"), tr("Show the whole network (Home)"));
    auto* out = toolButton(QStringLiteral("−"), tr("Zoom out (-)"));
    auto* in = toolButton(QStringLiteral("+"), tr("Zoom in (+)"));
    connect(all, &QToolButton::clicked, view_, &NetworkView::fitAll);
    connect(out, &QToolButton::clicked, view_, [this] { view_->zoomBy(1 / 1.5); });
    connect(in, &QToolButton::clicked, view_, [this] { view_->zoomBy(1.5); });
    for (QToolButton* button : {all, out, in}) frame_->addTool(button);
    legend_ = new NetworkLegend(view_);
    legend_->setObjectName(QStringLiteral("networkLegend"));
    note_ = sentenceLabel("networkNote", tr("Notes on the network file"));
    inColumn(this, {reading_, buildStrip(), {frame_, 1}, legend_, note_}, theme().px(4));
    onTheme(this, [this] {
        setMuted(note_);
        note_->setFont(theme().font(0.9));
        fit();
    });
}

QWidget* NetworkPanel::buildStrip() {
    steps_ = new QWidget;
    step_label_ = new QLabel;
    step_row_ = inRow(steps_, {step_label_}, theme().px(2));
    step_buttons_ = new QButtonGroup(this);
    step_buttons_->setExclusive(true);
    unit_ =
        named(new QCheckBox, "unitConductances", {}, tr("Set all conductances to 1 to show only the sparsity pattern"));
    fill_ = named(new QCheckBox, "withFill", {},
                  tr("Store explicit zeros where the Cholesky factor has fill-in, as in prata2010"));
    connect(step_buttons_, &QButtonGroup::idClicked, this,
            [this](int step) { want(step, unit_->isChecked(), fill_->isChecked()); });
    connect(unit_, &QCheckBox::clicked, this,
            [this](bool on) { want(std::max(0, step_buttons_->checkedId()), on, fill_->isChecked()); });
    connect(fill_, &QCheckBox::clicked, this,
            [this](bool on) { want(std::max(0, step_buttons_->checkedId()), unit_->isChecked(), on); });
    return inStrip({steps_, unit_, fill_});
}

/// Shows buttons for at most five Newton steps. The last button is for step 2 or for the step after the current one,
/// whichever is later.
void NetworkPanel::showSteps(int step, bool unit) {
    const int last = std::min(std::max(2, step + 1), network::most_steps);
    const int first = std::max(0, last - 4);
    const auto old = step_buttons_->buttons();
    const bool same = !old.isEmpty() && step_buttons_->id(old.first()) == first && old.size() == last - first + 1;
    if (!same) {
        qDeleteAll(old);
        for (int i = first; i <= last; ++i) {
            auto* button = toolButton(QString::number(i), tr("Open the matrix for Newton step %1").arg(i));
            button->setCheckable(true);
            button->setObjectName(QStringLiteral("newtonStep%1").arg(i));
            step_buttons_->addButton(button, i);
            step_row_->addWidget(button);
        }
    }
    if (auto* button = step_buttons_->button(step)) button->setChecked(true);
    steps_->setEnabled(!unit);
    steps_->setToolTip(unit ? tr("With unit conductances, the matrix is the same in every Newton step") : QString());
}

void NetworkPanel::want(int step, bool unit, bool fill) {
    if (!matrix_ || !network::names_network(matrix_->matrix.name)) return;
    network::NetworkRequest wish = network::parse_network_name(matrix_->matrix.name);
    wish.step = unit ? 0 : step;
    wish.unit_conductances = unit;
    wish.with_fill = fill;
    emit matrixWanted(QString::fromStdString(network::network_name(wish)));
}

void NetworkPanel::setNetwork(const std::shared_ptr<const NetworkDrawing>& network, const MatrixHandle& matrix) {
    matrix_ = network ? matrix : nullptr;
    view_->setNetwork(network, matrix_);
    if (!network) {
        frame_->showTable(false);
        return;
    }
    const bool named = network::names_network(matrix->matrix.name);
    const network::NetworkRequest shown =
        named ? network::parse_network_name(matrix->matrix.name) : network::NetworkRequest();
    showSteps(shown.step, shown.unit_conductances);
    unit_->setChecked(shown.unit_conductances);
    fill_->setChecked(shown.with_fill);
    const QStringList remarks = networkRemarks(*network, matrix->matrix);
    QString note = remarks.mid(0, mostNotes).join(QLatin1Char(' '));
    if (remarks.size() > mostNotes)
        note += QLatin1Char(' ') + tr("%n more notes.", nullptr, static_cast<int>(remarks.size() - mostNotes));
    note_->setText(note);
    note_->setToolTip(remarks.size() > mostNotes ? remarks.mid(0, 30).join(QLatin1Char('\n')) : QString());
    note_->setVisible(!note.isEmpty());
    frame_->refresh();
    fit();
}

void NetworkPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

void NetworkPanel::fit() {
    const bool cramped = width() < theme().px(380) || height() < theme().px(400);
    step_label_->setText(cramped ? tr("Step") : tr("Newton step"));
    unit_->setText(cramped ? tr("&Unit") : tr("&Unit conductances"));
    fill_->setText(cramped ? tr("F&ill") : tr("With f&ill"));
    if (matrix_) reading_->setText(networkReading(*view_->network(), *matrix_, cramped));
    // Because a small panel scrolls, put the legend above the map, so that both can be visible at the same time.
    auto* column = static_cast<QBoxLayout*>(layout());
    const int place = column->indexOf(frame_), now = column->indexOf(legend_);
    if (cramped != (now < place)) {
        column->removeWidget(legend_);
        column->insertWidget(column->indexOf(frame_) + (cramped ? 0 : 1), legend_);
    }
    legend_->setFixedHeight(static_cast<const NetworkLegend*>(legend_)->heightIn(std::max(width(), theme().px(160))));
    legend_->update();
    // Compute the height explicitly, because a layout counts a wrapped label as a single line. The map would then be
    // smaller than its minimum size.
    setMinimumHeight(layout()->minimumHeightForWidth(width()));
}

QString NetworkPanel::reading() const { return reading_->text(); }
QString NetworkPanel::note() const { return note_->text(); }

} // namespace warploom::ui
