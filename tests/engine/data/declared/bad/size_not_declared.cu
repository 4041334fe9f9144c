// in: a T[n]
// out: b T[m]
// n: 1 .. 100

// line: 2
// says: `m`, in the size of array `b`, is not declared.
// hint: To declare it, add a line such as `// m: 1 .. 1000`.
