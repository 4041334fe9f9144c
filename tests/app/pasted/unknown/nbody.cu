#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
__device__ float3 bodyBodyInteraction(float3 ai, float4 bi, float4 bj, float softeningSquared) {
    float3 r;
    r.x = bj.x - bi.x;
    r.y = bj.y - bi.y;
    r.z = bj.z - bi.z;
    float distSqr = r.x * r.x + r.y * r.y + r.z * r.z + softeningSquared;
    float invDist = rsqrtf(distSqr);
    float s = bj.w * invDist * invDist * invDist;
    ai.x += r.x * s;
    ai.y += r.y * s;
    ai.z += r.z * s;
    return ai;
}
__global__ void integrateBodies(float4* newPos, float4* oldPos, float4* vel, int numBodies, float deltaTime, float damping) {
    extern __shared__ float4 sharedPos[];
    int index = blockIdx.x * blockDim.x + threadIdx.x;
    if (index >= numBodies) return;
    float4 position = oldPos[index];
    float3 accel = make_float3(0.0f, 0.0f, 0.0f);
    for (int tile = 0; tile < gridDim.x; tile++) {
        sharedPos[threadIdx.x] = oldPos[tile * blockDim.x + threadIdx.x];
        __syncthreads();
        for (int counter = 0; counter < blockDim.x; counter++) accel = bodyBodyInteraction(accel, position, sharedPos[counter], 0.001f);
        __syncthreads();
    }
    float4 velocity = vel[index];
    velocity.x += accel.x * deltaTime;
    velocity.y += accel.y * deltaTime;
    velocity.z += accel.z * deltaTime;
    position.x += velocity.x * deltaTime;
    position.y += velocity.y * deltaTime;
    position.z += velocity.z * deltaTime;
    newPos[index] = position;
    vel[index] = velocity;
}

int main(int argc, char** argv) {
    const int N = 1 << 20;
    size_t bytes = N * sizeof(float4);
    float4* d_a;
    cudaMallocManaged(&d_a, bytes);
    float4* d_v;
    cudaMallocManaged(&d_v, bytes);
    float4* d_c;
    cudaMallocManaged(&d_c, bytes);
    for (int i = 0; i < N; i++) d_a[i] = 1;
    for (int i = 0; i < N; i++) d_v[i] = 1;
    integrateBodies<<<N / 256, 256, 256 * sizeof(float4)>>>(d_c, d_a, d_v, N, 0.01f, 1.0f);
    cudaDeviceSynchronize();
    cudaFree(d_a);
    cudaFree(d_v);
    cudaFree(d_c);
    return 0;
}
