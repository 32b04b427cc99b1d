# Clocks, dates, streams and events in the time of the platform, not in that of this computer.

# %% clocks
import time, timeit
from time import monotonic, sleep
clocks = (time.time, time.perf_counter, monotonic, timeit.default_timer, lambda: time.time_ns() / 1e9)
before = [c() for c in clocks]
sleep(1000)
print([round(c() - b) for c, b in zip(clocks, before)])
end = time.time() + 2
while time.time() < end:
    pass
print(time.time() - end < 0.1)
#> [1000, 1000, 1000, 1000, 1000]
#> True

# %% dates and time zone
import datetime, logging, time
from datetime import timezone
from zoneinfo import ZoneInfo
class Watch:
    clock = time.perf_counter
print(Watch().clock() >= 0)
time.sleep(86400 + 0.25)
print(datetime.datetime.now(), datetime.datetime.utcnow(), datetime.datetime.today(), datetime.date.today())
print(datetime.datetime.now(timezone.utc).isoformat(), datetime.datetime.now(ZoneInfo('Asia/Seoul')).hour)
print(time.ctime(), time.strftime('%H:%M'), time.localtime().tm_mday, time.gmtime().tm_mday, time.asctime())
print(time.clock_gettime_ns(time.CLOCK_REALTIME), time.clock_gettime(time.CLOCK_MONOTONIC))
print(time.mktime(time.localtime()), abs(datetime.datetime.now().timestamp() - time.time()) < 1e-6)
a = datetime.datetime.now()
time.sleep(1.5)
print(datetime.datetime.now() - a, repr(a))
print(logging.Formatter('%(asctime)s').format(logging.makeLogRecord({})))
#> True
#> 2017-07-15 02:40:00.250000 2017-07-15 02:40:00.250000 2017-07-15 02:40:00.250000 2017-07-15
#> 2017-07-15T02:40:00.250000+00:00 11
#> Sat Jul 15 02:40:00 2017 02:40 15 15 Sat Jul 15 02:40:00 2017
#> 1500086400250000000 86400.25
#> 1500086400.0 True
#> 0:00:01.500000 datetime.datetime(2017, 7, 15, 2, 40, 0, 250000)
#> 2017-07-15 02:40:01,750

# %% streams and events
x = torch.rand(4000, 4000, device='cuda')
x.mm(x)  # starts the library
torch.cuda.synchronize()
side = torch.cuda.Stream()
a, b = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
a.record()
y = x.mm(x)
b.record()
side.wait_event(b)
with torch.cuda.stream(side):
    z = y.mm(x)
done = torch.cuda.Event()
done.record(side)
print(done.query())
while not done.query():
    pass
side.synchronize()
print(round(a.elapsed_time(b), 1), torch.cuda.current_stream() == torch.cuda.default_stream())
print(torch.cuda.memory_allocated() == 3 * 62 * 2**20)
#> False
#> 10.0 True
#> True

# %% a timer of the program
import time
class MyBenchmark:
    def __init__(self, name): self.name = name
    def __enter__(self): self.t = time.perf_counter(); return self
    def __exit__(self, *a): print(f'{self.name}: {time.perf_counter() - self.t:.4f} sec')
with MyBenchmark('mine') as b:
    time.sleep(0.25)
try:
    with MyBenchmark(name='bad'):
        raise KeyError('x')
except KeyError:
    print(b.name)
#> mine: 0.2500 sec
#> bad: 0.0000 sec
#> mine
