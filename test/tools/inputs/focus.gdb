break odd_even.cu:13
run
print mine
print threadIdx
cuda kernel grid block thread device sm warp lane
cuda warp thread
info cuda warps
info cuda kernels
info cuda blocks
cuda thread 3
print mine
print threadIdx
info cuda lanes
cuda thread (40,0,0)
print mine
cuda thread
print *(@shared int*)4
print *(@parameter int*)8
cuda thread 3
delete
next
print mine
cuda thread 5
print mine
continue
