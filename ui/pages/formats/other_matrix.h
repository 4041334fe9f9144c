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

/// Shows the arrays of another matrix in the selected format. If the matrix is large enough, shows the same window as
/// the Formats page.
class OtherMatrix : public QWidget {
    Q_OBJECT
public:
    explicit OtherMatrix(Session& session, QWidget* parent = nullptr);
    ~OtherMatrix() override;

    /// Shows a matrix in a format, or nothing if `matrix` is empty. Loads the matrix in the background, requests its
    /// layout from the worker, and displays errors.
    void show(const QString& matrix, const QString& format);
    using QWidget::show;
    void ask(); ///< Requests the layout for the session's current window.
    bool isSettled() const;
    /// Highlights the nonzero at a row and column of the window. A row of -1 removes the highlight.
    void light(std::int64_t row, std::int64_t col);
    void bringIntoView();

    ArraysView* arrays() const { return arrays_; }
    WindowView* windowView() const { return window_; }
    const std::shared_ptr<const protocol::Layout>& layoutDocument() const { return document_; }
    QString words() const;

signals:
    /// Emitted with the hovered row and column of the window. Both are -1 if nothing is hovered.
    void placePassed(std::int64_t row, std::int64_t col);

private:
    MatrixWindow window() const; ///< Returns the session's window, moved to lie within the other matrix.
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

    QString name_, format_;
    MatrixHandle matrix_; ///< null if no matrix is set or while it is being loaded
    std::shared_ptr<const protocol::Layout> document_;
    QString request_;
    bool asked_in_vain_ = false;
    BackgroundPool pool_{"other matrix", 1};
};

} // namespace warploom::ui
