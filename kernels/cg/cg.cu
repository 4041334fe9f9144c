// title: Conjugate gradients, separate launches
// summary: One launch for the product and three for dot products and updates per iteration, all started by the host.
// source: prata2010 4.3

// The vector kernels of a conjugate gradient iteration, in three launches (prata2010, section 4.3; Hestenes & Stiefel
// 1952). Each launch fuses three textbook steps to reduce memory traffic: 16 + 24 + 40 bytes per row in double
// precision instead of 112.
//
//   product      q = A p
//   cg_dot       sums of p·q
//   cg_residual  α = (r, z) / p·q;  r -= α q;  sums of r·r and r·z
//   cg_direction β = (r, z) / (r, z) before;  x += α p;  p = z + β p
//
// With a preconditioner, the last two kernels are replaced by versions that read z or compute it on the fly.
//
// A dot product takes two launches: every block writes its own sum, and every block of the next launch adds all these
// sums in a fixed order. Thus, no block waits for another, and results are bitwise reproducible.
//
// This source has no run(): kernels/cg/launched_cg.h launches the kernels by name.

#include "../headers/cg_start.cuh"
#include "../headers/cg_step.cuh"
#include "../headers/factor_level.cuh"
#include "../headers/level_solves.cuh"
