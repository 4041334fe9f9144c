#pragma once

#include <QLabel>

namespace warploom::ui {

class Session;

/// Label that shows "Runs on ..." as a link. The link opens the machine selector in the toolbar.
class PlaceText : public QLabel {
    Q_OBJECT
public:
    PlaceText(Session& session, const char* object, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void say();

    Session& session_;
};

} // namespace warploom::ui
