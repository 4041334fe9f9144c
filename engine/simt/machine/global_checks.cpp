#include "engine/simt/machine/global_checks.h"

#include "engine/simt/findings/first_writes.h"

namespace warploom::simt {

void InitCheck::access(const AccessEvent& event) {
    FirstWrites* const writes = event.object.first_writes;
    if (writes == nullptr) return;
    const std::int64_t each = event.object.element_bytes;
    const std::int64_t* const element = event.piece(each, 0, scaled_);
    const bool reads =
        event.loads() ||
        (event.is_atomic() && (event.operands.atomic != AtomicKind::exchange || event.operands.result != no_register));
    const FirstWrites::Step step{
        element,       event.step.active,         event.pieces(each),
        around_.block, event.operands.is_awaited, event.are_neighbours && element == event.step.index.data()};
    if (reads) writes->read(step, event.access.pc, event.first_thread());
    if (!event.loads()) writes->write(step, is_alone_);
}

void ReadOnlyCheck::access(const AccessEvent& event) {
    if (event.object.is_shared) return;
    const std::int64_t grain = event.object.grain, count = event.pieces(grain);
    for (std::int64_t nth = 0; nth < count; ++nth) {
        const std::int64_t* const element = event.piece(grain, nth, scaled_);
        if (!event.loads()) loads_.write(event.access.object, element, event.step.active);
        else if (event.operands.is_read_only)
            loads_.read(event.access.object, element, event.step.active,
                        {around_.block, event.access.pc, event.first_thread()});
    }
}

} // namespace warploom::simt
