// in: a unsigned char[n]
// out: b T[n]
// n: 1 .. 100
// a: integers 0 .. 256

// line: 4
// says: Not all integers in this range are values of the type `unsigned char` of array `a`.
// hint: Choose a smaller range
