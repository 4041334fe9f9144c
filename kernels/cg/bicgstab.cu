// title: BiCGSTAB, separate launches
// summary: Two products per iteration, for matrices that need not be symmetric, such as those of a reservoir.
// source: van der Vorst 1992; next step of rossignon2013

// The vector kernels of a BiCGSTAB iteration, without its products and preconditioner solves (van der Vorst 1992; Saad
// 2003, algorithm 7.7, right-preconditioned, so that r remains b - A x). As in the conjugate gradient method, a dot
// product takes two launches: the first one writes a sum per block, and the second one adds these sums.
//
//   product             q = A p                      p is M⁻¹ d, q becomes v
//   bicgstab_dot        v = q, sums of r̂·v
//   bicgstab_half       α = ρ / r̂·v;  r -= α v;  x += α p;  p = M⁻¹ r
//   product             q = A p                      q is t
//   bicgstab_stabilise  sums of t·r and t·t
//   bicgstab_residual   ω = t·r / t·t;  x += ω p;  r -= ω q;  sums of r·r and r̂·r
//   bicgstab_direction  β = (ρ' / ρ) (α / ω);  d = r + β (d - ω v);  p = M⁻¹ d
//
// This source has no run(): kernels/cg/launched_bicgstab.h launches the kernels by name.

#include "../headers/bicgstab_step.cuh"
#include "../headers/cg_start.cuh"
#include "../headers/factor_level.cuh"
#include "../headers/level_solves.cuh"
