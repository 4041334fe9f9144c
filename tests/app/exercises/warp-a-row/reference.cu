// from: textbook/lesson_2_warp_a_row.cu
