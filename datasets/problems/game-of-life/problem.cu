// title: Game of life
// summary: One generation on a board whose opposite edges are joined. A cell is 1 if it lives, otherwise 0.
// in: now int[rows][cols]
// out: later int[rows][cols]
// rows: 1 .. 4000
// cols: 1 .. 4000
// now: integers 0 .. 1

void expected(int rows, int cols, const int* now, int* later) {
    for (int row = 0; row < rows; ++row)
        for (int col = 0; col < cols; ++col) {
            int neighbors = 0;
            for (int down = -1; down <= 1; ++down)
                for (int right = -1; right <= 1; ++right)
                    if (down != 0 || right != 0)
                        neighbors += now[(row + down + rows) % rows * cols + (col + right + cols) % cols];
            later[row * cols + col] = neighbors == 3 || (neighbors == 2 && now[row * cols + col] == 1) ? 1 : 0;
        }
}
