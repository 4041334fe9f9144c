#pragma once

#include "engine/protocol/messages/layout.h"
#include "ui/pages/formats/slot_layout.h"
#include "ui/style/theme.h"

#include <QRectF>
#include <QScrollArea>
#include <QString>
#include <QWidget>

#include <map>
#include <memory>
#include <vector>

class QFontMetricsF;

namespace warploom::ui {

/// Every format's arrays, slot by slot, padding hatched. The mouse over a slot, a click or the arrow keys choose a
/// nonzero; its slots light up in all formats.
class ArraysView : public QWidget {
    Q_OBJECT
public:
    explicit ArraysView(QWidget* parent = nullptr);

    void setDocument(std::shared_ptr<const protocol::Layout> document);
    const std::shared_ptr<const protocol::Layout>& document() const { return document_; }
    void setTitles(const std::map<QString, QString>& titles); ///< by format id, from the worker's handshake
    const std::map<QString, QString>& titles() const { return titles_; }
    QString titleOf(const protocol::FormatLayout& format) const; ///< empty where none is known
    int only() const { return only_; }
    enum { all_formats = -1, around_nonzero = -2 };
    /// A format alone, as large as the room lets it be; all of them; or, in all of them, what stands around the nonzero
    /// that is lit.
    void setOnly(int format);
    /// While a nonzero is kept, all formats are shown by what stands around it, so that every slot of it is in sight.
    void setKept(bool on);
    bool isKept() const { return is_kept_; }
    bool isAround() const; ///< only what stands around the nonzero is drawn
    void setHighlighted(int nonzero);
    int highlighted() const { return highlighted_; }
    const SlotLayout& slotLayout() const { return layout_; }
    /// The slots that are lit: those of the nonzero, and the pointers around them.
    std::vector<const Slot*> pointerSlots() const;
    double enlargement() const { return enlarged_; } ///< in the view of a single format; 1: as in the view of all
    /// The least width in which nothing has to be scrolled sideways.
    double leastWidth() const;

    /// Headings and names of arrays stand at `left` where the drawing begins further left: they stay while one scrolls.
    void paintArrays(QPainter& painter, const Colours& colours, const QRectF& clip, double left = 0) const;
    double labelWidth() const; ///< of the names, with the gap before them
    QSize sizeHint() const override;
    /// Lays out again for this room; the scroll area calls it.
    void fitTo(const QSize& room);

signals:
    void picked(int nonzero);  ///< by the keyboard; -1: none
    void clicked(int nonzero); ///< -1: where there is none
    void passed(int nonzero);  ///< by the mouse; -1: none
    void hoverTextChanged(const QString& text);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void layOutAgain();
    SlotMetrics lengths(double enlarged) const;
    double seenFrom() const;
    QString headingText(int format, const QString& name) const;
    QString headingText(int format, const QFontMetricsF& metrics, double width) const;

    std::shared_ptr<const protocol::Layout> document_;
    std::map<QString, QString> titles_;
    SlotLayout layout_;
    int only_ = all_formats;
    int highlighted_ = -1;
    bool is_kept_ = false;
    double enlarged_ = 1;
    QSize room_{400, 200};
};

/// Scrolls an ArraysView and tells it its width.
class ArraysScroll : public QScrollArea {
    Q_OBJECT
public:
    explicit ArraysScroll(ArraysView* view, QWidget* parent = nullptr);
    /// Scrolls to the slots that are lit: all of them where they fit, else those of the format that is in sight, or as
    /// many as do.
    void showLit();
    /// Scrolls to where a format begins.
    void showFormat(int format);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    ArraysView* view_;
};

} // namespace warploom::ui
