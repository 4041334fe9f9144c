#pragma once

#include <QFrame>

class QLabel;
class QToolButton;

namespace warploom::ui {

/// One sentence about what went wrong and what to try next, over the lower edge of what it is put on, so that nothing below the mouse
/// moves; closed by its button. Never a box that has to be answered.
class Banner : public QFrame {
    Q_OBJECT
public:
    explicit Banner(QWidget* over);

    void show(const QString& sentence, const QString& hint);
    QString sentence() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void applyTheme();
    void place();

    QLabel* icon_ = nullptr;
    QLabel* text_ = nullptr;
    QToolButton* close_ = nullptr;
    QString sentence_, hint_;
};

} // namespace warploom::ui
