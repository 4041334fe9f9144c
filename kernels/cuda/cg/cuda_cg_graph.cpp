#include "kernels/cuda/cg/cuda_cg_graph.h"

#include "engine/cuda/cuda_errors.h"
#include "engine/error.h"
#include "engine/sentence.h"

#include <utility>

namespace warploom::kernels {

CgGraph::CgGraph(const cuda::Device& device, const std::function<void()>& work, cudaStreamCaptureMode mode) {
    WARPLOOM_CUDA_CHECK(cudaStreamBeginCapture(device.stream(), mode));
    bool is_whole = true;
    try {
        work();
    } catch (const Error&) {
        is_whole = false;
    }             // do not use a graph if the work contains a call that cannot be captured
    device.use(); // set the device again, because the current one may have changed
    cudaGraph_t graph = nullptr;
    const cudaError_t ended = cudaStreamEndCapture(device.stream(), &graph);
    if (ended != cudaSuccess) {
        if (cuda::is_sticky(ended)) WARPLOOM_CUDA_CHECK(ended);
        cudaGetLastError();
    } else if (is_whole && cudaGraphInstantiate(&exec_, graph, 0) != cudaSuccess) {
        cudaGetLastError();
        exec_ = nullptr;
    }
    if (graph != nullptr && cudaGraphDestroy(graph) != cudaSuccess) cudaGetLastError();
}

CgGraph::CgGraph(const cuda::Device& device, const std::function<void()>& work, int times)
    : CgGraph(device, [&] {
          for (int i = 0; i < times; ++i) work();
      }) {}

CgGraph::CgGraph(CgGraph&& other) noexcept : exec_(std::exchange(other.exec_, nullptr)) {}

CgGraph::~CgGraph() {
    if (exec_ != nullptr && cudaGraphExecDestroy(exec_) != cudaSuccess) cudaGetLastError();
}

void CgGraph::launch(cudaStream_t stream) const { WARPLOOM_CUDA_CHECK(cudaGraphLaunch(exec_, stream)); }

CgGraphs::CgGraphs(std::shared_ptr<cuda::Device> device, std::function<void()> iteration)
    : device_(std::move(device)), iteration_(std::move(iteration)) {
    for (const int portion : portions) {
        CgGraph graph(*device_, iteration_, portion);
        if (!graph.is_recorded()) {
            graphs_.clear();
            return;
        }
        graphs_.push_back(std::move(graph));
    }
}

void CgGraphs::run(std::int64_t count) {
    if (graphs_.empty())
        for (; count > 0; --count) iteration_();
    for (std::size_t i = 0; i < graphs_.size(); ++i)
        for (; count >= portions[i]; count -= portions[i]) graphs_[i].launch(device_->stream());
}

void CgGraphs::run_each() {
    for (const CgGraph& graph : graphs_) graph.launch(device_->stream());
}

std::string CgGraphs::detail() const {
    return graphs_.empty() ? sentence("launched individually, because the product cannot be captured in a graph")
                           : sentence("up to {iterations} iterations per graph", {{"iterations", portions.front()}});
}

double graphed_ns(const cuda::Device& device, const std::function<void()>& work, int count) {
    struct Event {
        cudaEvent_t event = nullptr;
        Event() { WARPLOOM_CUDA_CHECK(cudaEventCreate(&event)); }
        ~Event() {
            if (cudaEventDestroy(event) != cudaSuccess) cudaGetLastError();
        }
    };
    work();
    device.finish();
    const CgGraph graph(device, work, count);
    const Event start, stop;
    for (int round = 0; round < 2; ++round) { // the first round is a warm-up that uploads the graph to the device
        WARPLOOM_CUDA_CHECK(cudaEventRecord(start.event, device.stream()));
        if (graph.is_recorded()) graph.launch(device.stream());
        else
            for (int i = 0; i < count; ++i) work();
        WARPLOOM_CUDA_CHECK(cudaEventRecord(stop.event, device.stream()));
        device.finish();
    }
    float milliseconds = 0;
    WARPLOOM_CUDA_CHECK(cudaEventElapsedTime(&milliseconds, start.event, stop.event));
    return static_cast<double>(milliseconds) * 1e6 / count;
}

} // namespace warploom::kernels
