#pragma once

#include <QObject>

#include <string>
#include <string_view>

// Many test classes share one program, so that little is compiled and linked. Each class still runs in a separate
// process under its own name, because ctest starts the program once for each: `engine_tests matrix_golden_test`.

namespace warploom::runner {

/// Returns the machine that `--machine ID` selected. Classes that run once for each of several machines use it.
const std::string& machine();
/// Returns whether the conformance tests check this kernel: all kernels, or only the one that `--kernel ID` selected.
bool is_wanted(std::string_view kernel);

/// A registered test class. Use the macros below to create it.
struct Registered {
    Registered(const char* file, bool window, QObject* (*maker)(), int (*child_body)() = nullptr);
    std::string name; ///< the name of its file, such as `matrix_golden_test`
    bool needs_window;
    QObject* (*make)();
    int (*child)(); ///< called instead for `NAME --child`, for tests that observe a process from outside
};

} // namespace warploom::runner

/// At the end of a test's source: WARPLOOM_TEST(Class), or WARPLOOM_TEST(Class, function) if the test starts itself
/// again as a child process.
#define WARPLOOM_TEST(Class, ...)                                                                                      \
    const ::warploom::runner::Registered registered_##Class(                                                           \
        __FILE__, false, []() -> QObject* { return new Class; }, ##__VA_ARGS__)
/// Same as WARPLOOM_TEST for a test that shows windows.
#define WARPLOOM_WINDOW_TEST(Class)                                                                                    \
    const ::warploom::runner::Registered registered_##Class(__FILE__, true, []() -> QObject* { return new Class; })
