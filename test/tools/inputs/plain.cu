__global__ void plain(int *p) { *p += 1; }
#ifdef MAIN
int main() { plain<<<1, 1>>>(nullptr); }
#endif
