#pragma once

// The vectors and scalars of conjugate gradients. Scalars stay in device memory, so that no iteration waits for the
// host. Each scalar is written by one kernel and read by later kernels: threads never read data that their own launch
// writes. C++ code on the host also includes this file.

/// How z is computed from r: z = r, z = D⁻¹ r on the fly, or by a solve between the launches.
constexpr int cg_unscaled = 0;
constexpr int cg_diagonal = 1;
constexpr int cg_solved = 2;

/// The number of iterations for which (r, r) is recorded. Longer batches are divided.
constexpr int cg_history_size = 4096;
/// The number of threads per block of the vector kernels, which does not depend on the block size of the product.
constexpr int cg_block_size = 256;
/// The maximum number of blocks. Each block adds the partial sums of all blocks.
constexpr int cg_most_blocks = 1024;

template <typename T> struct CgScalars {
    T rz;        ///< dot product (r, z) of the current residual; written by the direction kernel
    T rz_before; ///< dot product (r, z) of the previous residual; written by the residual kernel
    T alpha;     ///< step length; written by the residual kernel
    T p_ap;      ///< dot product (p, A p); written by the residual kernel
    T rr;        ///< dot product (r, r) of the current residual; written by the direction kernel
    T threshold; ///< the iteration stops if (r, r) <= threshold; never if the threshold is negative
    T omega;     ///< for BiCGSTAB only; written by its residual kernel
};

struct CgFlags {
    int done;    ///< number of completed iterations in this batch
    int limit;   ///< maximum number of iterations in this batch
    int stopped; ///< if set, later iterations do nothing; written by the direction kernel
    int halted;  ///< if set, the rest of this iteration does nothing; written by the residual kernel
    int broken;  ///< whether p·Ap was not positive, or a value was not finite
};

template <typename T> struct CgVectors {
    long long n;
    int blocks;
    int scaling;      ///< kind of preconditioner: cg_unscaled, cg_diagonal or cg_solved
    T *x, *r, *p, *q; ///< n elements each; q = A p
    T* z;             ///< n elements, for cg_solved only
    T* kept;          ///< n elements; saves p while the product computes A x
    const T *b, *inverse_diagonal;
    T *sums_pq, *sums_rr, *sums_rz; ///< partial sums, one per block
    CgScalars<T>* scalar;
    CgFlags* flag;
    T* history; ///< cg_history_size elements
};
