// y = A x in CSR in two launches: first all products, then their sums.
// from: textbook/lesson_4_scratch.cu
