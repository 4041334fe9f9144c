// from: starter
// without: __shared__ T left[SIDE][SIDE]; // left[i][k]: transposed
// instead: __shared__ T left[SIDE][SIDE + 1]; // left[i][k]: transposed
