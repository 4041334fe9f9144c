#include "support/runner.h"

#include "engine/process_setup.h"
#include "support/desktop.h"

#include <QTest>

#ifdef WARPLOOM_TESTS_HAVE_WINDOWS
#include "ui/style/translations.h"

#include <QApplication>
#endif

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace warploom::runner {
namespace {

// These are functions, because the classes of other files are registered before main() in an unspecified order.
std::vector<const Registered*>& all() {
    static std::vector<const Registered*> list;
    return list;
}
std::string& chosen_machine() {
    static std::string id;
    return id;
}
std::string& chosen_kernel() {
    static std::string id;
    return id;
}

/// The exit status that ctest interprets as "skipped" (tests/CMakeLists.txt).
constexpr int skipped = 77;

int explain(const char* program, const char* name) {
    if (name == nullptr)
        std::fprintf(stderr, "Usage: %s TEST [--machine ID] [--kernel ID] [options of Qt Test]\n", program);
    else std::fprintf(stderr, "There is no test '%s' in this program.\n", name);
    std::fprintf(stderr, "The tests are:\n");
    for (const Registered* test : all()) std::fprintf(stderr, "  %s\n", test->name.c_str());
    return 2;
}

int run(const Registered& test, std::vector<char*>& arguments) {
    int count = static_cast<int>(arguments.size());
    std::unique_ptr<QCoreApplication> application;
#ifdef WARPLOOM_TESTS_HAVE_WINDOWS
    if (test.needs_window) application = std::make_unique<QApplication>(count, arguments.data());
#endif
    if (!application) application = std::make_unique<QCoreApplication>(count, arguments.data());
    set_up_locale();
#ifdef WARPLOOM_TESTS_HAVE_WINDOWS
    warploom::ui::installTranslations(*application);
#endif
    const std::unique_ptr<QObject> object(test.make());
    return QTest::qExec(object.get(), count, arguments.data());
}

} // namespace

Registered::Registered(const char* file, bool window, QObject* (*maker)(), int (*child_body)())
    : name(std::filesystem::path(file).stem().string()), needs_window(window), make(maker), child(child_body) {
    all().push_back(this);
}

const std::string& machine() { return chosen_machine(); }
bool is_wanted(std::string_view kernel) { return chosen_kernel().empty() || chosen_kernel() == kernel; }

} // namespace warploom::runner

int main(int argc, char** argv) {
    using namespace warploom::runner;
    warploom::fill_standard_streams();
    // Every process that runs a kernel on the host measures its copy rate, with buffers twice as large as the caches.
    // This takes a second or two on machines with large caches, and no test needs the true rate.
    if (qEnvironmentVariableIsEmpty("WARPLOOM_CACHE_MIB")) qputenv("WARPLOOM_CACHE_MIB", "2");
    // ctest limits the duration of a whole test. The limit of Qt Test per function would depend on the speed of the
    // machine.
    if (qEnvironmentVariableIsEmpty("QTEST_FUNCTION_TIMEOUT")) qputenv("QTEST_FUNCTION_TIMEOUT", "3600000"); // ms
    if (argc < 2) return explain(argv[0], nullptr);
    if (const std::string missing = set_up_desktop(); !missing.empty()) {
        std::fprintf(stderr, "Skipped: %s.\n", missing.c_str());
        return skipped;
    }
    for (const Registered* test : all()) {
        if (test->name != argv[1]) continue;
        if (argc > 2 && test->child != nullptr && std::strcmp(argv[2], "--child") == 0) return test->child();
        std::vector<char*> rest{argv[0]};
        for (int i = 2; i < argc; ++i) {
            if (std::strcmp(argv[i], "--machine") == 0 && i + 1 < argc) chosen_machine() = argv[++i];
            else if (std::strcmp(argv[i], "--kernel") == 0 && i + 1 < argc) chosen_kernel() = argv[++i];
            else rest.push_back(argv[i]);
        }
        return run(*test, rest);
    }
    return explain(argv[0], argv[1]);
}
