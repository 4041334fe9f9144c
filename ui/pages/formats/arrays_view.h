#pragma once

#include "ui/look/theme.h"
#include "ui/pages/formats/slot_layout.h"

#include <QScrollArea>
#include <QWidget>

#include <map>
#include <memory>

namespace warploom::ui {

/// Every format's arrays, slot by slot, padding hatched. The mouse over a slot, a click or the arrow keys choose a nonzero;
/// its slots light up in all formats.
class ArraysView : public QWidget {
    Q_OBJECT
public:
    explicit ArraysView(QWidget* parent = nullptr);

    void setDocument(std::shared_ptr<const wire::Layout> document);
    void setTitles(const std::map<QString, QString>& titles); ///< by format id, from the worker's handshake
    void setOnly(int format);                                 ///< -1: all
    void setHighlighted(int nonzero);
    int highlighted() const { return highlighted_; }
    const SlotLayout& slotLayout() const { return layout_; }

    void paintArrays(QPainter& painter, const Colours& colours, const QRectF& clip) const;
    QSize sizeHint() const override;
    /// Lays out again for this width; the scroll area calls it through fitTo().
    void fitTo(int width);

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
    QString headingText(const wire::FormatLayout& format) const;

    std::shared_ptr<const wire::Layout> document_;
    std::map<QString, QString> titles_;
    SlotLayout layout_;
    int only_ = -1;
    int highlighted_ = -1;
    int width_ = 400;
};

/// Scrolls an ArraysView and tells it its width.
class ArraysScroll : public QScrollArea {
    Q_OBJECT
public:
    explicit ArraysScroll(ArraysView* view, QWidget* parent = nullptr);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    ArraysView* view_;
};

} // namespace warploom::ui
