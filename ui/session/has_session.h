#pragma once

namespace warploom::ui {

class Session;

/// Interface of widgets that provide the session. Child widgets search their ancestors for this interface.
class HasSession {
public:
    virtual ~HasSession() = default;
    virtual Session& session() const = 0;
};

} // namespace warploom::ui
