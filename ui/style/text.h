#pragma once

#include <QCoreApplication>

namespace warploom::ui {

/// Provides tr() for code outside of QObject classes.
class Text {
    Q_DECLARE_TR_FUNCTIONS(warploom::ui::Text)
};

} // namespace warploom::ui
