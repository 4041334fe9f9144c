#pragma once

#include <QToolButton>

#include <initializer_list>
#include <utility>

namespace warploom::ui {

/// A button that opens a panel with the less frequently used input fields of a page, so that a page has one row of
/// controls. Escape or a click outside closes the panel.
class OptionsButton : public QToolButton {
    Q_OBJECT
public:
    /// Creates the button and a panel with the given labels and fields. A label may have a mnemonic.
    OptionsButton(const char* object, std::initializer_list<std::pair<QString, QWidget*>> fields);

    QWidget* panel() const { return panel_; }
    void openPanel(); ///< Opens the panel below the button and moves keyboard focus to its first field.

private:
    QWidget *panel_ = nullptr, *first_ = nullptr; ///< the panel and its first field
};

} // namespace warploom::ui
