1-break-insert odd_even.cu:13
2-exec-run
3-stack-list-variables --simple-values
4-break-delete
5-exec-next
6-data-evaluate-expression mine
7-interpreter-exec console "cuda thread 3"
8-data-evaluate-expression mine
9-var-create at * threadIdx
10-var-list-children --simple-values at
11-exec-continue
12-gdb-exit
