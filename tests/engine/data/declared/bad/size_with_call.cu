// out: a T[max(n, 1)]
// n: 1 .. 100

// line: 1
// says: Invalid size of array `a`. `max` is not
