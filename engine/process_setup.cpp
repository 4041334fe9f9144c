#include "engine/process_setup.h"

#include "engine/terminal_text.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

namespace warploom {

void fill_standard_streams() {
    // open() returns the lowest unused descriptor, so open the missing standard descriptors in ascending order.
    for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(number, F_GETFD) < 0 && ::open("/dev/null", O_RDONLY) < 0) return;
}

void install_terminate_handler() {
    std::set_terminate([] {
        try {
            if (const auto thrown = std::current_exception()) std::rethrow_exception(thrown);
            std::fputs("An unknown error occurred.\n", stderr);
        } catch (const std::bad_alloc&) {
            std::fputs("There was not enough memory.\nClose other programs, or choose a smaller matrix.\n", stderr);
        } catch (const std::exception& failure) {
            tell(std::string("An error occurred: ") + failure.what() + ".");
        } catch (...) { std::fputs("An unknown error occurred.\n", stderr); }
        std::_Exit(1);
    });
}

} // namespace warploom
