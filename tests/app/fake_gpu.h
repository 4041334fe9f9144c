#pragma once

#include "app/info/describe.h"
#include "kernels/sources/text_gpu.h"

#include <string>

namespace warploom::test {

/// Returns a machine that claims to be a real GPU but computes on the simulated one, so that measuring on GPUs can be
/// tested without one. From its `lost_at`-th call on (binding, launching a product, sampling; 0: never), it answers
/// every call with "device.fault", like a GPU that has faulted or is gone. For sources that `bind_text` binds, every
/// kernel with the six parameters of one thread per row (rows, row_pointer, column, value, x, y) computes y = A x,
/// whatever its code, and a kernel named `endless` never ends. If `bind_text` is null, sources run on the simulated
/// GPU.
std::unique_ptr<kernels::Machine> fake_gpu(const std::string& id, const std::string& title, int lost_at = 0,
                                           kernels::BindText* bind_text = nullptr);

/// Returns the host and the given GPUs.
app::MachineList host_with(std::vector<std::unique_ptr<kernels::Machine>> gpus);

} // namespace warploom::test
