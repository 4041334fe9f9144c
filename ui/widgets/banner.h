#pragma once

#include <QFrame>

class QLabel;
class QToolButton;

namespace warploom::ui {

/// One sentence about what went wrong and what to try next, over the page; closed by its button or Escape. Never a box
/// that has to be answered.
class Banner : public QFrame {
    Q_OBJECT
public:
    explicit Banner(QWidget* parent = nullptr);

    void show(const QString& sentence, const QString& hint);
    QString sentence() const;

private:
    void applyTheme();

    QLabel* icon_ = nullptr;
    QLabel* text_ = nullptr;
    QToolButton* close_ = nullptr;
    QString sentence_, hint_;
};

} // namespace warploom::ui
