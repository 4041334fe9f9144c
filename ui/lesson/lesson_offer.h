#pragma once

#include <QFrame>

namespace warploom::ui {

/// One line over the page that offers the first lesson, at the first start of the program. Begun or
/// declined, it never comes again.
class LessonOffer : public QFrame {
    Q_OBJECT
public:
    explicit LessonOffer(QWidget* parent = nullptr);

    /// Shows itself unless it was answered once.
    void offer();

signals:
    void begun();

private:
    void answered();
};

} // namespace warploom::ui
