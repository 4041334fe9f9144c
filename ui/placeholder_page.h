#pragma once
#include "ui/page.h"
#include <QLabel>
#include <QVBoxLayout>
namespace warploom::ui {
class PlaceholderPage : public Page {
    Q_OBJECT
public:
    PlaceholderPage(Session& session, const QString& title, const QString& icon, QWidget* parent)
        : Page(session, title, icon, parent) {
        (new QVBoxLayout(this))->addWidget(new QLabel(title, this));
    }
};
} // namespace warploom::ui
