// from: textbook/trsv_levels.cu
