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

/// Shows the arrays of all formats slot by slot, with hatched padding. Hovering, clicking or the arrow keys select a
/// nonzero. Its slots are highlighted in all formats.
class ArraysView : public QWidget {
    Q_OBJECT
public:
    explicit ArraysView(QWidget* parent = nullptr);

    void setDocument(std::shared_ptr<const protocol::Layout> document);
    const std::shared_ptr<const protocol::Layout>& document() const { return document_; }
    void setTitles(const std::map<QString, QString>& titles); ///< by format id, from the worker's handshake
    const std::map<QString, QString>& titles() const { return titles_; }
    QString titleOf(const protocol::FormatLayout& format) const; ///< empty if it is unknown
    int only() const { return only_; }
    enum { all_formats = -1, around_nonzero = -2 };
    /// Shows a single format as large as possible, all formats, or for each format only the slots around the
    /// highlighted nonzero.
    void setOnly(int format);
    /// Pins the nonzero. If all formats are shown, each is reduced to the slots around it, so that all of its slots are
    /// visible.
    void setKept(bool on);
    bool isKept() const { return is_kept_; }
    bool isAround() const; ///< whether only the slots around the nonzero are shown
    void setHighlighted(int nonzero);
    int highlighted() const { return highlighted_; }
    const SlotLayout& slotLayout() const { return layout_; }
    /// Returns the highlighted pointer slots that enclose the nonzero.
    std::vector<const Slot*> pointerSlots() const;
    double enlargement() const { return enlarged_; } ///< scale factor for a single format; 1 for all formats
    /// Returns the minimum width that avoids horizontal scrolling.
    double leastWidth() const;

    /// Paints the view. Headings and array names stay visible while scrolling, because they are never painted to the
    /// left of `left`.
    void paintArrays(QPainter& painter, const Colours& colours, const QRectF& clip, double left = 0) const;
    double labelWidth() const; ///< width of the array names, including the gap before them
    QSize sizeHint() const override;
    /// Updates the layout for the available size. Called by the scroll area.
    void fitTo(const QSize& room);

signals:
    void picked(int nonzero);  ///< selected with the keyboard; -1 for none
    void clicked(int nonzero); ///< -1 outside the slots
    void passed(int nonzero);  ///< hovered with the mouse; -1 for none
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

/// Scrolls an ArraysView and sets its width.
class ArraysScroll : public QScrollArea {
    Q_OBJECT
public:
    explicit ArraysScroll(ArraysView* view, QWidget* parent = nullptr);
    /// Scrolls to the highlighted slots: all of them if they fit, otherwise those of the visible format, or as many as
    /// fit.
    void showLit();
    /// Scrolls to the start of a format.
    void showFormat(int format);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    ArraysView* view_;
};

} // namespace warploom::ui
