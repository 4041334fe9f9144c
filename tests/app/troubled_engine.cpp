#include "app/worker/serve.h"
#include "troubled_machines.h"

#include <unistd.h>

// A worker whose machines have faults.
int main() {
    warploom::app::StandardOutput output;
    const auto machines = warploom::test::troubled_machines();
    return warploom::app::serve(machines, STDIN_FILENO, output);
}
