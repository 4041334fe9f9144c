#pragma once

#include "app/info/describe.h"
#include "kernels/sources/text_gpu.h"

#include <string>

namespace warploom::test {

/// A machine that says it is a real GPU and computes on the simulated one, so that what is measured on GPUs can be
/// tried where there is none. From its `lost_at`-th call on (binding, launching a product, sampling; 0: never) it
/// answers everything with "device.fault", as a GPU does that has faulted or is gone. Texts that `bind_text` binds:
/// every kernel with the six parameters of a thread for each row (rows, row_pointer, column, value, x, y) makes y = A
/// x, whatever it says, and one that is called `endless` never ends. Null: they run on the simulated one.
std::unique_ptr<kernels::Machine> fake_gpu(const std::string& id, const std::string& title, int lost_at = 0,
                                           kernels::BindText* bind_text = nullptr);

/// The host, and such GPUs as are given.
app::MachineList host_with(std::vector<std::unique_ptr<kernels::Machine>> gpus);

} // namespace warploom::test
