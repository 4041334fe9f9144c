// from: starter
// without: // Add the open sums to y here.
// instead: const int row = open_row[part];
// instead: if (part > 0 && open_row[part - 1] == row) return; // another thread began this run
// instead: T sum = 0;
// instead: for (int p = part; p < parts && open_row[p] == row; ++p) sum += open_sum[p];
// instead: y[row] += sum;
