#pragma once

#include <QObject>

#include <string>
#include <string_view>

// Many test classes share one program, so that little is compiled and linked; each still runs in a process of its own,
// under a name of its own, because ctest starts the program once for each: `engine_tests matrix_golden_test`.

namespace warploom::runner {

/// The machine that `--machine ID` named; the classes that are run for several machines ask for it.
const std::string& machine();
/// Whether the conformance tests look at this kernel: all of them, or the one that `--kernel ID` named.
bool is_wanted(std::string_view kernel);

/// A test class as the program knows it. Made by the macros below only.
struct Registered {
    Registered(const char* file, bool window, QObject* (*maker)(), int (*child_body)() = nullptr);
    std::string name; ///< of its file: `matrix_golden_test`
    bool needs_window;
    QObject* (*make)();
    int (*child)(); ///< runs instead for `NAME --child`, for tests that observe a process from outside
};

} // namespace warploom::runner

/// At the end of a test's source: WARPLOOM_TEST(Class), or WARPLOOM_TEST(Class, function) where the test starts itself
/// again as a child.
#define WARPLOOM_TEST(Class, ...)                                                                                      \
    const ::warploom::runner::Registered registered_##Class(                                                           \
        __FILE__, false, []() -> QObject* { return new Class; }, ##__VA_ARGS__)
/// The same for a test that shows windows.
#define WARPLOOM_WINDOW_TEST(Class)                                                                                    \
    const ::warploom::runner::Registered registered_##Class(__FILE__, true, []() -> QObject* { return new Class; })
