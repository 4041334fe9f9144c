#include "ui/widgets/pinned_columns.h"

#include "ui/style/text.h"
#include "ui/style/theme.h"

#include <QEvent>
#include <QHeaderView>
#include <QPainter>
#include <QScrollBar>
#include <QTableView>

namespace warploom::ui {
namespace {

/// Shows only the first columns of the table view underneath, with the same model, selection, sorting and rows.
class PinnedColumns : public QTableView {
public:
    PinnedColumns(QTableView* below, int count) : QTableView(below), below_(below), count_(count) {
        setObjectName(QStringLiteral("pinnedColumns"));
        setAccessibleName(Text::tr("Frozen columns"));
        setModel(below->model());
        setSelectionModel(below->selectionModel());
        setItemDelegate(below->itemDelegate());
        setFocusPolicy(Qt::NoFocus);
        setFrameShape(QFrame::NoFrame);
        setEditTriggers(NoEditTriggers);
        setSelectionBehavior(below->selectionBehavior());
        setSelectionMode(below->selectionMode());
        setAlternatingRowColors(below->alternatingRowColors());
        setWordWrap(below->wordWrap());
        verticalHeader()->hide();
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setVerticalScrollMode(below->verticalScrollMode());
        hide();
        below->viewport()->stackUnder(this);
        const QHeaderView* head = below->horizontalHeader();
        horizontalHeader()->setSectionsClickable(head->sectionsClickable());
        horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
        connect(horizontalHeader(), &QHeaderView::sectionClicked, below, [below](int column) {
            QHeaderView* const theirs = below->horizontalHeader();
            const bool turns = theirs->sortIndicatorSection() == column &&
                               theirs->sortIndicatorOrder() == Qt::AscendingOrder && below->isSortingEnabled();
            below->sortByColumn(column, turns ? Qt::DescendingOrder : Qt::AscendingOrder);
        });
        connect(head, &QHeaderView::sectionResized, this, [this] { place(); });
        connect(head, &QHeaderView::geometriesChanged, this, [this] { place(); });
        connect(head, &QHeaderView::sortIndicatorChanged, this, [this](int column, Qt::SortOrder order) {
            horizontalHeader()->setSortIndicatorShown(true);
            horizontalHeader()->setSortIndicator(column, order);
        });
        connect(below->horizontalScrollBar(), &QScrollBar::valueChanged, this, [this] { place(); });
        connect(below->verticalScrollBar(), &QScrollBar::valueChanged, verticalScrollBar(), &QScrollBar::setValue);
        connect(verticalScrollBar(), &QScrollBar::valueChanged, below->verticalScrollBar(), &QScrollBar::setValue);
        below->installEventFilter(this);
        below->viewport()->installEventFilter(this);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Resize) place();
        return QTableView::eventFilter(watched, event);
    }

    /// Paints a line at the right edge of the pinned columns to indicate that other columns are hidden underneath.
    void paintEvent(QPaintEvent* event) override {
        QTableView::paintEvent(event);
        QPainter painter(viewport());
        painter.fillRect(QRect(viewport()->width() - edge, 0, edge, viewport()->height()), theme().colours().outline);
    }

private:
    static constexpr int edge = 2; // width in pixels of the line at the right edge

    void place() {
        const bool wanted = below_->horizontalScrollBar()->value() > 0;
        int width = 0;
        for (int column = 0; wanted && column < count_; ++column)
            if (!below_->isColumnHidden(column)) width += below_->columnWidth(column);
        // The pinned columns must not cover most of the other columns.
        const bool shown = wanted && width > 0 && width < below_->viewport()->width() * 2 / 3;
        setVisible(shown);
        if (!shown) return;
        QHeaderView* const rows = verticalHeader();
        rows->setMinimumSectionSize(below_->verticalHeader()->minimumSectionSize());
        rows->setDefaultSectionSize(below_->verticalHeader()->defaultSectionSize());
        horizontalHeader()->setFixedHeight(below_->horizontalHeader()->height());
        for (int column = 0; column < model()->columnCount(); ++column) {
            setColumnHidden(column, column >= count_ || below_->isColumnHidden(column));
            if (column < count_) setColumnWidth(column, below_->columnWidth(column));
        }
        const QRect room = below_->viewport()->geometry();
        const int head = below_->horizontalHeader()->height();
        setGeometry(room.x(), room.y() - head, width + edge, room.height() + head);
        verticalScrollBar()->setValue(below_->verticalScrollBar()->value());
    }

    QTableView* below_;
    int count_;
};

} // namespace

QTableView* pinColumns(QTableView* view, int count) { return new PinnedColumns(view, count); }

} // namespace warploom::ui
