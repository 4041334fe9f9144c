#pragma once

#include "engine/protocol/messages/layout.h"
#include "ui/session/background.h"
#include "ui/session/session.h"

#include <QWidget>

#include <memory>

class QLabel;

namespace warploom::ui {

class ArraysScroll;
class ArraysView;
class WindowView;

/// Another matrix in the format that the page Formats shows: its window at the same place, as far as it has one, and
/// its arrays.
class OtherMatrix : public QWidget {
    Q_OBJECT
public:
    explicit OtherMatrix(Session& session, QWidget* parent = nullptr);
    ~OtherMatrix() override;

    /// By its name, and the id of a format. Empty: nothing. Loads the matrix beside the window, and asks the worker
    /// then; what stands in the way is told here in a sentence.
    void show(const QString& matrix, const QString& format);
    using QWidget::show;
    void ask(); ///< for the window of the session, as it is now
    bool isSettled() const;
    /// Lights the nonzero at a place of the window, if there is one; -1: nothing.
    void light(std::int64_t row, std::int64_t col);
    void bringIntoView();

    ArraysView* arrays() const { return arrays_; }
    WindowView* windowView() const { return window_; }
    const std::shared_ptr<const protocol::Layout>& layoutDocument() const { return document_; }
    QString words() const;

signals:
    /// By the mouse, within the window; -1: none.
    void placePassed(std::int64_t row, std::int64_t col);

private:
    MatrixWindow window() const; ///< of this matrix
    void loaded(const MatrixHandle& matrix);
    void answered(const protocol::Layout& document);
    void showFormat();
    void say(const QString& words);
    void sayWhatIsSeen();

    Session& session_;
    QLabel* words_ = nullptr;
    WindowView* window_ = nullptr;
    ArraysView* arrays_ = nullptr;
    ArraysScroll* scroll_ = nullptr;

    QString name_, format_; ///< that are wanted
    MatrixHandle matrix_;   ///< null: on its way, or none
    std::shared_ptr<const protocol::Layout> document_;
    QString request_;
    bool asked_in_vain_ = false;
    BackgroundPool pool_{"other matrix", 1};
};

} // namespace warploom::ui
