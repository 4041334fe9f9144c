#include "engine/stop_request.h"

#include "engine/error.h"
#include "engine/sentence.h"

namespace warploom {

void StopRequest::stop() const {
    if (is_cancelled()) throw Error("cancelled", sentence("The task was canceled."));
    throw Error("time.limit", sentence("The task took too long."), sentence("Choose a smaller input."));
}

} // namespace warploom
