"""Sums of numbers over the processes of a run by torch.distributed with Gloo, which uses TCP. Rank 0 prints for each
size the first quartile of the times of its calls: sum ELEMENTS SECONDS.

    gloo_sums.py ELEMENTS:CALLS..."""

import sys
import time

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
for size in sys.argv[1:]:
    elements, calls = map(int, size.split(":"))
    numbers = torch.zeros(elements)
    times = []
    for i in range(calls):
        begin = time.perf_counter()
        dist.all_reduce(numbers)
        times.append(time.perf_counter() - begin)
    if dist.get_rank() == 0:
        print("sum", elements, sorted(times)[calls // 4], flush=True)
dist.destroy_process_group()
