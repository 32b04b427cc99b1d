"""The book's classes for measuring time."""

import time


class Timer:
    """Record multiple running times."""

    def __init__(self):
        self.times = []
        self.start()

    def start(self):
        self.tik = time.time()

    def stop(self):
        self.times.append(time.time() - self.tik)
        return self.times[-1]

    def avg(self):
        return sum(self.times) / len(self.times)

    def sum(self):
        return sum(self.times)

    def cumsum(self):
        total, sums = 0, []
        for seconds in self.times:
            total += seconds
            sums.append(total)
        return sums


class Benchmark:
    """For measuring running time."""

    def __init__(self, description="Done"):
        self.description = description

    def __enter__(self):
        self.timer = Timer()
        return self

    def __exit__(self, *args):
        print(f"{self.description}: {self.timer.stop():.4f} sec")
