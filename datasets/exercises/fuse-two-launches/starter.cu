// y = A x in CSR in two launches: all products, and then their sums.
// from: textbook/lesson_4_scratch.cu
