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

/// Shows another matrix in the format selected on the Formats page: its arrays, and the same window as far as this
/// matrix extends.
class OtherMatrix : public QWidget {
    Q_OBJECT
public:
    explicit OtherMatrix(Session& session, QWidget* parent = nullptr);
    ~OtherMatrix() override;

    /// Shows a matrix in a format, or nothing if the name is empty. Loads the matrix in the background and then sends a
    /// request to the worker. Errors are shown in this widget.
    void show(const QString& matrix, const QString& format);
    using QWidget::show;
    void ask(); ///< sends a request for the current window of the session
    bool isSettled() const;
    /// Highlights the nonzero at a position in the window; -1 for none.
    void light(std::int64_t row, std::int64_t col);
    void bringIntoView();

    ArraysView* arrays() const { return arrays_; }
    WindowView* windowView() const { return window_; }
    const std::shared_ptr<const protocol::Layout>& layoutDocument() const { return document_; }
    QString words() const;

signals:
    /// Emits the hovered position in the window; -1 for none.
    void placePassed(std::int64_t row, std::int64_t col);

private:
    MatrixWindow window() const; ///< the window of the session, moved inside this matrix
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

    QString name_, format_; ///< the requested matrix and format
    MatrixHandle matrix_;   ///< null while loading, or if there is none
    std::shared_ptr<const protocol::Layout> document_;
    QString request_;
    bool asked_in_vain_ = false;
    BackgroundPool pool_{"other matrix", 1};
};

} // namespace warploom::ui
