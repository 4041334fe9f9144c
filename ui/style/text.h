#pragma once

#include <QCoreApplication>

namespace warploom::ui {

/// Translates user-visible text outside of QObject members, where `tr` is not at hand.
class Text {
    Q_DECLARE_TR_FUNCTIONS(warploom::ui::Text)
};

} // namespace warploom::ui
