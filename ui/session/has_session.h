#pragma once

namespace warploom::ui {

class Session;

/// A widget that works with a session; what lies in it finds the session by going up to it.
class HasSession {
public:
    virtual ~HasSession() = default;
    virtual Session& session() const = 0;
};

} // namespace warploom::ui
