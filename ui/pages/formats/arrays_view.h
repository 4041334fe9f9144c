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

/// Shows the arrays of all storage formats element by element. The position of an element is called a slot, and padding
/// is hatched. The user highlights a nonzero by hovering over it, clicking it or pressing the arrow keys. In each
/// format, all slots that contain data of this nonzero are highlighted.
class ArraysView : public QWidget {
    Q_OBJECT
public:
    explicit ArraysView(QWidget* parent = nullptr);

    void setDocument(std::shared_ptr<const protocol::Layout> document);
    const std::shared_ptr<const protocol::Layout>& document() const { return document_; }
    /// Sets the titles of the formats, keyed by format ID, from the worker's handshake.
    void setTitles(const std::map<QString, QString>& titles);
    const std::map<QString, QString>& titles() const { return titles_; }
    /// Returns the title of a format, or an empty string if the format is unknown.
    QString titleOf(const protocol::FormatLayout& format) const;
    int only() const { return only_; }
    enum { all_formats = -1, around_nonzero = -2 };
    /// Selects what to show: all formats, one format as large as possible, or only the slots around the highlighted
    /// nonzero in each format.
    void setOnly(int format);
    /// Keeps the enlargement of this view and `other` the same while both show one format, so that they can be
    /// compared. Pass nullptr to end this.
    void setCompared(ArraysView* other);
    /// Pins the highlighted nonzero. If all formats are shown, reduces each format to the slots around the nonzero, so
    /// that all of them are visible.
    void setKept(bool on);
    bool isKept() const { return is_kept_; }
    bool isAround() const; ///< Returns whether only the slots around the highlighted nonzero are shown.
    void setHighlighted(int nonzero);
    int highlighted() const { return highlighted_; }
    const SlotLayout& slotLayout() const { return layout_; }
    /// Returns the slots of pointer arrays, such as row_pointer, that delimit the range with the highlighted nonzero.
    std::vector<const Slot*> pointerSlots() const;
    /// Returns the enlargement factor of a single displayed format, or 1 if all formats are displayed.
    double enlargement() const { return enlarged_; }
    /// Returns the minimum width that does not require horizontal scrolling.
    double leastWidth() const;

    /// Paints the arrays. Headings and array names are never painted to the left of `left`, so they stay visible during
    /// scrolling.
    void paintArrays(QPainter& painter, const Colours& colours, const QRectF& clip, double left = 0) const;
    double labelWidth() const; ///< Returns the width of the array names in pixels, including the left margin.
    QSize sizeHint() const override;
    /// Recomputes the layout for the available size in pixels. Called by the scroll area.
    void fitTo(const QSize& room);

signals:
    /// Emitted when the user selects a nonzero with the keyboard. `nonzero` is -1 if none is selected.
    void picked(int nonzero);
    /// Emitted when the user clicks the view. `nonzero` is -1 if there is no slot at the clicked position.
    void clicked(int nonzero);
    void passed(int nonzero); ///< Emitted when the hovered nonzero changes. `nonzero` is -1 if none is hovered.
    void hoverTextChanged(const QString& text);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void layOutAgain();
    double bestEnlargement() const;
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
    ArraysView* compared_ = nullptr;
    QSize room_{400, 200};
};

/// Scrolls an ArraysView and resizes it to the width of the viewport.
class ArraysScroll : public QScrollArea {
    Q_OBJECT
public:
    explicit ArraysScroll(ArraysView* view, QWidget* parent = nullptr);
    /// Scrolls to the slots (array positions) of the highlighted nonzero. If they do not all fit in the view, scrolls
    /// to the slots of a visible format, or to as many slots as possible.
    void showLit();
    void showFormat(int format);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    ArraysView* view_;
};

} // namespace warploom::ui
