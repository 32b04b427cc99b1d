<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Overlap</name>
    <message>
        <source> It does not wait for %1, which is still busy then.</source>
        <translation>它不等待%1，后者此时仍在忙。</translation>
    </message>
    <message>
        <source> It would read {after} instead of {before}.</source>
        <translation>读数将是 {after}，而不是 {before}。</translation>
    </message>
    <message>
        <source> It would read {after}.</source>
        <translation>读数将是 {after}。</translation>
    </message>
    <message>
        <source> The program ran %1 %2 ahead of %3.</source>
        <translation>程序领先 %3 %1 个%2。</translation>
    </message>
    <message>
        <source> and %1 more</source>
        <translation>，另有 %1 个</translation>
    </message>
    <message>
        <source> on %1</source>
        <translation>，在 %1 上</translation>
    </message>
    <message>
        <source> · line %1 of the listing</source>
        <translation> · 程序第 %1 行</translation>
    </message>
    <message>
        <source>%1
The file: %2 × %3 px, %4 dpi</source>
        <translation>%1
文件：%2 × %3 像素，%4 dpi</translation>
    </message>
    <message>
        <source>%1 % read</source>
        <translation>已读 %1 %</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 %2 busy</source>
        <translation>%1 忙碌 %2</translation>
    </message>
    <message>
        <source>%1 %2 in a row</source>
        <translation>连续 %1 次%2</translation>
    </message>
    <message>
        <source>%1 %2 → %3</source>
        <translation>%1 %2 → %3</translation>
    </message>
    <message>
        <source>%1 (whole run %2) compared with</source>
        <translation>%1（整个运行 %2）对比</translation>
    </message>
    <message>
        <source>%1 GPUs</source>
        <translation>%1 个 GPU</translation>
    </message>
    <message>
        <source>%1 The run before is not drawn: it has %2 operations, and at most %3 are kept.</source>
        <translation>%1 之前的运行未绘制：它有 %2 个操作，最多保留 %3 个。</translation>
    </message>
    <message>
        <source>%1 acc</source>
        <translation>%1 精度</translation>
    </message>
    <message>
        <source>%1 after the start (in the warm-up)</source>
        <translation>开始后 %1（预热中）</translation>
    </message>
    <message>
        <source>%1 alive</source>
        <translation>%1 个存活</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 和 %2</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 及另外 %2 个</translation>
    </message>
    <message>
        <source>%1 and %2: no difference that this machine shows</source>
        <translation>%1 和 %2：这台机器看不出差别</translation>
    </message>
    <message>
        <source>%1 and %2: too few batches to tell them apart</source>
        <translation>%1 和 %2：批量太少，无法区分</translation>
    </message>
    <message>
        <source>%1 are still busy when the last clock stops.</source>
        <translation>最后一次停表时 %1 仍在工作。</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1，于 %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 batches</source>
        <translation>
            <numerusform>%1 批</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 busy</source>
        <comment>a device or its stream</comment>
        <translation>%1 忙碌</translation>
    </message>
    <message>
        <source>%1 busy: %2 of %3</source>
        <translation>%1 忙：%3 中的 %2</translation>
    </message>
    <message>
        <source>%1 by %2</source>
        <translation>%1，由 %2 产生</translation>
    </message>
    <message>
        <source>%1 cached by the pool</source>
        <translation>内存池缓存 %1</translation>
    </message>
    <message>
        <source>%1 communication</source>
        <translation>%1 通信</translation>
    </message>
    <message>
        <source>%1 compute</source>
        <translation>%1 计算</translation>
    </message>
    <message>
        <source>%1 computing</source>
        <translation>计算 %1</translation>
    </message>
    <message>
        <source>%1 concurrent</source>
        <translation>%1 并发</translation>
    </message>
    <message>
        <source>%1 continues for %2</source>
        <translation>%1 还要工作 %2</translation>
    </message>
    <message>
        <source>%1 copy hidden</source>
        <translation>复制已隐藏 %1</translation>
    </message>
    <message>
        <source>%1 copy in</source>
        <translation>%1 拷入</translation>
    </message>
    <message>
        <source>%1 copy out</source>
        <translation>%1 拷出</translation>
    </message>
    <message>
        <source>%1 finished: %2</source>
        <translation>%1 属于：%2</translation>
    </message>
    <message>
        <source>%1 fit</source>
        <translation>可容纳 %1</translation>
    </message>
    <message>
        <source>%1 from %2 on, magnified</source>
        <translation>%1 自 %2 起，放大</translation>
    </message>
    <message>
        <source>%1 has %2, the program asks for more.</source>
        <translation>%1有 %2，该程序需要更多。</translation>
    </message>
    <message>
        <source>%1 has changed since it was opened or saved here. Nothing was saved yet.</source>
        <translation>%1 与在此打开或保存时已不相同。尚未保存任何内容。</translation>
    </message>
    <message>
        <source>%1 holds results</source>
        <translation>%1 已存结果</translation>
    </message>
    <message>
        <source>%1 idle</source>
        <translation>%1 空闲</translation>
    </message>
    <message>
        <source>%1 in all</source>
        <translation>共 %1</translation>
    </message>
    <message>
        <source>%1 in both</source>
        <translation>两者都是 %1</translation>
    </message>
    <message>
        <source>%1 is %2 in A, %3 in B</source>
        <translation>%1：A 为 %2，B 为 %3</translation>
    </message>
    <message>
        <source>%1 is a number from %2 to %3; this is %4.</source>
        <translation>%1应是 %2 到 %3 之间的数；现在是 %4。</translation>
    </message>
    <message>
        <source>%1 is a whole number from %2 to %3; this is %4.</source>
        <translation>%1应是 %2 到 %3 之间的整数；现在是 %4。</translation>
    </message>
    <message>
        <source>%1 is a whole number, at least %2; this is %3.</source>
        <translation>%1应是不小于 %2 的整数；现在是 %3。</translation>
    </message>
    <message>
        <source>%1 is free.</source>
        <translation>%1 未被占用。</translation>
    </message>
    <message>
        <source>%1 is issued and must still read it</source>
        <translation>%1 已提交，还要读取它</translation>
    </message>
    <message>
        <source>%1 is not available on this computer; using %2 instead.</source>
        <translation>本机现在无法使用 %1；由 %2 代替。</translation>
    </message>
    <message>
        <source>%1 is still busy when the last clock stops.</source>
        <translation>最后一次停表时 %1 仍在工作。</translation>
    </message>
    <message>
        <source>%1 is used by “%2”, which would then have no key.</source>
        <translation>%1 已用于“%2”，后者将没有按键。</translation>
    </message>
    <message>
        <source>%1 late</source>
        <translation>晚 %1</translation>
    </message>
    <message>
        <source>%1 late, against the median rank</source>
        <translation>迟到 %1（与中位 rank 相比）</translation>
    </message>
    <message>
        <source>%1 longer</source>
        <translation>多用 %1</translation>
    </message>
    <message>
        <source>%1 memory</source>
        <translation>%1 内存</translation>
    </message>
    <message>
        <source>%1 milliseconds</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 blocks mistimed</source>
        <translation>
            <numerusform>%2 个计时块中有 %1 个计时有误</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 copying is hidden behind computing</source>
        <translation>%2 的复制中有 %1 隐藏在计算之后</translation>
    </message>
    <message>
        <source>%1 of %2 operations done</source>
        <translation>已完成 %1 个操作，共 %2 个</translation>
    </message>
    <message>
        <source>%1 of %2 waits on</source>
        <translation>%2 个等待中 %1 个开启</translation>
    </message>
    <message>
        <source>%1 of 1 wait on</source>
        <translation>1 个等待中 %1 个开启</translation>
    </message>
    <message>
        <source>%1 of ranks %2</source>
        <translation>rank %2 中的 %1</translation>
    </message>
    <message>
        <source>%1 of the card with driver, context and display</source>
        <translation>显卡共用 %1，包括驱动、上下文和显示</translation>
    </message>
    <message>
        <source>%1 of the copying is hidden behind other operations instead of %2</source>
        <translation>复制中有 %1 隐藏在其他运算之后，而不是 %2</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%2 上的 %1</translation>
    </message>
    <message>
        <source>%1 on %2, no waits, %3</source>
        <translation>%1，%2 上，没有等待，%3</translation>
    </message>
    <message>
        <source>%1 on %2, waits on %3 lines, %4</source>
        <translation>%1，%2 上，%3 行等待，%4</translation>
    </message>
    <message>
        <source>%1 on %2, waits on %3, %4</source>
        <translation>%1，%2 上，等待于第 %3 行，%4</translation>
    </message>
    <message numerus="yes">
        <source>%1 operations</source>
        <translation>
            <numerusform>%1 个操作</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 operations issued, %2 computed when the program stopped</source>
        <translation>
            <numerusform>程序停止时提交了 %1 个操作，算完 %2 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 operations on %2</source>
        <translation>
            <numerusform>%2 上有 %1 个操作</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 operations, %2 … %3</source>
        <translation>%1 个操作，%2 … %3</translation>
    </message>
    <message numerus="yes">
        <source>%1 operations, none finished yet.</source>
        <translation>
            <numerusform>%1 个操作，尚无一个完成。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 operations; reads of another's result: %2</source>
        <translation>
            <numerusform>%1 个操作；读取其他操作的结果：%2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 operations; reads of another's result: %2, overwrites of what another reads or wrote: %3</source>
        <translation>
            <numerusform>%1 个操作；读取其他操作的结果：%2，覆盖其他操作读取或写入的内容：%3</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 ops</source>
        <translation>%1 个操作</translation>
    </message>
    <message>
        <source>%1 over %2, which is outlined</source>
        <translation>%1 叠加在只画轮廓的 %2 之上</translation>
    </message>
    <message>
        <source>%1 over A</source>
        <translation>%1 覆盖 A</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 个参数</translation>
    </message>
    <message>
        <source>%1 parameters, %2</source>
        <translation>%1 个参数，%2</translation>
    </message>
    <message>
        <source>%1 per batch</source>
        <translation>每批 %1</translation>
    </message>
    <message>
        <source>%1 products</source>
        <translation>%1 个乘积</translation>
    </message>
    <message>
        <source>%1 queued</source>
        <translation>%1 个排队</translation>
    </message>
    <message>
        <source>%1 queued · %2 running</source>
        <translation>%1 个排队 · %2 个运行</translation>
    </message>
    <message>
        <source>%1 queued, %2 running%3. Select an operation to see why it started when it did.</source>
        <translation>%1 个排队，%2 个运行%3。选中一个操作即可看到它为何在那时开始。</translation>
    </message>
    <message>
        <source>%1 refused</source>
        <translation>拒绝 %1</translation>
    </message>
    <message>
        <source>%1 refused on %2</source>
        <translation>%2 拒绝了 %1</translation>
    </message>
    <message>
        <source>%1 refused: %2 on %3</source>
        <translation>%1 被拒绝：%3 上的 %2</translation>
    </message>
    <message>
        <source>%1 reserved when issued</source>
        <translation>提交时预留 %1</translation>
    </message>
    <message>
        <source>%1 results</source>
        <translation>%1 个结果</translation>
    </message>
    <message>
        <source>%1 results of line %2</source>
        <translation>第 %2 行的 %1 个结果</translation>
    </message>
    <message numerus="yes">
        <source>%1 runs, %2</source>
        <translation>
            <numerusform>%1 次运行，%2</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 seconds</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 starts line %2 %3 earlier</source>
        <translation>%1 早 %3 开始第 %2 行</translation>
    </message>
    <message>
        <source>%1 starts line %2 %3 later</source>
        <translation>%1 晚 %3 开始第 %2 行</translation>
    </message>
    <message numerus="yes">
        <source>%1 steps</source>
        <translation>
            <numerusform>%1 步</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 still does work of the warm-up for %2 when “%3” begins</source>
        <translation>“%3”开始时 %1 还要处理预热的工作 %2</translation>
    </message>
    <message>
        <source>%1 stopped with %2 on line %3.</source>
        <translation>%1 在第 %3 行因 %2 停止。</translation>
    </message>
    <message>
        <source>%1 stream</source>
        <translation>%1流</translation>
    </message>
    <message>
        <source>%1 take %2 longer in %3, though.</source>
        <translation>不过，在 %3 中%1要多用 %2。</translation>
    </message>
    <message>
        <source>%1 take %3 in %2 and %5 in %4.</source>
        <translation>%1在 %2 中用时 %3，在 %4 中用时 %5。</translation>
    </message>
    <message>
        <source>%1 takes %2 less %3 with %4 than with %5.</source>
        <translation>用 %4 时 %1 %3比用 %5 少 %2。</translation>
    </message>
    <message>
        <source>%1 takes %2 more %3 with %4 than with %5.</source>
        <translation>用 %4 时 %1 %3比用 %5 多 %2。</translation>
    </message>
    <message>
        <source>%1 takes %2 ×</source>
        <translation>%1 耗时为 %2 倍</translation>
    </message>
    <message>
        <source>%1 tensors</source>
        <translation>%1 个张量</translation>
    </message>
    <message>
        <source>%1 time</source>
        <translation>%1 时间</translation>
    </message>
    <message>
        <source>%1 to peer</source>
        <translation>%1 到对端</translation>
    </message>
    <message>
        <source>%1 twice as fast</source>
        <translation>%1快一倍</translation>
    </message>
    <message>
        <source>%1 used what it needs until %2.</source>
        <translation>它需要的资源被%1占用到 %2。</translation>
    </message>
    <message>
        <source>%1 waits</source>
        <translation>%1 个等待</translation>
    </message>
    <message>
        <source>%1 was ready at %2, but </source>
        <translation>%1 在 %2 已就绪，但</translation>
    </message>
    <message>
        <source>%1 was stopped.</source>
        <translation>%1 被停止。</translation>
    </message>
    <message>
        <source>%1 will read it</source>
        <translation>%1 将读取它</translation>
    </message>
    <message>
        <source>%1 with %2 of others</source>
        <translation>%1，其中其他占用 %2</translation>
    </message>
    <message>
        <source>%1 works %2 instead of %3</source>
        <translation>%1 工作 %2，而不是 %3</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1 · %2 · %3</source>
        <translation>%1 · %2 · %3</translation>
    </message>
    <message numerus="yes">
        <source>%1 · about %n s left</source>
        <translation>
            <numerusform>%1 · 大约还剩 %n 秒</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 · rank %2</source>
        <translation>%1 · rank %2</translation>
    </message>
    <message>
        <source>%1 × %2 mm; %3 at %4 dpi</source>
        <translation>%1 × %2 毫米；%4 dpi 下为 %3</translation>
    </message>
    <message>
        <source>%1 × %2 px</source>
        <translation>%1 × %2 像素</translation>
    </message>
    <message>
        <source>%1 × %2, shown at %3</source>
        <translation>%1 × %2，以 %3 显示</translation>
    </message>
    <message>
        <source>%1 × %2, the same on both sides</source>
        <translation>%1 × %2，两边相同</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1, %2 of it others</source>
        <translation>%1，其中其他占用 %2</translation>
    </message>
    <message>
        <source>%1, %2 of the link</source>
        <translation>%1，链路带宽的 %2</translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <translation>%1，%2，%3</translation>
    </message>
    <message>
        <source>%1, %2, %3 done</source>
        <translation>%1，%2，%3已完成</translation>
    </message>
    <message>
        <source>%1, %2, reads %3</source>
        <translation>%1，%2，读 %3</translation>
    </message>
    <message>
        <source>%1, %2: from %3 to %4, last %5</source>
        <translation>%1，%2：从 %3 到 %4，最后为 %5</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n batch(es)</source>
        <translation>
            <numerusform>%1，%n 批</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n time(s) in B</source>
        <translation>
            <numerusform>%1，B 中 %n 次</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, and %2</source>
        <translation>%1，并且%2</translation>
    </message>
    <message>
        <source>%1, and is busy nearly all of the time, also with other work such as reading data: more devices do not help.</source>
        <translation>%1，而且几乎一直在忙，也忙于读取数据等其他工作：更多设备没有帮助。</translation>
    </message>
    <message>
        <source>%1, and is busy nearly all of the time, also with other work such as reading data: the devices wait for it.</source>
        <translation>%1，而且几乎一直在忙，也忙于读取数据等其他工作：设备在等它。</translation>
    </message>
    <message>
        <source>%1, and issuing them takes nearly all of the time: more devices do not help.</source>
        <translation>%1，而提交操作几乎占去全部时间：增加设备无济于事。</translation>
    </message>
    <message>
        <source>%1, and issuing them takes nearly all of the time: the devices wait for it.</source>
        <translation>%1，而提交操作几乎占去全部时间：设备在等它。</translation>
    </message>
    <message>
        <source>%1, and the devices, not the program, decide how long that takes.</source>
        <translation>%1，所需时间由设备而不是程序决定。</translation>
    </message>
    <message>
        <source>%1, as before</source>
        <translation>%1，与之前相同</translation>
    </message>
    <message>
        <source>%1, backward</source>
        <translation>%1，反向</translation>
    </message>
    <message>
        <source>%1, but the critical path stays the same</source>
        <translation>%1，但关键路径不变</translation>
    </message>
    <message>
        <source>%1, line %2</source>
        <translation>%1，第 %2 行</translation>
    </message>
    <message>
        <source>%1, nothing waits there in A</source>
        <translation>%1，A 中没有什么在那里等待</translation>
    </message>
    <message>
        <source>%1, nothing waits there in B</source>
        <translation>%1，B 中没有什么在那里等待</translation>
    </message>
    <message>
        <source>%1, run %2 of %3</source>
        <translation>%1，第 %2 次，共 %3 次</translation>
    </message>
    <message>
        <source>%1, what if: %2</source>
        <translation>%1，假设：%2</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>%1. Click, or Shift+F2 on the line, to change it to %2.</source>
        <translation>%1。单击，或在该行按 Shift+F2，可改为 %2。</translation>
    </message>
    <message>
        <source>%1. Click, or Shift+F2 on the line, to choose.</source>
        <translation>%1。单击，或在该行按 Shift+F2，可选择。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: %2 in %3 blocks</source>
        <translation>%1：%2，共 %3 块</translation>
    </message>
    <message>
        <source>%1: %2 in A, %3 in B.</source>
        <translation>%1：A 为 %2，B 为 %3。</translation>
    </message>
    <message>
        <source>%1: %2 saved</source>
        <translation>%1：节省 %2</translation>
    </message>
    <message>
        <source>%1: %2 slower</source>
        <translation>%1：慢 %2</translation>
    </message>
    <message>
        <source>%1: %2, busy %3, longest %4</source>
        <translation>%1：%2，忙碌 %3，最长 %4</translation>
    </message>
    <message>
        <source>%1: %2. %3</source>
        <translation>%1：%2。%3</translation>
    </message>
    <message>
        <source>%1: A %2, B %3, difference %4</source>
        <translation>%1：A %2，B %3，差 %4</translation>
    </message>
    <message>
        <source>%1: accuracy</source>
        <translation>%1：精度</translation>
    </message>
    <message>
        <source>%1: at most %2 allocated</source>
        <translation>%1：最多已分配 %2</translation>
    </message>
    <message>
        <source>%1: both busy for %2 of the time</source>
        <translation>%1：%2 的时间两者都忙</translation>
    </message>
    <message>
        <source>%1: loss</source>
        <translation>%1：损失</translation>
    </message>
    <message>
        <source>%1: mean per late step.</source>
        <translation>%1：每个迟到步的平均值。</translation>
    </message>
    <message>
        <source>%1: no operations in this run</source>
        <translation>%1：本次运行没有操作</translation>
    </message>
    <message>
        <source>%1: nothing</source>
        <translation>%1：无</translation>
    </message>
    <message>
        <source>%1: one at a time</source>
        <translation>%1：一次一个</translation>
    </message>
    <message>
        <source>%1: peak %2 of %3, %4 more refused</source>
        <translation>%1：峰值 %2（共 %3），再要 %4 被拒绝</translation>
    </message>
    <message>
        <source>%1: running %2 s</source>
        <translation>%1：正在运行 %2 s</translation>
    </message>
    <message>
        <source>%1: the host memory is pageable</source>
        <translation>%1：主机内存可分页</translation>
    </message>
    <message>
        <source>%1: the host memory is pageable, its pages new</source>
        <translation>%1：主机内存可分页，且为新页</translation>
    </message>
    <message>
        <source>%1: the same time</source>
        <translation>%1：时间相同</translation>
    </message>
    <message>
        <source>%1: two or more busy for %2 of the time</source>
        <translation>%1：%2 的时间两个或更多在忙</translation>
    </message>
    <message>
        <source>%1; the table of measures fits on a page only</source>
        <translation>%1；度量表只有页面放得下</translation>
    </message>
    <message>
        <source>%1× · %2</source>
        <translation>%1× · %2</translation>
    </message>
    <message>
        <source>%Ln lanes</source>
        <translation>%Ln 条通道</translation>
    </message>
    <message numerus="yes">
        <source>%Ln nodes</source>
        <translation>
            <numerusform>%Ln 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln ranks</source>
        <translation>
            <numerusform>%Ln 个 rank</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n GPU(s)</source>
        <translation>
            <numerusform>%n 个 GPU</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n array(s)</source>
        <translation>
            <numerusform>%n 个数组</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n core(s)</source>
        <translation>
            <numerusform>%n 个核心</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n files</source>
        <translation>
            <numerusform>%n 个文件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n found</source>
        <translation>
            <numerusform>找到 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n nanosecond(s)</source>
        <translation>
            <numerusform>%n 纳秒</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operation(s)</source>
        <translation>
            <numerusform>%n 个操作</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operation(s) issued</source>
        <translation>
            <numerusform>已提交 %n 个操作</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operation(s) of one batch</source>
        <translation>
            <numerusform>一个批量的 %n 个操作</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operation(s) of one step</source>
        <translation>
            <numerusform>一步的 %n 个操作</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operation(s) only in A, %1 only in B</source>
        <translation>
            <numerusform>%n 个操作只在 A，%1 个只在 B</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operation(s). %1</source>
        <translation>
            <numerusform>%n 个操作。%1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operation(s); gradients join the devices</source>
        <translation>
            <numerusform>%n 个操作；梯度把各设备连在一起</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operations selected</source>
        <translation>
            <numerusform>已选中 %n 个操作</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operations, %1 in the whole run</source>
        <translation>
            <numerusform>%n 个操作，整个运行中共 %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n 个 rank</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s): %1</source>
        <translation>
            <numerusform>%n 个 rank：%1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n steps contain Python text, which would run on this computer.</source>
        <translation>
            <numerusform>%n 步带有自己的 Python 文本，它会在这台计算机上运行。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n stored runs could not be read and are not listed.</source>
        <translation>
            <numerusform>有 %n 个已保存的运行无法读取，未列出。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n work at once</source>
        <translation>
            <numerusform>%n 个同时工作</numerusform>
        </translation>
    </message>
    <message>
        <source>%n workers</source>
        <translation>%n 个工作线程</translation>
    </message>
    <message>
        <source>&amp;100 %</source>
        <translation>100 %(&amp;1)</translation>
    </message>
    <message>
        <source>&amp;About Overlap</source>
        <translation>关于 Overlap(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Add step…</source>
        <translation>添加步骤(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Caption</source>
        <translation>图注(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Charts</source>
        <translation>图表(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Clear breakpoints</source>
        <translation>清除断点(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Commands…</source>
        <translation>命令(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>对比(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Copy picture</source>
        <translation>复制图片(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;End the lesson</source>
        <translation>结束课程(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Faster</source>
        <translation>加快(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Flip wait on current line</source>
        <translation>切换当前行的等待(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Full screen</source>
        <translation>全屏(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Graph and inspector</source>
        <translation>计算图和检查器(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;High contrast</source>
        <translation>高对比度(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Instant</source>
        <translation>即时(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Keys and gestures</source>
        <translation>按键和手势(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Light or dark</source>
        <translation>浅色或深色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Moving</source>
        <translation>动画(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;New program</source>
        <translation>新建程序(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Next pane</source>
        <translation>下一个窗格(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Next step</source>
        <translation>下一步(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Open lesson…</source>
        <translation>打开课程(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Open program…</source>
        <translation>打开程序(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Output</source>
        <translation>输出(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;PNG 2×</source>
        <translation>PNG 2×(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Play or pause</source>
        <translation>播放或暂停(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Previous step</source>
        <translation>上一步(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Program pane</source>
        <translation>程序窗格(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Question</source>
        <translation>问题(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Reset listing</source>
        <translation>重置程序(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Runs</source>
        <translation>运行列表(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;SVG</source>
        <translation>SVG(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Save lesson…</source>
        <translation>保存课程(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Save program</source>
        <translation>保存程序(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Table of operations</source>
        <translation>操作表(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Title</source>
        <translation>标题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;What if…</source>
        <translation>假设(&amp;W)…</translation>
    </message>
    <message>
        <source>, %1</source>
        <translation>，%1</translation>
    </message>
    <message>
        <source>, %1 %2, %1 %3 as fast</source>
        <translation>，%1 %2，%1 的速度为 %3</translation>
    </message>
    <message>
        <source>, %1 %2: %3</source>
        <translation>，%1 %2：%3</translation>
    </message>
    <message>
        <source>, %1 with others</source>
        <translation>，连同其他占用共 %1</translation>
    </message>
    <message>
        <source>, %1 with pool and others</source>
        <translation>，连同内存池和其他占用共 %1</translation>
    </message>
    <message>
        <source>, after earlier work that lasted %1</source>
        <translation>，在持续 %1 的先前工作之后</translation>
    </message>
    <message>
        <source>, of which %1 running</source>
        <translation>，其中运行 %1</translation>
    </message>
    <message>
        <source>, still refused</source>
        <translation>，仍被拒绝</translation>
    </message>
    <message>
        <source>, then </source>
        <translation>，随后 </translation>
    </message>
    <message>
        <source>1 GPU</source>
        <translation>1 个 GPU</translation>
    </message>
    <message>
        <source>1 px = %1 ranks</source>
        <translation>1 像素 = %1 个 rank</translation>
    </message>
    <message>
        <source>1 rank = %1 px</source>
        <translation>1 个 rank = %1 像素</translation>
    </message>
    <message>
        <source>178 mm</source>
        <translation>178 mm</translation>
    </message>
    <message>
        <source>1×</source>
        <translation>1×</translation>
    </message>
    <message>
        <source>2× V100 with 15.78 GiB each.</source>
        <translation>2× V100，各 15.78 GiB。</translation>
    </message>
    <message>
        <source>85 mm</source>
        <translation>85 mm</translation>
    </message>
    <message>
        <source>; %1 holds %2</source>
        <translation>；%1 存有 %2</translation>
    </message>
    <message>
        <source>&lt;p&gt;The program's pool takes %1 at most; driver, context and display hold %2. Both together must stay within the capacity of %3.&lt;/p&gt;</source>
        <translation>&lt;p&gt;程序的内存池最多占用 %1；驱动、上下文和显示占用 %2。两者合计必须在容量 %3 以内。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>A PDF with one page per step: before, after and both; or the run as it proceeds</source>
        <translation>每步一页的 PDF：之前、之后和两者；或运行逐步形成的过程</translation>
    </message>
    <message>
        <source>A above B</source>
        <translation>A 在 B 之上</translation>
    </message>
    <message>
        <source>A batch takes %1 with %2 and %3 with %4.</source>
        <translation>一个批量用 %2 需要 %1，用 %4 需要 %3。</translation>
    </message>
    <message>
        <source>A becomes B, B becomes A</source>
        <translation>A 变为 B，B 变为 A</translation>
    </message>
    <message>
        <source>A click selects a box, a double click opens it.</source>
        <translation>单击选中方框，双击打开它。</translation>
    </message>
    <message>
        <source>A click shows that part of the graph</source>
        <translation>单击以显示计算图的该部分</translation>
    </message>
    <message>
        <source>A lesson from a file; nothing of it runs until you agree</source>
        <translation>来自文件的课程；在您同意之前什么也不运行</translation>
    </message>
    <message>
        <source>A model of the machine gives all times. Python itself takes no modelled time.</source>
        <translation>所有时间都来自机器的模型。Python 本身不占用模型时间。</translation>
    </message>
    <message>
        <source>A new listing: a few timed operations and a wait</source>
        <translation>新程序：几个计时的操作和一个等待</translation>
    </message>
    <message>
        <source>A on %1, B on %2</source>
        <translation>A 在 %1 上，B 在 %2 上</translation>
    </message>
    <message>
        <source>A prediction needs a model of this computer: choose “Calibrate this computer…” first.</source>
        <translation>预测需要它的模型：请先选择“校准这台计算机…”。</translation>
    </message>
    <message>
        <source>A replay stops at line %1. Click to replay without this stop.</source>
        <translation>回放会在第 %1 行停下。单击可取消。</translation>
    </message>
    <message>
        <source>A result's memory is reserved %1, not when it is computed.</source>
        <translation>结果的内存%1就已预留，而不是等到计算时。</translation>
    </message>
    <message>
        <source>A result's memory is taken %1 and stays as long as the program names it.</source>
        <translation>结果的内存%1被占用，只要程序还引用它就一直保留。</translation>
    </message>
    <message>
        <source>A run on this computer of another program: show it</source>
        <translation>另一个程序在本机上的运行：显示它</translation>
    </message>
    <message numerus="yes">
        <source>A text has at most %n characters; shorten it.</source>
        <translation>
            <numerusform>文字最多 %n 个字符；请缩短。</numerusform>
        </translation>
    </message>
    <message>
        <source>A took %1, B %2. How much a run varies on this computer is unknown after one run.</source>
        <translation>A 用了 %1，B 用了 %2。只运行一次，无法知道这台计算机上运行时间的波动。</translation>
    </message>
    <message>
        <source>A took %1, B %2. Repeated runs on this computer vary more than that.</source>
        <translation>A 用了 %1，B 用了 %2。这台计算机上重复运行的波动大于这个差别。</translation>
    </message>
    <message>
        <source>A with %1, B with %2</source>
        <translation>A 用 %1，B 用 %2</translation>
    </message>
    <message>
        <source>A, %1: %2; B, %3: %4, %5 as fast.</source>
        <translation>A，%1：%2；B，%3：%4，速度为 %5。</translation>
    </message>
    <message>
        <source>A, %1: %2; B, %3: %4; %5.</source>
        <translation>A，%1：%2；B，%3：%4；%5。</translation>
    </message>
    <message>
        <source>A: %1, B: %2</source>
        <translation>A：%1，B：%2</translation>
    </message>
    <message>
        <source>About Overlap</source>
        <translation>关于 Overlap</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Accuracy and loss</source>
        <translation>精度和损失</translation>
    </message>
    <message>
        <source>Accuracy, loss, sweeps and the chapter's model below the timeline</source>
        <translation>时间线下方的精度、损失、参数扫描和本章的模型</translation>
    </message>
    <message>
        <source>Add a simulated &amp;GPU</source>
        <translation>添加一块模拟 GPU(&amp;G)</translation>
    </message>
    <message>
        <source>After</source>
        <translation>在其后</translation>
    </message>
    <message>
        <source>All compute streams together: %1</source>
        <translation>所有计算流合计：%1</translation>
    </message>
    <message>
        <source>All default keys</source>
        <translation>全部恢复默认按键</translation>
    </message>
    <message>
        <source>All figures cover the block, then the visible range, then the whole run</source>
        <translation>所有数值依次取自代码块、可见范围、整次运行</translation>
    </message>
    <message>
        <source>All figures cover this scope; a click switches from the block to the visible range to the whole run</source>
        <translation>所有数字都针对这个范围；点击可依次切换：计时块、可见范围、整个运行</translation>
    </message>
    <message>
        <source>All figures of the comparison cover this scope</source>
        <translation>比较中的所有数字都针对这个范围</translation>
    </message>
    <message>
        <source>All keys on one page</source>
        <translation>一页列出所有按键</translation>
    </message>
    <message>
        <source>All of it fits.</source>
        <translation>全部放得下。</translation>
    </message>
    <message>
        <source>All runs of this start and of earlier ones: open, name, compare, delete</source>
        <translation>本次启动和以前启动的所有运行：打开、命名、比较、删除</translation>
    </message>
    <message>
        <source>All that a device does between two waits</source>
        <translation>一个设备在两次等待之间所做的一切</translation>
    </message>
    <message>
        <source>All work of the block was complete %1 after the clock stopped, which hardly changes its time.</source>
        <translation>停表 %1 后该块的工作才全部完成，对其时间几乎没有影响。</translation>
    </message>
    <message>
        <source>All work of the block was complete when the clock stopped.</source>
        <translation>停表时该块的工作已全部完成。</translation>
    </message>
    <message>
        <source>An SVG in which every operation moves from its old to its new place</source>
        <translation>SVG，其中每个操作从旧位置移到新位置</translation>
    </message>
    <message>
        <source>An exception left the block: the time on the screen is the time until it failed, not the time of the work.</source>
        <translation>异常离开了该计时块：屏幕上的时间是到失败为止的时间，不是工作的时间。</translation>
    </message>
    <message>
        <source>An operation that it depends on failed.</source>
        <translation>它所依赖的某个操作失败了。</translation>
    </message>
    <message>
        <source>Animations off</source>
        <translation>没有滑动，变化立即显示</translation>
    </message>
    <message>
        <source>Another program has changed this file</source>
        <translation>此文件已被其他程序修改</translation>
    </message>
    <message>
        <source>Another program recorded these times.</source>
        <translation>这些时间由另一个程序记录。</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>答案</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数（sys.argv）</translation>
    </message>
    <message>
        <source>Arrangement</source>
        <translation>排列</translation>
    </message>
    <message>
        <source>Arranging %1 operations…</source>
        <translation>正在整理 %1 个操作…</translation>
    </message>
    <message>
        <source>Arrows: none, selected, all</source>
        <translation>箭头：无、选中、全部</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Ask, then show</source>
        <translation>先提问，再显示</translation>
    </message>
    <message>
        <source>At least one runs</source>
        <translation>至少有一个在运行</translation>
    </message>
    <message>
        <source>At the playhead</source>
        <translation>播放头处</translation>
    </message>
    <message>
        <source>At the playhead:</source>
        <translation>在播放头处：</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>B over A, which is outlined</source>
        <translation>B 覆盖在只画轮廓的 A 之上</translation>
    </message>
    <message>
        <source>B − A</source>
        <translation>B − A</translation>
    </message>
    <message>
        <source>Back to step %1</source>
        <translation>回到第 %1 步</translation>
    </message>
    <message>
        <source>Back to the program</source>
        <translation>回到程序</translation>
    </message>
    <message>
        <source>Back to what you had open</source>
        <translation>回到您先前打开的内容</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>Backward operations</source>
        <translation>反向操作</translation>
    </message>
    <message>
        <source>Batches</source>
        <translation>批量</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>Before: %1</source>
        <translation>之前：%1</translation>
    </message>
    <message>
        <source>Benchmark</source>
        <translation>基准测试</translation>
    </message>
    <message>
        <source>Benchmark "%1"</source>
        <translation>基准测试“%1”</translation>
    </message>
    <message>
        <source>Benchmark %1</source>
        <translation>基准测试 %1</translation>
    </message>
    <message>
        <source>Benchmark on line %1</source>
        <translation>第 %1 行的基准测试</translation>
    </message>
    <message>
        <source>Benchmarks</source>
        <translation>基准测试</translation>
    </message>
    <message>
        <source>Benchmarks: %1 in A, %2 in B</source>
        <translation>基准测试：A 有 %1 个，B 有 %2 个</translation>
    </message>
    <message>
        <source>Benchmarks: %1 on each side</source>
        <translation>基准测试：每边 %1 个</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>块</translation>
    </message>
    <message>
        <source>Blocks in use</source>
        <translation>使用中的内存块</translation>
    </message>
    <message>
        <source>Book references</source>
        <translation>书中的数值</translation>
    </message>
    <message>
        <source>Both busy</source>
        <translation>两者都忙</translation>
    </message>
    <message>
        <source>Both complete runs (Home)</source>
        <translation>两次运行完整显示 (Home)</translation>
    </message>
    <message>
        <source>Both take the same time, except for %1, less than 1 %.</source>
        <translation>两边用时相同，只差 %1，不到 1 %。</translation>
    </message>
    <message>
        <source>Both take the same time.</source>
        <translation>两者用时相同。</translation>
    </message>
    <message>
        <source>Bounds of a step</source>
        <translation>一步的下界</translation>
    </message>
    <message>
        <source>Buckets at the playhead, %1 from the step's start</source>
        <translation>播放头处的桶，%1，从步开始计</translation>
    </message>
    <message>
        <source>Busiest lane</source>
        <translation>最忙的泳道</translation>
    </message>
    <message>
        <source>Busy devices</source>
        <translation>同时忙碌的设备</translation>
    </message>
    <message>
        <source>Busy streams</source>
        <translation>同时忙碌的流</translation>
    </message>
    <message>
        <source>By epoch</source>
        <translation>按轮</translation>
    </message>
    <message>
        <source>By time</source>
        <translation>按时间</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>CPU %1</source>
        <translation>CPU %1</translation>
    </message>
    <message>
        <source>CPU work</source>
        <translation>CPU 工作</translation>
    </message>
    <message>
        <source>Calibrate</source>
        <translation>校准</translation>
    </message>
    <message>
        <source>Calibrate again</source>
        <translation>重新校准</translation>
    </message>
    <message>
        <source>Calibrate this &amp;computer…</source>
        <translation>校准这台计算机(&amp;C)…</translation>
    </message>
    <message>
        <source>Calibrate this computer</source>
        <translation>校准这台计算机</translation>
    </message>
    <message>
        <source>Calibrate this computer…</source>
        <translation>校准这台计算机…</translation>
    </message>
    <message>
        <source>Calls of host threads: %1</source>
        <translation>主机线程的调用：%1</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Cause of its lateness:</source>
        <translation>迟到的原因：</translation>
    </message>
    <message>
        <source>Centre the selection</source>
        <translation>选中项居中</translation>
    </message>
    <message>
        <source>Change &amp;lever on current line</source>
        <translation>更改当前行的控制项(&amp;L)</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>核对</translation>
    </message>
    <message>
        <source>Choose a command, then press its new keys.</source>
        <translation>选择一个命令，然后按下它的新按键。</translation>
    </message>
    <message>
        <source>Choose run A</source>
        <translation>选择运行 A</translation>
    </message>
    <message>
        <source>Choose run B</source>
        <translation>选择运行 B</translation>
    </message>
    <message>
        <source>Chrome trace (*.json *.json.gz)</source>
        <translation>Chrome 跟踪 (*.json *.json.gz)</translation>
    </message>
    <message>
        <source>Clear selection and ruler</source>
        <translation>清除选择和标尺</translation>
    </message>
    <message>
        <source>Clear this list</source>
        <translation>清空此列表</translation>
    </message>
    <message>
        <source>Click or T flips it</source>
        <translation>单击或按 T 切换</translation>
    </message>
    <message>
        <source>Click the timeline to write a note there</source>
        <translation>单击时间线即在该处写注释</translation>
    </message>
    <message>
        <source>Click this switch: the program runs without the wait</source>
        <translation>单击此开关：程序不等待而运行</translation>
    </message>
    <message>
        <source>Click to show this batch</source>
        <translation>单击查看该批量</translation>
    </message>
    <message>
        <source>Click to show this step</source>
        <translation>单击查看这一步</translation>
    </message>
    <message>
        <source>Click to stop a replay at line %1.</source>
        <translation>单击可让回放在第 %1 行停下。</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭 (Esc)</translation>
    </message>
    <message>
        <source>Close all groups</source>
        <translation>合上所有分组</translation>
    </message>
    <message>
        <source>Close the comparison (Esc)</source>
        <translation>关闭对比 (Esc)</translation>
    </message>
    <message>
        <source>Close the message</source>
        <translation>关闭消息</translation>
    </message>
    <message>
        <source>Close the search</source>
        <translation>关闭搜索</translation>
    </message>
    <message>
        <source>Close the window; a running program is stopped</source>
        <translation>关闭窗口；正在进行的运行会停止</translation>
    </message>
    <message>
        <source>Collective</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>Collectives</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>彩色</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Commands and their keys</source>
        <translation>命令及其按键</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Compare the next runs with this one (B)</source>
        <translation>之后的运行与这一次比较（B）</translation>
    </message>
    <message>
        <source>Compare the selected run with the displayed one, or up to three selected runs (Shift+Enter)</source>
        <translation>将所选运行与当前显示的运行比较，或比较最多三个所选运行（Shift+Enter）</translation>
    </message>
    <message>
        <source>Compared</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Comparison, A %1</source>
        <translation>对比，A %1</translation>
    </message>
    <message>
        <source>Computational performance</source>
        <translation>计算性能</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Compute values</source>
        <translation>计算数值</translation>
    </message>
    <message>
        <source>Computed</source>
        <translation>已计算</translation>
    </message>
    <message>
        <source>Computed</source>
        <comment>values</comment>
        <translation>计算数值</translation>
    </message>
    <message>
        <source>Computed &amp;values</source>
        <translation>计算数值(&amp;V)</translation>
    </message>
    <message>
        <source>Computing is slower than issuing, so the device is what limits it.</source>
        <translation>计算比提交慢，所以限制它的是设备。</translation>
    </message>
    <message>
        <source>Concurrency</source>
        <translation>并发</translation>
    </message>
    <message>
        <source>Concurrency band</source>
        <translation>并发带</translation>
    </message>
    <message>
        <source>Concurrent time: two or more work in %1 of %2 (%3)</source>
        <translation>并发时间：%2 中有 %1 是两个或更多在工作（%3）</translation>
    </message>
    <message>
        <source>Contrast of at least 7:1 for text and 4.5:1 for edges</source>
        <translation>文字对比度 7:1，边缘 4.5:1</translation>
    </message>
    <message>
        <source>Copied as picture, SVG and text</source>
        <translation>已复制为图片、SVG 和文本</translation>
    </message>
    <message>
        <source>Copies between GPUs</source>
        <translation>GPU 之间的复制</translation>
    </message>
    <message>
        <source>Copies to a GPU</source>
        <translation>到 GPU 的复制</translation>
    </message>
    <message>
        <source>Copies to the CPU</source>
        <translation>到 CPU 的复制</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy %1</source>
        <translation>复制 %1</translation>
    </message>
    <message>
        <source>Copy during the loop</source>
        <translation>边算边复制</translation>
    </message>
    <message>
        <source>Copy engines per direction</source>
        <translation>每个方向的复制引擎</translation>
    </message>
    <message>
        <source>Copy image</source>
        <translation>复制图像</translation>
    </message>
    <message>
        <source>Copy inside the loop: `.as_in_ctx(npx.cpu())`. The products leave the GPU.</source>
        <translation>在循环内复制：`.as_in_ctx(npx.cpu())`。乘积离开 GPU。</translation>
    </message>
    <message>
        <source>Copy the figure to the clipboard, as bitmap and drawing</source>
        <translation>把图片以位图和矢量图放到剪贴板</translation>
    </message>
    <message>
        <source>Copy this figure. %1</source>
        <translation>复制此数值。%1</translation>
    </message>
    <message>
        <source>Copy to CPU</source>
        <translation>复制到 CPU</translation>
    </message>
    <message>
        <source>Copy to GPU</source>
        <translation>复制到 GPU</translation>
    </message>
    <message>
        <source>Copy to host</source>
        <translation>复制到主机</translation>
    </message>
    <message>
        <source>Copy to peer</source>
        <translation>复制到对端</translation>
    </message>
    <message>
        <source>Copying hidden</source>
        <translation>隐藏的复制</translation>
    </message>
    <message>
        <source>Cost of issuing</source>
        <translation>提交开销</translation>
    </message>
    <message>
        <source>Costs per step</source>
        <translation>每步让其他 rank 多花</translation>
    </message>
    <message>
        <source>Created by</source>
        <translation>产生者</translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation>关键路径</translation>
    </message>
    <message>
        <source>Critical path: %1</source>
        <translation>关键路径：%1</translation>
    </message>
    <message>
        <source>Critical path: %1 = %2</source>
        <translation>关键路径：%1 = %2</translation>
    </message>
    <message>
        <source>Ctrl + wheel, pinch</source>
        <translation>Ctrl + 滚轮、双指缩放</translation>
    </message>
    <message>
        <source>Custom</source>
        <translation>自定义</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Default keys</source>
        <translation>默认按键</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Dependencies: %1 read after write, %2 write after read, %3 write after write</source>
        <translation>依赖：写后读 %1 个，读后写 %2 个，写后写 %3 个</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Dialect</source>
        <translation>框架</translation>
    </message>
    <message numerus="yes">
        <source>Different graph: %n edge(s) only in A, %1 only in B</source>
        <translation>
            <numerusform>计算图不同：%n 条边只在 A，%1 条只在 B</numerusform>
        </translation>
    </message>
    <message>
        <source>Different result: %1 in A, %2 in B</source>
        <translation>结果不同：A 为 %1，B 为 %2</translation>
    </message>
    <message>
        <source>Discard the run that was kept as “before”</source>
        <translation>放弃作为“之前”保留的运行</translation>
    </message>
    <message>
        <source>Dive into Deep Learning, Section %1.</source>
        <translation>《动手学深度学习》第 %1 节。</translation>
    </message>
    <message>
        <source>Do it again</source>
        <translation>再做一次</translation>
    </message>
    <message>
        <source>Do not group the graph</source>
        <translation>图不分组</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Drag on the timeline to draw a box</source>
        <translation>在时间线上拖动即画方框</translation>
    </message>
    <message>
        <source>Drag on the timeline to draw an arrow</source>
        <translation>在时间线上拖动即画箭头</translation>
    </message>
    <message>
        <source>Draw a box</source>
        <translation>画方框</translation>
    </message>
    <message>
        <source>Draw an arrow</source>
        <translation>画箭头</translation>
    </message>
    <message>
        <source>Drawing (*.svg)</source>
        <translation>矢量图 (*.svg)</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Duration (ms)</source>
        <translation>时长 (ms)</translation>
    </message>
    <message>
        <source>E&amp;dit step…</source>
        <translation>编辑步骤(&amp;D)…</translation>
    </message>
    <message>
        <source>Each layer is one box</source>
        <translation>每一层是一个方框</translation>
    </message>
    <message>
        <source>Each line that can wait has a switch; if it is on, the program waits there.</source>
        <translation>可能等待的行带有开关；开启表示程序在那里等待。</translation>
    </message>
    <message>
        <source>Each operation is one box</source>
        <translation>每个操作是一个方框</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>移到更早</translation>
    </message>
    <message>
        <source>Earlier runs</source>
        <translation>较早的运行</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Edits are lost when the window closes: save the program to a file elsewhere.</source>
        <translation>关闭窗口后修改将会丢失：请将程序保存到其他位置的文件。</translation>
    </message>
    <message>
        <source>Elementwise</source>
        <translation>逐元素</translation>
    </message>
    <message>
        <source>Elementwise operations</source>
        <translation>逐元素操作</translation>
    </message>
    <message>
        <source>Elsewhere %1 takes %2 longer.</source>
        <translation>在别处 %1 多用 %2。</translation>
    </message>
    <message>
        <source>End the lesson</source>
        <translation>结束课程</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Equally long</source>
        <translation>一样长</translation>
    </message>
    <message>
        <source>Equally long in total, not in each benchmark</source>
        <translation>总时间一样长，各基准测试并非如此</translation>
    </message>
    <message>
        <source>Equally long in total, not in the benchmark</source>
        <translation>总时间一样长，基准测试并非如此</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>Esc leaves the stage</source>
        <translation>按 Esc 离开讲台布局</translation>
    </message>
    <message>
        <source>Every block in use at the peak or at the playhead, and why</source>
        <translation>峰值处或播放头处的每个内存块，以及它为何在使用中</translation>
    </message>
    <message>
        <source>Every operation and dependency as text for Graphviz</source>
        <translation>所有操作和依赖，作为 Graphviz 的文本</translation>
    </message>
    <message>
        <source>Every operation is a node, up to 1000</source>
        <translation>每个操作一个节点，最多 1000 个</translation>
    </message>
    <message>
        <source>Everything at 100 %</source>
        <translation>一切恢复原大小</translation>
    </message>
    <message>
        <source>Everything larger, up to 200 %</source>
        <translation>一切放大，最大 200 %</translation>
    </message>
    <message>
        <source>Everything smaller, down to 80 %</source>
        <translation>一切缩小，最小 80 %</translation>
    </message>
    <message>
        <source>Export figure</source>
        <translation>导出图片</translation>
    </message>
    <message>
        <source>Export the graph as a figure: SVG, PDF or PNG</source>
        <translation>将计算图导出为图片：SVG、PDF 或 PNG</translation>
    </message>
    <message>
        <source>Export the plot</source>
        <translation>导出图表</translation>
    </message>
    <message>
        <source>Export the plot…</source>
        <translation>导出图表…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Exposed communication</source>
        <translation>未被隐藏的通信</translation>
    </message>
    <message>
        <source>F&amp;ind a program</source>
        <translation>查找程序(&amp;I)</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Fewer products</source>
        <translation>减少乘积</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Figures (*.svg *.pdf *.png)</source>
        <translation>图片 (*.svg *.pdf *.png)</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>File with one computer a line, this one first</source>
        <translation>每行一台计算机的文件，本机写在第一行</translation>
    </message>
    <message>
        <source>Filter the chapter by a word</source>
        <translation>按词筛选本章</translation>
    </message>
    <message>
        <source>Find &amp;text or operation</source>
        <translation>查找文本或操作(&amp;T)</translation>
    </message>
    <message>
        <source>Find a &amp;lane…</source>
        <translation>查找通道(&amp;L)…</translation>
    </message>
    <message>
        <source>Find a command</source>
        <translation>查找命令</translation>
    </message>
    <message>
        <source>Find a command by name</source>
        <translation>按名称查找命令</translation>
    </message>
    <message>
        <source>Find a program</source>
        <translation>查找程序</translation>
    </message>
    <message>
        <source>Find an operation</source>
        <translation>查找操作</translation>
    </message>
    <message>
        <source>Find in the graph</source>
        <translation>在图中查找</translation>
    </message>
    <message>
        <source>Find in the graph (/)</source>
        <translation>在图中查找 (/)</translation>
    </message>
    <message>
        <source>Find in the listing</source>
        <translation>在程序中查找</translation>
    </message>
    <message>
        <source>Find in the timeline</source>
        <translation>在时间线中查找</translation>
    </message>
    <message>
        <source>Find text in the listing; elsewhere an operation by result, operator, statement, device or line</source>
        <translation>在程序中查找文本；在其他位置按结果、运算符、语句、设备或行号查找操作</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>First arrival</source>
        <translation>最先到达</translation>
    </message>
    <message>
        <source>First operation of the selected rank</source>
        <translation>所选 rank 的第一个操作</translation>
    </message>
    <message>
        <source>First:</source>
        <translation>首先：</translation>
    </message>
    <message>
        <source>Flip or choose non_blocking, pinned memory, the stream or the device of the line</source>
        <translation>切换或选择该行的 non_blocking、锁页内存、流或设备</translation>
    </message>
    <message>
        <source>Flip the wait under the pointer</source>
        <translation>切换指针下的等待</translation>
    </message>
    <message>
        <source>Follow the live run</source>
        <translation>跟随实时运行</translation>
    </message>
    <message>
        <source>For Perfetto and chrome://tracing</source>
        <translation>用于 Perfetto 和 chrome://tracing</translation>
    </message>
    <message>
        <source>For the &amp;presenter</source>
        <translation>供讲授者(&amp;P)</translation>
    </message>
    <message>
        <source>Formats</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Forward, backward, update; else functions, computing and copying</source>
        <translation>前向、反向、更新；否则为函数、计算与复制</translation>
    </message>
    <message>
        <source>From start to end</source>
        <translation>从开始到结束</translation>
    </message>
    <message>
        <source>From the first stopwatch to the end. Drag the bar or type a number.</source>
        <translation>从第一个计时开始到结束。拖动条形或输入；然后查看。</translation>
    </message>
    <message>
        <source>From – to</source>
        <translation>起止</translation>
    </message>
    <message>
        <source>Frontend</source>
        <translation>前端</translation>
    </message>
    <message>
        <source>Full screen, for a projector</source>
        <translation>占满整个屏幕，用于投影</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>GPU 0 and 1 are one, shared, no speed-up possible</source>
        <translation>GPU 0 和 1 是同一块共享的 GPU，无法加速</translation>
    </message>
    <message>
        <source>Gain</source>
        <translation>增益</translation>
    </message>
    <message>
        <source>Go to a consumer</source>
        <translation>转到使用者</translation>
    </message>
    <message>
        <source>Go to a lane of the timeline by its name</source>
        <translation>按名称转到时间线的通道</translation>
    </message>
    <message>
        <source>Go to a producer</source>
        <translation>转到产生者</translation>
    </message>
    <message>
        <source>Go to a saved view</source>
        <translation>转到保存的视图</translation>
    </message>
    <message>
        <source>Go to this lane</source>
        <translation>转到这条通道</translation>
    </message>
    <message>
        <source>Go to view %1</source>
        <translation>转到视图 %1</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>计算图</translation>
    </message>
    <message>
        <source>Graph and inspector</source>
        <translation>计算图和检查器</translation>
    </message>
    <message>
        <source>Graph in a separate window</source>
        <translation>在单独的窗口中显示计算图</translation>
    </message>
    <message>
        <source>Graph of %1. %2.</source>
        <translation>%1 的计算图。%2。</translation>
    </message>
    <message>
        <source>Graphviz (*.dot *.gv)</source>
        <translation>Graphviz (*.dot *.gv)</translation>
    </message>
    <message>
        <source>Grayscale</source>
        <translation>灰度</translation>
    </message>
    <message>
        <source>Group similar operations of the graph</source>
        <translation>合并图中相似的操作</translation>
    </message>
    <message>
        <source>Group the graph by device</source>
        <translation>按设备给图分组</translation>
    </message>
    <message>
        <source>Group the graph by layer</source>
        <translation>按层给图分组</translation>
    </message>
    <message>
        <source>Group the graph by phase</source>
        <translation>按阶段给图分组</translation>
    </message>
    <message>
        <source>Grouping of the graph</source>
        <translation>图的分组</translation>
    </message>
    <message>
        <source>Half height: one works; full height: two or more</source>
        <translation>半高：一个在工作；全高：两个或更多</translation>
    </message>
    <message>
        <source>Height in pixels</source>
        <translation>高度（像素）</translation>
    </message>
    <message>
        <source>Held-out program</source>
        <translation>留出的程序</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Hidden behind others</source>
        <translation>被其他操作掩盖</translation>
    </message>
    <message>
        <source>Hidden communication</source>
        <translation>被隐藏的通信</translation>
    </message>
    <message>
        <source>Hidden until your guess is in.</source>
        <translation>在您给出猜测之前隐藏。</translation>
    </message>
    <message>
        <source>Hide results until a &amp;guess</source>
        <translation>先猜测再显示结果(&amp;G)</translation>
    </message>
    <message>
        <source>Host memory</source>
        <translation>主机内存</translation>
    </message>
    <message>
        <source>Host pages</source>
        <translation>主机分页</translation>
    </message>
    <message>
        <source>Host work</source>
        <translation>主机工作</translation>
    </message>
    <message>
        <source>How far the graph is opened</source>
        <translation>计算图展开到哪一级</translation>
    </message>
    <message>
        <source>How late each rank is, median of the steps.</source>
        <translation>各 rank 迟到的时间，取各步的中位数。</translation>
    </message>
    <message>
        <source>How long will it take? %1</source>
        <translation>需要多久？%1</translation>
    </message>
    <message>
        <source>How many ranks are how late</source>
        <translation>各迟到程度的 rank 数量</translation>
    </message>
    <message>
        <source>Idle lanes</source>
        <translation>空闲通道</translation>
    </message>
    <message>
        <source>Idle time of %1</source>
        <translation>%1 的空闲时间</translation>
    </message>
    <message>
        <source>Idle time, all %1</source>
        <translation>空闲时间，%1 全部</translation>
    </message>
    <message>
        <source>Idle time, both</source>
        <translation>空闲时间，两者</translation>
    </message>
    <message>
        <source>If empty, the suggestions for any program are used.</source>
        <translation>若留空，则显示对任何程序都能做的事。</translation>
    </message>
    <message>
        <source>If empty, the summary is used.</source>
        <translation>若留空，则显示课程内容。</translation>
    </message>
    <message>
        <source>Imported trace</source>
        <translation>导入的跟踪</translation>
    </message>
    <message>
        <source>In %1 it starts after %2.</source>
        <translation>在 %1 中它在 %2 之后开始。</translation>
    </message>
    <message>
        <source>In %1 line %2 waits until %3 has finished, and the time counts that. In %4 nothing waits for it.</source>
        <translation>在 %1 中，第 %2 行等待 %3 完成，计时包含这段时间。在 %4 中没有什么等待它。</translation>
    </message>
    <message>
        <source>In %1 operations wait longer for others than in %2.</source>
        <translation>%1 的操作等待其他操作的时间比 %2 长。</translation>
    </message>
    <message>
        <source>In %1, %2 needed %3 first and started after %4.</source>
        <translation>在 %1 中，%2 先需要 %3，在 %4 之后开始。</translation>
    </message>
    <message>
        <source>In %1, %2 waited behind %3 for the copy engine and started after %4.</source>
        <translation>在 %1 中，%2 在复制引擎上排在 %3 之后，在 %4 之后开始。</translation>
    </message>
    <message>
        <source>In %1, %2 waited behind %3 for the worker and started after %4.</source>
        <translation>在 %1 中，%2 在工作线程上排在 %3 之后，在 %4 之后开始。</translation>
    </message>
    <message>
        <source>In %1, %2 waited behind %3 in its stream and started after %4.</source>
        <translation>在 %1 中，%2 在其流中排在 %3 之后，在 %4 之后开始。</translation>
    </message>
    <message>
        <source>In %1, %2 waited behind %3, which used what it needs, and started after %4.</source>
        <translation>在 %1 中，%2 排在占用其所需资源的 %3 之后，在 %4 之后开始。</translation>
    </message>
    <message>
        <source>In %1, %2 works for %3 of the time for which it is idle in %4.</source>
        <translation>在 %1 中，%2 在 %4 中空闲的时间里工作了 %3。</translation>
    </message>
    <message>
        <source>In %1, exposed communication takes %2, in %3 %4.</source>
        <translation>在 %1 中，未被隐藏的通信耗时 %2，在 %3 中为 %4。</translation>
    </message>
    <message>
        <source>In %1, line %2 delayed issuing %3 until %4 had finished.</source>
        <translation>在 %1 中，第 %2 行使程序在 %4 完成之前不能提交 %3。</translation>
    </message>
    <message>
        <source>In %1, line %2 delays the program %3 times before it issues more work, longest before %4.</source>
        <translation>在 %1 中，第 %2 行让程序停留 %3 次才继续提交，最长在 %4 之前。</translation>
    </message>
    <message>
        <source>In %1, ranks wait %2 for late ranks, in %3 %4.</source>
        <translation>在 %1 中，各 rank 等待迟到的 rank 共 %2，在 %3 中为 %4。</translation>
    </message>
    <message>
        <source>In return, the program's thread takes %1 longer in %2.</source>
        <translation>相应地，程序自身的线程在 %2 中多用 %1。</translation>
    </message>
    <message>
        <source>In the warm-up</source>
        <translation>预热中</translation>
    </message>
    <message>
        <source>Input ready</source>
        <translation>输入就绪</translation>
    </message>
    <message>
        <source>Insert %1 after line %2. Click, or F2 on the line.</source>
        <translation>在第 %2 行之后插入 %1。单击，或在该行按 F2。</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Instant</source>
        <translation>即时</translation>
    </message>
    <message>
        <source>Issued</source>
        <translation>提交</translation>
    </message>
    <message>
        <source>Issued (ms)</source>
        <translation>提交 (ms)</translation>
    </message>
    <message>
        <source>Issued, ready</source>
        <translation>提交并就绪</translation>
    </message>
    <message>
        <source>Issuing is slower than computing, so the program is what limits it.</source>
        <translation>提交比计算慢，所以限制它的是程序。</translation>
    </message>
    <message>
        <source>It contains no dependencies: arrows show the order within streams.</source>
        <translation>它没有说明谁需要谁的结果：箭头表示流内的顺序。</translation>
    </message>
    <message>
        <source>It contains no memory records.</source>
        <translation>它没有内存信息。</translation>
    </message>
    <message>
        <source>It contains no waits of the program.</source>
        <translation>它不含程序的等待。</translation>
    </message>
    <message>
        <source>It depends on %1, which failed, so its result would be meaningless.</source>
        <translation>它依赖于失败的 %1；它自己的结果没有意义。</translation>
    </message>
    <message numerus="yes">
        <source>It has %n steps.</source>
        <translation>
            <numerusform>它有 %n 步。</numerusform>
        </translation>
    </message>
    <message>
        <source>It has not run yet. Read it, then run it.</source>
        <translation>还没有运行其中任何内容。先读一读，再运行。</translation>
    </message>
    <message>
        <source>It is valid if every operation takes the same time as in this run, and its result is waited for.</source>
        <translation>前提是每个操作耗时不变，并且程序等待其结果。</translation>
    </message>
    <message>
        <source>It needs no input, but </source>
        <translation>它不需要输入，但</translation>
    </message>
    <message>
        <source>It started at %1. This trace does not record dependencies.</source>
        <translation>它在 %1 开始。此跟踪没有记录依赖关系。</translation>
    </message>
    <message>
        <source>It starts at %1. This trace does not record dependencies.</source>
        <translation>它在 %1 开始。此跟踪没有记录依赖关系。</translation>
    </message>
    <message>
        <source>It still runs on this computer. This program runs after it; the bar on top can stop it.</source>
        <translation>它仍在本机上运行。之后才运行此程序；可以在顶部栏中停止它。</translation>
    </message>
    <message>
        <source>It waited for %1, which finished at %2, and then started at once.</source>
        <translation>它必须等待 %1，后者在 %2 完成；随后它立即开始。</translation>
    </message>
    <message>
        <source>It waited for %1, which finished at %2. It started %3 later.</source>
        <translation>它等待 %1（%2 完成），又过了 %3 才开始。</translation>
    </message>
    <message>
        <source>It waits in the engine's queue for what it depends on.</source>
        <translation>它在引擎的队列里等待所依赖的操作。</translation>
    </message>
    <message>
        <source>It waits longest for `%1` on %2, which finishes at %3. This is the time of the work, not of the wait.</source>
        <translation>它最后等待的是 %2 上的 `%1`，于 %3 完成。这是工作的时间，不是等待的时间。</translation>
    </message>
    <message>
        <source>It was issued, but </source>
        <translation>它已经提交，但</translation>
    </message>
    <message>
        <source>It was ready at %1 and started at %2; the trace does not record what it waited for.</source>
        <translation>它在 %1 就绪，在 %2 开始；记录没有说明它在等什么。</translation>
    </message>
    <message>
        <source>It was recorded by another program: there is no listing to flip waits in, and it cannot be run again.</source>
        <translation>它由其他程序记录：没有可切换等待的程序，也不能再次运行。</translation>
    </message>
    <message>
        <source>Its file cannot be read: %1</source>
        <translation>无法读取其文件：%1</translation>
    </message>
    <message>
        <source>Its input %1 is not computed until %2.</source>
        <translation>它的输入 %1 尚未计算；要到 %2 才算完。</translation>
    </message>
    <message>
        <source>Keep as before</source>
        <translation>保留作为“之前”</translation>
    </message>
    <message>
        <source>Keep fewer results</source>
        <translation>少保留结果</translation>
    </message>
    <message>
        <source>Keep it with B, change a wait, a parameter or the machine, run, and compare again.</source>
        <translation>用 B 保留它，改变一个等待、参数或机器，运行，然后再对比。</translation>
    </message>
    <message>
        <source>Keep only those results of line %1 that a later line reads, or copy them to host memory: `.as_in_ctx(npx.cpu())`.</source>
        <translation>第 %1 行的结果只保留后面会读取的，或者把它们复制到主机内存：`.as_in_ctx(npx.cpu())`。</translation>
    </message>
    <message>
        <source>Keep only those results of line %1 that a later line reads, or copy them to host memory: `.cpu()`.</source>
        <translation>第 %1 行的结果只保留后面会读取的，或者把它们复制到主机内存：`.cpu()`。</translation>
    </message>
    <message>
        <source>Keep this run as &amp;before</source>
        <translation>把这次运行保留为“之前”(&amp;B)</translation>
    </message>
    <message>
        <source>Kept as before: %1</source>
        <translation>已保留为“之前”：%1</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>图例</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>Keys and gestures</source>
        <translation>按键和手势</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>La&amp;rger</source>
        <translation>放大(&amp;R)</translation>
    </message>
    <message>
        <source>Labels of 14 pt and larger lanes, for a lecture hall</source>
        <translation>14 pt 的标签和更大的通道，用于讲堂</translation>
    </message>
    <message>
        <source>Lane</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>Lane above</source>
        <translation>上一通道</translation>
    </message>
    <message>
        <source>Lane below</source>
        <translation>下一通道</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Language and appearance</source>
        <translation>语言和外观</translation>
    </message>
    <message>
        <source>Language, appearance, motion, size and keys</source>
        <translation>语言、外观、动态效果、大小和按键</translation>
    </message>
    <message>
        <source>Last arrival</source>
        <translation>最后到达</translation>
    </message>
    <message>
        <source>Last in</source>
        <translation>最后到达</translation>
    </message>
    <message>
        <source>Last read</source>
        <translation>最后读取</translation>
    </message>
    <message>
        <source>Late</source>
        <translation>迟到</translation>
    </message>
    <message>
        <source>Lateness</source>
        <translation>迟到</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>移到更晚</translation>
    </message>
    <message>
        <source>Later runs show what changed since; press again to discard it</source>
        <translation>之后的运行显示有何变化；再按一次则放弃</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Legend</source>
        <translation>图例</translation>
    </message>
    <message>
        <source>Lengths are not compared</source>
        <translation>不比较时长</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Lesson: %1</source>
        <translation>课程：%1</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Lessons (*%1 *.lesson);;All files (*)</source>
        <translation>课程 (*%1 *.lesson);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Lessons (*%1)</source>
        <translation>课程 (*%1)</translation>
    </message>
    <message>
        <source>Levers of line %1: %2</source>
        <translation>第 %1 行的控制项：%2</translation>
    </message>
    <message>
        <source>Lifetime of the operation</source>
        <translation>操作的一生</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Line %1 does not wait: its wait is off. Click, or F2 on the line, to switch it on.</source>
        <translation>第 %1 行不等待：其等待已关闭。单击，或在该行按 F2，可开启。</translation>
    </message>
    <message>
        <source>Line %1 is not Python: %2</source>
        <translation>第 %1 行不是 Python：%2</translation>
    </message>
    <message>
        <source>Line %1 off</source>
        <translation>第 %1 行关闭</translation>
    </message>
    <message>
        <source>Line %1 on</source>
        <translation>第 %1 行开启</translation>
    </message>
    <message>
        <source>Line %1 only in A: %2</source>
        <translation>第 %1 行只在 A：%2</translation>
    </message>
    <message>
        <source>Line %1 only in B: %2</source>
        <translation>第 %1 行只在 B：%2</translation>
    </message>
    <message>
        <source>Line %1 reads %2 in A, %3 in B</source>
        <translation>第 %1 行 A 为 %2，B 为 %3</translation>
    </message>
    <message>
        <source>Line %1 waits %2 times in %3</source>
        <translation>第 %1 行在 %3 中等待 %2 次</translation>
    </message>
    <message>
        <source>Line %1 waits here. Click, or F2 on the line, to switch the wait off.</source>
        <translation>第 %1 行在此等待。单击，或在该行按 F2，可关闭此等待。</translation>
    </message>
    <message>
        <source>Line %1 waits in %2</source>
        <translation>第 %1 行在 %2 中等待</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>Line %1: %2 %3 → %4</source>
        <translation>第 %1 行：%2 %3 → %4</translation>
    </message>
    <message>
        <source>Line %1: %2 off</source>
        <translation>第 %1 行：%2 关</translation>
    </message>
    <message>
        <source>Line %1: %2 on</source>
        <translation>第 %1 行：%2 开</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>Link %1</source>
        <translation>链路 %1</translation>
    </message>
    <message>
        <source>Link bandwidth</source>
        <translation>链路带宽</translation>
    </message>
    <message>
        <source>Link use</source>
        <translation>链路使用率</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>Listing</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Listing beside timeline and nothing else, large, for a lecture; Esc leaves</source>
        <translation>讲课用：只放大显示程序和时间线；按 Esc 离开</translation>
    </message>
    <message>
        <source>Listing edited</source>
        <translation>代码已编辑</translation>
    </message>
    <message>
        <source>Live batches</source>
        <translation>存活的批量</translation>
    </message>
    <message>
        <source>Logarithmic scale</source>
        <translation>对数刻度</translation>
    </message>
    <message>
        <source>Longer</source>
        <translation>变长</translation>
    </message>
    <message>
        <source>Longest dependency chain</source>
        <translation>最长依赖链</translation>
    </message>
    <message>
        <source>Lost per step</source>
        <translation>每步损失</translation>
    </message>
    <message>
        <source>Lower bounds of a step, mean over all steps: if every rank arrived with the median one, and if no transfer had to be waited for. The line is its actual length, %1.</source>
        <translation>一步时间的下界（所有步的平均）：假如每个 rank 都与中位 rank 同时到达；假如不必等待任何传输。竖线是实际长度 %1。</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Machine: %1</source>
        <translation>机器：%1</translation>
    </message>
    <message>
        <source>Machines (*.json)</source>
        <translation>机器 (*.json)</translation>
    </message>
    <message>
        <source>Machines (*.json);;All files (*)</source>
        <translation>机器 (*.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Machines: %1.</source>
        <translation>机器：%1。</translation>
    </message>
    <message>
        <source>Magnified start</source>
        <translation>放大开头</translation>
    </message>
    <message>
        <source>Makespan</source>
        <translation>总耗时</translation>
    </message>
    <message>
        <source>Makespan, whole run</source>
        <translation>总耗时（整个运行）</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>缩略图</translation>
    </message>
    <message>
        <source>Map of the graph</source>
        <translation>计算图的缩略图</translation>
    </message>
    <message>
        <source>Match before</source>
        <translation>上一个匹配</translation>
    </message>
    <message>
        <source>Mean of %1 of the profiler's steps, %2 operations each, identified by their names and ranges.</source>
        <translation>分析器的 %1 步的平均值，每步 %2 个操作，按名称和区间识别。</translation>
    </message>
    <message>
        <source>Mean step</source>
        <translation>平均每步</translation>
    </message>
    <message>
        <source>Meanwhile %1 computes %2</source>
        <translation>同时 %1 在计算 %2</translation>
    </message>
    <message>
        <source>Meanwhile %1 copies %2</source>
        <translation>同时 %1 在复制 %2</translation>
    </message>
    <message>
        <source>Measure the listing five times on this computer: times are medians with quartiles</source>
        <translation>在这台计算机上测量程序五次：时间为中位数和四分位数</translation>
    </message>
    <message>
        <source>Measure the selection</source>
        <translation>测量选中项</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Measured on %1.</source>
        <translation>在 %1 上实测。</translation>
    </message>
    <message>
        <source>Measured on this computer.</source>
        <translation>在本机上实测。</translation>
    </message>
    <message>
        <source>Measures</source>
        <translation>度量</translation>
    </message>
    <message>
        <source>Measures processor, memory and GPUs, and the cost of issuing operations, in less than a minute. The result is a virtual machine that predicts this computer. Other running programs make every time too long; close them first.</source>
        <translation>测量处理器、内存和 GPU，以及提交操作的代价：不到一分钟。结果是一台预测这台计算机的虚拟机。其他正在运行的程序会使每个时间偏长，请先结束它们。</translation>
    </message>
    <message>
        <source>Measures this computer and makes a virtual machine of it</source>
        <translation>测量这台计算机，并据此生成一台虚拟机</translation>
    </message>
    <message>
        <source>Median over the steps: its arrival after that of the median rank, of two ranks after the other's. Of equal ranks, the latest</source>
        <translation>各步的中位数：它比中位 rank 晚到的时间；只有两个 rank 时为比另一个晚到的时间。相同的 rank 取最晚者</translation>
    </message>
    <message>
        <source>Median, quartiles</source>
        <translation>中位数、四分位数</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Memory in &amp;use</source>
        <translation>使用中的内存(&amp;A)</translation>
    </message>
    <message>
        <source>Memory in use, and why</source>
        <translation>使用中的内存及原因</translation>
    </message>
    <message>
        <source>Memory over time of %1. %2.</source>
        <translation>%1 的内存随时间变化。%2。</translation>
    </message>
    <message>
        <source>Memory, as modelled on %1</source>
        <translation>内存（在 %1 上建模）</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>Model of this computer with one additional simulated GPU</source>
        <translation>这台计算机的模型，另加一块模拟 GPU</translation>
    </message>
    <message>
        <source>Moment</source>
        <translation>时刻</translation>
    </message>
    <message>
        <source>More GPUs</source>
        <translation>更多 GPU</translation>
    </message>
    <message>
        <source>Move the focus to the next pane</source>
        <translation>把键盘焦点移到下一个窗格</translation>
    </message>
    <message>
        <source>Move the focus to the previous pane</source>
        <translation>把键盘焦点移到上一个窗格</translation>
    </message>
    <message>
        <source>Move the playhead to the next start or end</source>
        <translation>把播放头移到下一个开始或结束</translation>
    </message>
    <message>
        <source>Move the playhead to the next wait of the program</source>
        <translation>将播放头移到程序的下一次等待</translation>
    </message>
    <message>
        <source>Move the playhead to the previous start or end</source>
        <translation>把播放头移到上一个开始或结束</translation>
    </message>
    <message>
        <source>Move the playhead to the previous wait</source>
        <translation>将播放头移到上一次等待</translation>
    </message>
    <message>
        <source>Move the playhead to the start</source>
        <translation>播放头回到起点</translation>
    </message>
    <message>
        <source>Move this step down</source>
        <translation>把此步骤移到后一步之后</translation>
    </message>
    <message>
        <source>Move this step up</source>
        <translation>把此步骤移到前一步之前</translation>
    </message>
    <message>
        <source>N  rounds</source>
        <translation>N  轮数</translation>
    </message>
    <message>
        <source>N (t₁ + t₂ + t₃)</source>
        <translation>N (t₁ + t₂ + t₃)</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Name and endin&amp;g…</source>
        <translation>名称和结尾(&amp;G)…</translation>
    </message>
    <message>
        <source>Name this run (F2)</source>
        <translation>为此运行命名（F2）</translation>
    </message>
    <message>
        <source>Ne&amp;xt wait</source>
        <translation>下一个等待(&amp;X)</translation>
    </message>
    <message>
        <source>Needs an earlier run: keep this one as “before”</source>
        <translation>需要一次可对照的运行：把这次保留为“之前”</translation>
    </message>
    <message>
        <source>Net</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>New program</source>
        <translation>新程序</translation>
    </message>
    <message>
        <source>New program %1</source>
        <translation>新程序 %1</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Next lesson</source>
        <translation>下一课</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>下一个匹配</translation>
    </message>
    <message>
        <source>Next operation of the lane</source>
        <translation>通道中的下一个操作</translation>
    </message>
    <message>
        <source>Next view</source>
        <translation>下一个视图</translation>
    </message>
    <message>
        <source>No GPU was added</source>
        <translation>没有添加 GPU</translation>
    </message>
    <message>
        <source>No box selected</source>
        <translation>未选中方框</translation>
    </message>
    <message>
        <source>No difference that one run shows</source>
        <translation>一次运行看不出差别</translation>
    </message>
    <message>
        <source>No difference that this machine shows</source>
        <translation>这台机器看不出差别</translation>
    </message>
    <message>
        <source>No edge joins the %1 parts, so they may run together.</source>
        <translation>这 %1 部分之间没有边，所以可以一起运行。</translation>
    </message>
    <message>
        <source>No edge joins the two halves, but the program waits between them, on line %1.</source>
        <translation>两半之间没有边，但程序在它们之间的第 %1 行等待。</translation>
    </message>
    <message>
        <source>No edge joins the two halves, so they may run together.</source>
        <translation>两半之间没有边，所以可以一起运行。</translation>
    </message>
    <message>
        <source>No edge leads from one of the %1 operations to another: only the queue of the device orders them.</source>
        <translation>这 %1 个操作之间没有边：只有设备的队列给它们排序。</translation>
    </message>
    <message>
        <source>No lane is busy here</source>
        <translation>此处没有任何工作</translation>
    </message>
    <message>
        <source>No memory was recorded</source>
        <translation>没有记录内存</translation>
    </message>
    <message>
        <source>No memory was recorded in this run.</source>
        <translation>这次运行没有记录内存。</translation>
    </message>
    <message>
        <source>No notes on this step.</source>
        <translation>这一步没有备注。</translation>
    </message>
    <message>
        <source>No operations were issued here. Run the program, or choose another part in the box above.</source>
        <translation>这里没有派发操作。请运行程序，或在上方的框中选择另一部分。</translation>
    </message>
    <message>
        <source>No operations yet. Run the program: each of its operations is listed here.</source>
        <translation>还没有操作。运行程序后，每个操作都会列在这里。</translation>
    </message>
    <message>
        <source>No program title contains this text. Esc shows all programs.</source>
        <translation>没有标题包含此文字的程序。按 Esc 显示全部程序。</translation>
    </message>
    <message>
        <source>No programs were found</source>
        <translation>没有找到程序</translation>
    </message>
    <message>
        <source>No rank is a straggler: last in at least half of the steps, at a cost of at least 5 % of them.</source>
        <translation>没有拖慢其他 rank 的 rank：这样的 rank 至少在一半的步中最后到达，并占用至少 5 % 的时间。</translation>
    </message>
    <message>
        <source>No rank late</source>
        <translation>没有 rank 迟到时</translation>
    </message>
    <message>
        <source>No run on this machine yet</source>
        <translation>这台机器上还没有运行</translation>
    </message>
    <message>
        <source>No run yet</source>
        <translation>尚未运行</translation>
    </message>
    <message>
        <source>No runs yet. Run a program: each of its runs is listed here, to open, name and compare it.</source>
        <translation>还没有运行。运行一个程序：它的每次运行都会列在这里，可以打开、命名和比较。</translation>
    </message>
    <message>
        <source>No single wait, copy or operation explains the difference.</source>
        <translation>没有哪一个等待、复制或操作能单独解释差异。</translation>
    </message>
    <message numerus="yes">
        <source>No state of the waits is faster than this one: whole run %1, the least of %n states.</source>
        <translation>
            <numerusform>等待的任何其他状态都不比当前更快：整个运行 %1，为 %n 种状态中的最小值。</numerusform>
        </translation>
    </message>
    <message>
        <source>No state of the waits makes the whole run faster than %1: %2 is busy that long.</source>
        <translation>无论等待处于何种状态，整个运行都不会快于 %1：%2 要忙这么久。</translation>
    </message>
    <message>
        <source>No state of the waits makes the whole run faster than %1: operations that depend on one another take that long.</source>
        <translation>无论等待处于何种状态，整个运行都不会快于 %1：互相依赖的操作需要这么久。</translation>
    </message>
    <message>
        <source>No state of the waits makes the whole run faster than %1: the program itself is busy that long.</source>
        <translation>无论等待处于何种状态，整个运行都不会快于 %1：程序自身要忙这么久。</translation>
    </message>
    <message>
        <source>Node %1</source>
        <translation>节点 %1</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>None of these operations is on the critical path.</source>
        <translation>这些操作均不在关键路径上。</translation>
    </message>
    <message>
        <source>Not loaded:</source>
        <translation>未加载：</translation>
    </message>
    <message>
        <source>Not started</source>
        <translation>未启动</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>注释</translation>
    </message>
    <message>
        <source>Notes on it: %1.</source>
        <translation>其上的注释：%1。</translation>
    </message>
    <message>
        <source>Notes on the timeline</source>
        <translation>时间线上的注释</translation>
    </message>
    <message>
        <source>Nothing can be stored in %1</source>
        <translation>%1 中无法保存任何内容</translation>
    </message>
    <message>
        <source>Nothing delayed it: %1 was free when the program issued it at %2.</source>
        <translation>没有什么阻碍它：程序在 %2 提交时 %1 空闲。</translation>
    </message>
    <message>
        <source>Nothing has been printed yet.</source>
        <translation>还没有打印任何内容。</translation>
    </message>
    <message>
        <source>Nothing ran here.</source>
        <translation>这里没有运行任何操作。</translation>
    </message>
    <message>
        <source>Nothing ran on a device: a model of the machine simulated the program.</source>
        <translation>这没有在任何设备上运行：是机器的模型走完了程序。</translation>
    </message>
    <message>
        <source>Nothing was printed up to this time.</source>
        <translation>到这一时刻还没有打印任何内容。</translation>
    </message>
    <message>
        <source>Nothing was written: %1</source>
        <translation>没有写入任何内容：%1</translation>
    </message>
    <message>
        <source>Nothing with this name</source>
        <translation>没有这个名称</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Number to &amp;guess</source>
        <translation>要猜的数(&amp;G)</translation>
    </message>
    <message>
        <source>Numbers come from the run: {block:NAME}, {total}, {peak:GPU 0}, {book:NAME}, {block:A / block:B}.</source>
        <translation>数值来自运行：{block:NAME}、{total}、{peak:GPU 0}、{book:NAME}、{block:A / block:B}。</translation>
    </message>
    <message>
        <source>Off: the program continues without waiting</source>
        <translation>关闭：程序不等待，继续执行</translation>
    </message>
    <message>
        <source>On: drag to measure. Off: drag to move the view</source>
        <translation>拖动测量；关闭时拖动移动视图</translation>
    </message>
    <message>
        <source>One execution of the same statement: %1 before, %2 after.</source>
        <translation>同一条语句的一次执行：之前 %1，之后 %2。</translation>
    </message>
    <message>
        <source>One less</source>
        <translation>减少一个</translation>
    </message>
    <message>
        <source>One more</source>
        <translation>增加一个</translation>
    </message>
    <message>
        <source>One node per layer of the network; without layers, one node per statement</source>
        <translation>网络的每一层一个节点；没有层时每条语句一个节点</translation>
    </message>
    <message>
        <source>One run is simulated, the other measured: see the labels of A and B.</source>
        <translation>一次运行是模拟的，另一次是实测的：见 A 和 B 的标签。</translation>
    </message>
    <message>
        <source>One run: the spread of its times is unknown, so no bound and no verdict are stated.</source>
        <translation>只运行一次：时间的波动未知，因此不给出下界和结论。</translation>
    </message>
    <message>
        <source>One run: the spread of its times is unknown, so no reason is stated.</source>
        <translation>只运行一次：时间的波动未知，因此不给出原因。</translation>
    </message>
    <message>
        <source>Only its beginning is shown. Shorten the loop, then run it again.</source>
        <translation>显示的是它的开头。请让循环早些结束，再运行一次。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open &amp;trace…</source>
        <translation>打开跟踪(&amp;T)…</translation>
    </message>
    <message>
        <source>Open a Python file or a notebook; nothing runs until you allow it</source>
        <translation>打开 Python 文件或笔记本；在您下令之前什么也不运行</translation>
    </message>
    <message>
        <source>Open another file…</source>
        <translation>打开其他文件…</translation>
    </message>
    <message>
        <source>Open lesson</source>
        <translation>打开课程</translation>
    </message>
    <message>
        <source>Open machine file</source>
        <translation>打开机器文件</translation>
    </message>
    <message>
        <source>Open machine file…</source>
        <translation>打开机器文件…</translation>
    </message>
    <message>
        <source>Open or fold memory rows that show nothing new</source>
        <translation>展开或折叠没有新内容的内存行</translation>
    </message>
    <message>
        <source>Open program</source>
        <translation>打开程序</translation>
    </message>
    <message>
        <source>Open rec&amp;ent</source>
        <translation>最近打开(&amp;E)</translation>
    </message>
    <message>
        <source>Open the graph to blocks</source>
        <translation>将计算图展开到块</translation>
    </message>
    <message>
        <source>Open the graph to layers</source>
        <translation>将计算图展开到层</translation>
    </message>
    <message>
        <source>Open the graph to operations</source>
        <translation>将计算图展开到操作</translation>
    </message>
    <message>
        <source>Open the graph to stages</source>
        <translation>将计算图展开到阶段</translation>
    </message>
    <message>
        <source>Open the graph to the net</source>
        <translation>将计算图收起为整个网络</translation>
    </message>
    <message>
        <source>Open the right pane</source>
        <translation>打开右侧窗格</translation>
    </message>
    <message>
        <source>Open to</source>
        <translation>展开到</translation>
    </message>
    <message>
        <source>Open trace</source>
        <translation>打开跟踪</translation>
    </message>
    <message>
        <source>Open trace…</source>
        <translation>打开跟踪…</translation>
    </message>
    <message>
        <source>Opened %1</source>
        <translation>已打开 %1</translation>
    </message>
    <message>
        <source>Opened files</source>
        <translation>打开的文件</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>正在打开 %1</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Operation, device, line…</source>
        <translation>操作、设备、行…</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Operations issued</source>
        <translation>已提交的操作</translation>
    </message>
    <message>
        <source>Operations of different size: %1</source>
        <translation>大小不同的操作：%1</translation>
    </message>
    <message>
        <source>Operations of the CPU</source>
        <translation>CPU 的操作</translation>
    </message>
    <message>
        <source>Operations that compute</source>
        <translation>计算操作</translation>
    </message>
    <message>
        <source>Operations that only %1 has and waits for: %2, for %3.</source>
        <translation>只有 %1 才有且要等待的操作：%2 个，共 %3。</translation>
    </message>
    <message>
        <source>Operations: %1</source>
        <translation>操作：%1</translation>
    </message>
    <message>
        <source>Operations: %1, the same on both sides</source>
        <translation>操作：%1，两边相同</translation>
    </message>
    <message>
        <source>Other programs used %1 of the cores meanwhile, so no bound and no verdict are stated.</source>
        <translation>期间其他程序占用了 %1 的核心，因此不给出下界和结论。</translation>
    </message>
    <message>
        <source>Out of memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>Out of memory at %1 number %2, line %3: it needs %4 in one block.</source>
        <translation>将在第 %2 个 %1（第 %3 行）处被拒绝：一整块 %4。</translation>
    </message>
    <message>
        <source>Out of memory at product %1, line %2: it needs %3 in one block.</source>
        <translation>将在第 %1 个乘积（第 %2 行）处被拒绝：一整块 %3。</translation>
    </message>
    <message>
        <source>Out of memory on line %1: it needs %2 in one block.</source>
        <translation>将在第 %1 行被拒绝：一整块 %2。</translation>
    </message>
    <message>
        <source>Out of memory: it needs %1 in one block.</source>
        <translation>将被拒绝：一整块 %1。</translation>
    </message>
    <message>
        <source>Output of the program</source>
        <translation>程序的输出</translation>
    </message>
    <message>
        <source>Overlaid</source>
        <translation>叠放</translation>
    </message>
    <message>
        <source>Overlap %1</source>
        <translation>Overlap %1</translation>
    </message>
    <message>
        <source>Overlap was terminated. Your changes were saved; the run of that time is lost.</source>
        <translation>Overlap 在关闭之前被终止。您的修改已保留；当时运行的内容已丢失。</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>P&amp;DF</source>
        <translation>PDF(&amp;D)</translation>
    </message>
    <message>
        <source>P&amp;ause</source>
        <translation>暂停(&amp;A)</translation>
    </message>
    <message>
        <source>P&amp;resenter view</source>
        <translation>讲授视图(&amp;R)</translation>
    </message>
    <message>
        <source>Pa&amp;ges</source>
        <translation>分页(&amp;G)</translation>
    </message>
    <message>
        <source>Pace</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Pace &amp;1×</source>
        <translation>速度 1×(&amp;1)</translation>
    </message>
    <message>
        <source>Panels</source>
        <translation>面板</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Part of the run</source>
        <translation>运行的部分</translation>
    </message>
    <message>
        <source>Part of the run that the graph shows</source>
        <translation>计算图显示的运行部分</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Pause the playhead</source>
        <translation>停住播放头</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>Peak allocated memory</source>
        <translation>已分配内存峰值</translation>
    </message>
    <message>
        <source>Perfect overlap</source>
        <translation>完全重叠时</translation>
    </message>
    <message>
        <source>Playhead %1</source>
        <translation>播放头 %1</translation>
    </message>
    <message>
        <source>Playhead %1 of %2 seconds</source>
        <translation>播放头 %1 秒，共 %2 秒</translation>
    </message>
    <message>
        <source>Playhead in %1</source>
        <translation>播放头在%1</translation>
    </message>
    <message>
        <source>Posted</source>
        <translation>提交</translation>
    </message>
    <message>
        <source>Pre&amp;ferences…</source>
        <translation>首选项(&amp;F)…</translation>
    </message>
    <message>
        <source>Pre&amp;vious pane</source>
        <translation>上一个窗格(&amp;V)</translation>
    </message>
    <message>
        <source>Pre&amp;vious wait</source>
        <translation>上一个等待(&amp;V)</translation>
    </message>
    <message>
        <source>Predict first: guess how long the program takes before it runs</source>
        <translation>先预测：猜出所需时间之前什么也不运行</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Predicted beside &amp;measured</source>
        <translation>预测与实测并列(&amp;M)</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>首选项</translation>
    </message>
    <message>
        <source>Presenter view</source>
        <translation>讲授视图</translation>
    </message>
    <message>
        <source>Presenter view: %1</source>
        <translation>讲授视图：%1</translation>
    </message>
    <message>
        <source>Press the new keys</source>
        <translation>新按键：请按下</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>Preview of the figure</source>
        <translation>图片的预览</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Previous operation of the lane</source>
        <translation>通道中的上一个操作</translation>
    </message>
    <message>
        <source>Previous view</source>
        <translation>上一个视图</translation>
    </message>
    <message>
        <source>Printed</source>
        <translation>打印值</translation>
    </message>
    <message>
        <source>Printed, first run</source>
        <translation>打印值，首次运行</translation>
    </message>
    <message>
        <source>Pro&amp;jector</source>
        <translation>投影(&amp;J)</translation>
    </message>
    <message>
        <source>Processes that run the program together on the computers of %1; mpirun starts them</source>
        <translation>在 %1 所列的计算机上一起运行该程序的进程，由 mpirun 启动</translation>
    </message>
    <message>
        <source>Processes that run the program together on this computer; mpirun starts them. The context menu chooses other computers</source>
        <translation>在本机上一起运行该程序的进程，由 mpirun 启动；右键菜单可选择其他计算机</translation>
    </message>
    <message>
        <source>Processes that run the program together, as torchrun starts them</source>
        <translation>一起运行程序的进程，就像 torchrun 启动的那样</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Program waits</source>
        <translation>程序等待</translation>
    </message>
    <message>
        <source>Program: %1</source>
        <translation>程序：%1</translation>
    </message>
    <message>
        <source>Programs (*.py *.ipynb);;Traces (*.overlap *.json *.json.gz *.sqlite);;All files (*)</source>
        <translation>程序 (*.py *.ipynb);;跟踪 (*.overlap *.json *.json.gz *.sqlite);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Programs cannot run</source>
        <translation>程序无法运行</translation>
    </message>
    <message>
        <source>Programs in files: %1. Each asks again before it runs.</source>
        <translation>文件中的程序：%1。每个在运行前都会再次询问。</translation>
    </message>
    <message>
        <source>Programs not used in the calibration</source>
        <translation>没有参与校准的程序</translation>
    </message>
    <message>
        <source>Programs of the chapter</source>
        <translation>本章的程序</translation>
    </message>
    <message>
        <source>Programs of the chapter: %1.</source>
        <translation>本章的程序：%1。</translation>
    </message>
    <message>
        <source>Progress of the calibration</source>
        <translation>校准进度</translation>
    </message>
    <message>
        <source>Projector mode</source>
        <translation>投影模式</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>Python (*.py);;Notebook (*.ipynb)</source>
        <translation>Python (*.py);;笔记本 (*.ipynb)</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>排队</translation>
    </message>
    <message>
        <source>R&amp;educed motion</source>
        <translation>减少动态效果(&amp;E)</translation>
    </message>
    <message>
        <source>R&amp;eset</source>
        <translation>复位(&amp;E)</translation>
    </message>
    <message>
        <source>RAW %1</source>
        <translation>RAW %1</translation>
    </message>
    <message>
        <source>RAW: reads what was written. WAR: overwrites what was read. WAW: overwrites what was written.</source>
        <translation>RAW：读取先前写入的。WAR：覆盖先前读取的。WAW：覆盖先前写入的。</translation>
    </message>
    <message>
        <source>Ran</source>
        <translation>执行区间</translation>
    </message>
    <message>
        <source>Ran&amp;ks by lateness</source>
        <translation>按迟到排列的 Rank(&amp;K)</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>Rank %1</translation>
    </message>
    <message>
        <source>Rank %1 of %2 · %3</source>
        <translation>%2 个 rank 中的 rank %1 · %3</translation>
    </message>
    <message>
        <source>Rank %1, mean of all steps. The mark is the median of all ranks.</source>
        <translation>rank %1，所有步的平均值。标记是所有 rank 的中位数。</translation>
    </message>
    <message>
        <source>Rank %1, mean of its late steps. The mark is the median of all ranks.</source>
        <translation>rank %1，其迟到步的平均值。标记是所有 rank 的中位数。</translation>
    </message>
    <message>
        <source>Rank, node or host</source>
        <translation>rank、节点或主机</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>rank</translation>
    </message>
    <message>
        <source>Ranks %1 to %2</source>
        <translation>Rank %1 至 %2</translation>
    </message>
    <message>
        <source>Ranks by lateness</source>
        <translation>按迟到排列的 Rank</translation>
    </message>
    <message>
        <source>Ranks wait for each other in collectives, which have no edges here. Inside a rank, edges join its own operations.</source>
        <translation>各 rank 在集合通信中互相等待，这些等待在此处没有边。边只连接同一 rank 内的操作。</translation>
    </message>
    <message>
        <source>Ranks: %1 in A, %2 in B. Their operations cannot be compared one by one.</source>
        <translation>rank 数：A 为 %1，B 为 %2。它们的操作无法逐一比较。</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>速率</translation>
    </message>
    <message>
        <source>Re&amp;move step</source>
        <translation>移除步骤(&amp;M)</translation>
    </message>
    <message>
        <source>Reads</source>
        <translation>读</translation>
    </message>
    <message>
        <source>Ready (ms)</source>
        <translation>就绪 (ms)</translation>
    </message>
    <message>
        <source>Recorded by another program: %1.</source>
        <translation>由另一个程序记录：%1。</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Released by</source>
        <translation>由此放行</translation>
    </message>
    <message>
        <source>Released by %1</source>
        <translation>由 %1 放行</translation>
    </message>
    <message>
        <source>Remove the note</source>
        <translation>移除注释</translation>
    </message>
    <message>
        <source>Remove the note that is selected; can be undone</source>
        <translation>移除选中的注释；可以撤销</translation>
    </message>
    <message>
        <source>Remove the selected runs from the list (Del)</source>
        <translation>从列表中移除所选运行（Del）</translation>
    </message>
    <message>
        <source>Remove this step from the lesson</source>
        <translation>把此步骤从课程中去掉</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Replace %1?</source>
        <translation>替换 %1？</translation>
    </message>
    <message>
        <source>Replace the file</source>
        <translation>替换该文件</translation>
    </message>
    <message>
        <source>Replay as fast as it ran</source>
        <translation>按实际速度回放</translation>
    </message>
    <message>
        <source>Replay at double speed</source>
        <translation>以两倍速度回放</translation>
    </message>
    <message>
        <source>Replay at half speed</source>
        <translation>以一半速度回放</translation>
    </message>
    <message>
        <source>Replay paused</source>
        <translation>回放已暂停</translation>
    </message>
    <message>
        <source>Replay the run, or pause it</source>
        <translation>回放运行，或停住播放头</translation>
    </message>
    <message>
        <source>Replay the whole run in 12 seconds</source>
        <translation>用 12 秒回放整个运行</translation>
    </message>
    <message>
        <source>Replay without stops</source>
        <translation>回放时不停顿</translation>
    </message>
    <message>
        <source>Replaying</source>
        <translation>正在回放</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Reset &amp;parameters</source>
        <translation>重置参数(&amp;P)</translation>
    </message>
    <message>
        <source>Restore the listing as it was opened; can be undone</source>
        <translation>恢复为打开时的程序；可以撤销</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Results are hidden</source>
        <translation>结果已隐藏</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Rows of the timeline</source>
        <translation>时间线的各行</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Run %1</source>
        <translation>运行 %1</translation>
    </message>
    <message>
        <source>Run A, %1</source>
        <translation>运行 A，%1</translation>
    </message>
    <message>
        <source>Run B, %1</source>
        <translation>运行 B，%1</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>再次运行</translation>
    </message>
    <message>
        <source>Run again and compute loss and accuracy; as Computed beside the machine</source>
        <translation>重新运行并计算损失和精度；与机器旁的“计算数值”相同</translation>
    </message>
    <message>
        <source>Run again with the settings of the run before</source>
        <translation>用之前那次运行的设置重新运行</translation>
    </message>
    <message>
        <source>Run f&amp;ive times</source>
        <translation>运行五次(&amp;I)</translation>
    </message>
    <message>
        <source>Run it</source>
        <translation>运行它</translation>
    </message>
    <message>
        <source>Run on the computers of a file…</source>
        <translation>在文件所列的计算机上运行…</translation>
    </message>
    <message>
        <source>Run on this computer</source>
        <translation>在本机上运行</translation>
    </message>
    <message>
        <source>Run the listing</source>
        <translation>运行程序</translation>
    </message>
    <message>
        <source>Run the program first.</source>
        <translation>请先运行程序。</translation>
    </message>
    <message>
        <source>Running %1 s</source>
        <translation>运行中 %1 s</translation>
    </message>
    <message numerus="yes">
        <source>Running %n processes %1 s</source>
        <translation>
            <numerusform>%n 个进程运行中 %1 s</numerusform>
        </translation>
    </message>
    <message>
        <source>Running on this computer</source>
        <translation>正在这台计算机上运行</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Runs cannot be stored in %1</source>
        <translation>%1 中无法保存运行</translation>
    </message>
    <message>
        <source>Runs since</source>
        <translation>开始运行于</translation>
    </message>
    <message>
        <source>S&amp;lower</source>
        <translation>减慢(&amp;L)</translation>
    </message>
    <message>
        <source>S&amp;maller</source>
        <translation>缩小(&amp;M)</translation>
    </message>
    <message>
        <source>S&amp;tage</source>
        <translation>讲台布局(&amp;T)</translation>
    </message>
    <message>
        <source>S&amp;tep</source>
        <translation>单步(&amp;T)</translation>
    </message>
    <message>
        <source>Same graph, edges: %1</source>
        <translation>计算图相同，边：%1</translation>
    </message>
    <message>
        <source>Same graph: no edge between its operations</source>
        <translation>计算图相同：操作之间没有边</translation>
    </message>
    <message>
        <source>Same lines of code</source>
        <translation>代码行相同</translation>
    </message>
    <message>
        <source>Same machine</source>
        <translation>机器相同</translation>
    </message>
    <message>
        <source>Same parameters</source>
        <translation>参数相同</translation>
    </message>
    <message>
        <source>Same results printed</source>
        <translation>打印的结果相同</translation>
    </message>
    <message>
        <source>Same work of each operation</source>
        <translation>每个操作的工作量相同</translation>
    </message>
    <message>
        <source>Save &amp;graph as SVG…</source>
        <translation>将图另存为 SVG(&amp;G)…</translation>
    </message>
    <message>
        <source>Save as .dot…</source>
        <translation>另存为 .dot…</translation>
    </message>
    <message>
        <source>Save as C&amp;hrome trace…</source>
        <translation>另存为 Chrome 跟踪(&amp;H)…</translation>
    </message>
    <message>
        <source>Save as Chrome trace</source>
        <translation>另存为 Chrome 跟踪</translation>
    </message>
    <message>
        <source>Save as SVG…</source>
        <translation>另存为 SVG…</translation>
    </message>
    <message>
        <source>Save as machine</source>
        <translation>另存为机器</translation>
    </message>
    <message>
        <source>Save as machine…</source>
        <translation>另存为机器…</translation>
    </message>
    <message>
        <source>Save figure</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>Save graph as .&amp;dot…</source>
        <translation>将图另存为 .dot(&amp;D)…</translation>
    </message>
    <message>
        <source>Save graph as .dot</source>
        <translation>将图另存为 .dot</translation>
    </message>
    <message>
        <source>Save graph as SVG</source>
        <translation>将图另存为 SVG</translation>
    </message>
    <message>
        <source>Save lesson</source>
        <translation>保存课程</translation>
    </message>
    <message>
        <source>Save program</source>
        <translation>保存程序</translation>
    </message>
    <message>
        <source>Save program &amp;as…</source>
        <translation>程序另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>Save the displayed graph, with its groups, as a drawing</source>
        <translation>按当前显示（含分组）将图存为矢量图</translation>
    </message>
    <message>
        <source>Save the displayed part of the run, to return to it later</source>
        <translation>正在显示的运行部分，以便返回</translation>
    </message>
    <message>
        <source>Save the lesson to a file</source>
        <translation>把课程保存到文件</translation>
    </message>
    <message>
        <source>Save the listing</source>
        <translation>按现状保存程序</translation>
    </message>
    <message>
        <source>Save the listing as a Python file or a notebook</source>
        <translation>把程序保存为 Python 文件或笔记本</translation>
    </message>
    <message>
        <source>Save the mark as a note</source>
        <translation>把标记保存为注释</translation>
    </message>
    <message>
        <source>Save this run to a file</source>
        <translation>把这次运行保存到文件</translation>
    </message>
    <message>
        <source>Save this view	Ctrl+1 … 9</source>
        <translation>保存此视图	Ctrl+1 … 9</translation>
    </message>
    <message>
        <source>Save tra&amp;ce…</source>
        <translation>保存跟踪(&amp;C)…</translation>
    </message>
    <message>
        <source>Save trace</source>
        <translation>保存跟踪</translation>
    </message>
    <message>
        <source>Save under another name…</source>
        <translation>另存为其他名称…</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>节省</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>Saved %1 in %2</source>
        <translation>已将 %1 保存到 %2</translation>
    </message>
    <message>
        <source>Saved traces can still be opened.</source>
        <translation>仍可打开保存的跟踪。</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Scale bar</source>
        <translation>比例尺</translation>
    </message>
    <message>
        <source>Scope: %1</source>
        <translation>范围：%1</translation>
    </message>
    <message>
        <source>Screen</source>
        <translation>屏幕</translation>
    </message>
    <message>
        <source>Search the graph for an operation, a device or a line</source>
        <translation>在图中搜索操作、设备或行</translation>
    </message>
    <message>
        <source>Searching for GPUs</source>
        <translation>正在查找 GPU</translation>
    </message>
    <message>
        <source>Section %1</source>
        <translation>第 %1 节</translation>
    </message>
    <message numerus="yes">
        <source>Select the %n operation(s)</source>
        <translation>
            <numerusform>选中这 %n 个操作</numerusform>
        </translation>
    </message>
    <message>
        <source>Selects the operations of the last late step that explain the delay</source>
        <translation>选中最近一个迟到步中造成延迟的操作</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>显示 %1</translation>
    </message>
    <message>
        <source>Show a saved run, or a trace of PyTorch, Chrome or Nsight Systems</source>
        <translation>显示保存的运行，或 PyTorch、Chrome、Nsight Systems 的跟踪</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Show line %1</source>
        <translation>显示第 %1 行</translation>
    </message>
    <message>
        <source>Show or hide chapter and listing</source>
        <translation>显示或隐藏章节和程序</translation>
    </message>
    <message>
        <source>Show or hide the notes on the timeline</source>
        <translation>显示或隐藏时间线上的注释</translation>
    </message>
    <message>
        <source>Show or hide the right pane</source>
        <translation>显示或隐藏右侧窗格</translation>
    </message>
    <message>
        <source>Show or hide what the program printed</source>
        <translation>显示或隐藏程序打印的内容</translation>
    </message>
    <message>
        <source>Show the answer to an open question, then the next step</source>
        <translation>先回答未答的问题，再到下一步</translation>
    </message>
    <message>
        <source>Show the answer, then the next step (Page Down)</source>
        <translation>先答案，再到下一步 (Page Down)</translation>
    </message>
    <message>
        <source>Show the result</source>
        <translation>显示结果</translation>
    </message>
    <message>
        <source>Show the result at once</source>
        <translation>立即显示结果</translation>
    </message>
    <message>
        <source>Show the saved part of the run</source>
        <translation>显示保存的运行部分</translation>
    </message>
    <message>
        <source>Show this run with its listing, waits, parameters and machine (Enter)</source>
        <translation>显示此运行及其代码、等待、参数和机器（Enter）</translation>
    </message>
    <message>
        <source>Shown in this step</source>
        <translation>现在可以看到</translation>
    </message>
    <message>
        <source>Shows what an asynchronous dependency engine does. Results of a virtual machine are simulated and say so.

GPL-3.0-or-later. With Qt, QCustomPlot, oneDNN and CPython.</source>
        <translation>展示异步依赖引擎的工作。虚拟机的结果是模拟的，并且会注明。

GPL-3.0-or-later。使用 Qt、QCustomPlot、oneDNN 和 CPython。</translation>
    </message>
    <message>
        <source>Similar operations are one node where there is no room for each</source>
        <translation>放不下时，相似的操作合为一个节点</translation>
    </message>
    <message>
        <source>Simulated on a virtual machine.</source>
        <translation>在虚拟机上模拟。</translation>
    </message>
    <message>
        <source>Simulated on a virtual machine: %1.</source>
        <translation>在虚拟机上模拟：%1。</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>Size of everything</source>
        <translation>整体大小</translation>
    </message>
    <message>
        <source>Slide 16:9</source>
        <translation>幻灯片 16:9</translation>
    </message>
    <message>
        <source>Sliders on the virtual machine: links, issuing, copy engines, streams</source>
        <translation>虚拟机上的滑块：链路、提交、复制引擎、流</translation>
    </message>
    <message>
        <source>Slow &amp;motion</source>
        <translation>慢放(&amp;M)</translation>
    </message>
    <message>
        <source>Slow motion</source>
        <translation>慢放</translation>
    </message>
    <message>
        <source>Smaller matrices</source>
        <translation>减小矩阵</translation>
    </message>
    <message>
        <source>Some ranks did not make this call.</source>
        <translation>有些 rank 没有进行这次调用。</translation>
    </message>
    <message>
        <source>Some settings could not be read</source>
        <translation>部分设置无法识别</translation>
    </message>
    <message>
        <source>Sort ranks: by similarity</source>
        <translation>rank 排序：相似的相邻</translation>
    </message>
    <message>
        <source>Sort ranks: the latest first</source>
        <translation>rank 排序：最迟的在前</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>空格</translation>
    </message>
    <message>
        <source>Span labels</source>
        <translation>操作标签</translation>
    </message>
    <message>
        <source>Speed-up</source>
        <translation>加速比</translation>
    </message>
    <message>
        <source>Stacked</source>
        <translation>上下排列</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>讲台布局</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Start (ms)</source>
        <translation>开始 (ms)</translation>
    </message>
    <message>
        <source>Start of %1</source>
        <translation>%1 开始时间</translation>
    </message>
    <message>
        <source>Start the lesson</source>
        <translation>开始课程</translation>
    </message>
    <message>
        <source>Start this lesson?</source>
        <translation>开始这堂课程？</translation>
    </message>
    <message>
        <source>Starting Python</source>
        <translation>正在启动 Python</translation>
    </message>
    <message>
        <source>Starting the GPUs</source>
        <translation>正在启动 GPU</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>正在启动…</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Statement</source>
        <translation>语句</translation>
    </message>
    <message>
        <source>Step %1 is about the program "%2", which does not exist.</source>
        <translation>第 %1 步讲的是程序“%2”，但它不存在。</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>Step &amp;back</source>
        <translation>单步后退(&amp;B)</translation>
    </message>
    <message>
        <source>Step ear&amp;lier</source>
        <translation>步骤前移(&amp;L)</translation>
    </message>
    <message>
        <source>Step la&amp;ter</source>
        <translation>步骤后移(&amp;T)</translation>
    </message>
    <message>
        <source>Step of the lesson</source>
        <translation>课程的步骤</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Steps in which the others waited longest for this rank</source>
        <translation>其他 Rank 等待它最久的步数</translation>
    </message>
    <message>
        <source>Steps: %1</source>
        <translation>步：%1</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop the replay at the current line, or at the selected operation</source>
        <translation>在当前行或所选操作处停止回放</translation>
    </message>
    <message>
        <source>Stop the run and keep what was recorded</source>
        <translation>停止运行；已记录的保留</translation>
    </message>
    <message>
        <source>Stop this run</source>
        <translation>停止此运行</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Stopped at</source>
        <translation>停止于</translation>
    </message>
    <message>
        <source>Stopped in epoch %1, batch %2</source>
        <translation>在第 %1 轮第 %2 个批量停止</translation>
    </message>
    <message>
        <source>Stopped in epoch %1, batch %2 of %3</source>
        <translation>在第 %1 轮第 %2 个批量（共 %3 个）停止</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>Stopping: a call that cannot be interrupted must end first; closing the window also ends it</source>
        <translation>正在停止：无法打断的调用必须结束；关闭窗口也会结束它</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>Streams and workers</source>
        <translation>流和工作线程</translation>
    </message>
    <message>
        <source>Sum of durations</source>
        <translation>时长之和</translation>
    </message>
    <message>
        <source>Sum of operations</source>
        <translation>各操作之和</translation>
    </message>
    <message>
        <source>Swap</source>
        <translation>交换</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>参数扫描</translation>
    </message>
    <message>
        <source>Switch</source>
        <translation>切换</translation>
    </message>
    <message>
        <source>Switch &amp;scope</source>
        <translation>切换范围(&amp;S)</translation>
    </message>
    <message>
        <source>Switch a wait, change a number or a line of this program, guess what follows, and run it.</source>
        <translation>切换一个等待，改动这个程序的一个数字或一行，先猜结果，再运行。</translation>
    </message>
    <message>
        <source>Switch between the light and the dark theme</source>
        <translation>在浅色和深色主题之间切换</translation>
    </message>
    <message>
        <source>Sync marks</source>
        <translation>同步标记</translation>
    </message>
    <message>
        <source>Text of the listing</source>
        <translation>程序中的文本</translation>
    </message>
    <message>
        <source>Text of the note</source>
        <translation>注释的文字</translation>
    </message>
    <message>
        <source>That is %1 of the difference of %2.</source>
        <translation>这占差异 %2 中的 %1。</translation>
    </message>
    <message>
        <source>The answer to the question.</source>
        <translation>问题的答案。</translation>
    </message>
    <message>
        <source>The book prints</source>
        <translation>书中打印</translation>
    </message>
    <message>
        <source>The book prints %1.</source>
        <translation>书中打印 %1。</translation>
    </message>
    <message>
        <source>The book’s machine</source>
        <translation>书中的机器</translation>
    </message>
    <message>
        <source>The changed machine could not be written to %1: %2</source>
        <translation>无法将更改后的机器写入 %1：%2</translation>
    </message>
    <message>
        <source>The chapter's programs are in the tree on the left.</source>
        <translation>本章的程序在左侧的树中。</translation>
    </message>
    <message>
        <source>The clock in %1 does not include work that nothing waits for: %2 continues for %3.</source>
        <translation>它在 %1 中的计时不包括无人等待的工作：%2 还工作 %3。</translation>
    </message>
    <message>
        <source>The clock of %1 stopped too early: %2 continues for %3, which is compared as well.</source>
        <translation>%1 停表过早：%2 还要继续 %3，这段时间也计入比较。</translation>
    </message>
    <message>
        <source>The clock stopped too early: %1. What was printed is not the time of the work.</source>
        <translation>停表过早：%1。打印的不是工作的时间。</translation>
    </message>
    <message>
        <source>The clocks of the ranks contradict each other, so it is unknown who is late.</source>
        <translation>各 rank 的时钟互相矛盾，因此无法知道谁迟到。</translation>
    </message>
    <message>
        <source>The device reported a failure; the next wait of the program raises it.</source>
        <translation>设备报告了故障；程序的下一次等待会引发它。</translation>
    </message>
    <message>
        <source>The end</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>The end: what to do &amp;next</source>
        <translation>结尾：接下来做什么(&amp;N)</translation>
    </message>
    <message>
        <source>The end: what was &amp;seen</source>
        <translation>结尾：看到了什么(&amp;S)</translation>
    </message>
    <message numerus="yes">
        <source>The fastest of %n states of the waits: whole run %1, with %2.</source>
        <translation>
            <numerusform>%n 种等待状态中最快的：整个运行 %1，%2。</numerusform>
        </translation>
    </message>
    <message>
        <source>The figure always states where its numbers come from.</source>
        <translation>数据的来源始终注在图中。</translation>
    </message>
    <message>
        <source>The figure is being drawn …</source>
        <translation>正在绘制图 …</translation>
    </message>
    <message>
        <source>The file has no records that name a program or a machine.</source>
        <translation>文件中没有指明程序或机器的记录。</translation>
    </message>
    <message>
        <source>The file of this machine cannot be read.</source>
        <translation>无法读取这台机器的文件。</translation>
    </message>
    <message>
        <source>The folder %1 cannot be created.</source>
        <translation>无法创建文件夹 %1。</translation>
    </message>
    <message>
        <source>The folder is read-only or its disk is full. Runs are lost when the window closes: save a run to a file elsewhere.</source>
        <translation>该文件夹为只读，或磁盘已满。关闭窗口后运行记录将会丢失：请将运行保存到其他位置的文件。</translation>
    </message>
    <message>
        <source>The folder resources/workloads is missing beside the program; reinstall Overlap.</source>
        <translation>程序旁缺少文件夹 resources/workloads；请重新安装 Overlap。</translation>
    </message>
    <message>
        <source>The fraction of the compared time in which two or more devices are busy, or two or more streams of the only device, in A and in B.</source>
        <translation>所比较的时间里两个或更多设备（只有一个设备时为它的流）同时工作的比例，A 和 B 各自的。</translation>
    </message>
    <message>
        <source>The fraction of the copying time in which an operation that is no copy runs.</source>
        <translation>在有复制进行的时间里，同时有非复制操作运行的比例。</translation>
    </message>
    <message>
        <source>The fraction of the time with at least one running operation in which two or more run.</source>
        <translation>在至少有一个操作运行的时间里，两个或更多操作同时运行的比例。</translation>
    </message>
    <message>
        <source>The graph was not saved</source>
        <translation>图没有保存</translation>
    </message>
    <message>
        <source>The input is ready, but at %1 the lane works on %2; its own turn comes at %3.</source>
        <translation>输入已就绪，但在 %1 通道正处理 %2；轮到它是在 %3。</translation>
    </message>
    <message>
        <source>The input is ready; its turn comes at %1.</source>
        <translation>输入已就绪；轮到它是在 %1。</translation>
    </message>
    <message>
        <source>The input was ready, but </source>
        <translation>输入已就绪，但</translation>
    </message>
    <message>
        <source>The lane that was busy longest in the scope, and for how long.</source>
        <translation>范围内工作最久的泳道，以及它工作了多久。</translation>
    </message>
    <message>
        <source>The language of the window and of figures</source>
        <translation>窗口和图片的语言</translation>
    </message>
    <message>
        <source>The largest difference from the median rank before it arrived last</source>
        <translation>它最后到达之前与中位 Rank 的最大差别</translation>
    </message>
    <message>
        <source>The last chain of operations starts late: the program issues %1 only after %2.</source>
        <translation>最后一条操作链开始得晚：程序在 %2 之后才提交 %1。</translation>
    </message>
    <message>
        <source>The lesson</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>The lesson is paused while another program is open.</source>
        <translation>您在看自己的内容，课程在等待。</translation>
    </message>
    <message>
        <source>The lesson was not saved</source>
        <translation>课程没有保存</translation>
    </message>
    <message>
        <source>The list above contains all machines; a machine file is given by its path.</source>
        <translation>上方列表中是现有的机器；机器文件请写出其路径。</translation>
    </message>
    <message>
        <source>The listing changed since this run</source>
        <translation>程序在这次运行之后改动过</translation>
    </message>
    <message>
        <source>The listing has %1; the field %2 makes it %3.</source>
        <translation>程序里是 %1；参数 %2 把它改成 %3。</translation>
    </message>
    <message>
        <source>The listing on another machine</source>
        <translation>另一台机器上的同一程序</translation>
    </message>
    <message numerus="yes">
        <source>The listing uses GPU %1, and this machine has %n GPU(s): it may stop there.</source>
        <translation>
            <numerusform>程序用到 GPU %1，而这台机器有 %n 个 GPU：程序可能在那里停下。</numerusform>
        </translation>
    </message>
    <message>
        <source>The listing with its switches and results, at the left of a slide</source>
        <translation>程序及其开关和结果，位于幻灯片左侧</translation>
    </message>
    <message>
        <source>The longest chain of operations that depend on one another, by their running times alone: no waits and no program, which the graph's critical path includes. With any number of devices, the work does not end sooner.</source>
        <translation>相互依赖的操作所构成的最长链，只计它们的运行时间；计算图的关键路径还包括等待和程序本身。无论有多少设备，工作都不会更早结束。</translation>
    </message>
    <message>
        <source>The machine of the last session is missing</source>
        <translation>上次的机器不在这里</translation>
    </message>
    <message>
        <source>The machine on which this trace was recorded</source>
        <translation>记录此跟踪的机器</translation>
    </message>
    <message>
        <source>The machine was not saved</source>
        <translation>机器没有保存</translation>
    </message>
    <message>
        <source>The makespan of A divided by the makespan of B.</source>
        <translation>A 的总耗时除以 B 的总耗时。</translation>
    </message>
    <message>
        <source>The memory that the allocator reserved: whole blocks, slightly more than the tensor needs.</source>
        <translation>分配器预留的大小：按整块计，比张量本身略多。</translation>
    </message>
    <message>
        <source>The model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>The model does not explain these times: they differ from it by more than 10 %.</source>
        <translation>模型不能解释这些时间：相差超过 10 %。</translation>
    </message>
    <message>
        <source>The model of this computer with one more GPU, as a separate machine</source>
        <translation>这台计算机的模型再加一块 GPU，作为另一台机器</translation>
    </message>
    <message>
        <source>The model runs next; both are shown on one time axis.</source>
        <translation>随后运行模型，两者显示在同一条时间轴上。</translation>
    </message>
    <message>
        <source>The name of the lesson, and the text after its last step</source>
        <translation>课程的名称，以及最后一步之后的文字</translation>
    </message>
    <message>
        <source>The net is one box</source>
        <translation>整个网络是一个方框</translation>
    </message>
    <message>
        <source>The new machine is in the list of machines.</source>
        <translation>新机器已在机器列表中。</translation>
    </message>
    <message>
        <source>The new machine is in the list of machines. Programs that were not used for the calibration were predicted with an error of at most %1.</source>
        <translation>新机器已列入机器列表。对没有参与测量的程序，预测误差最大为 %1。</translation>
    </message>
    <message>
        <source>The new machine is in the list of machines; no prediction was made to check it.</source>
        <translation>新机器已列入机器列表；没有用预测来检验它。</translation>
    </message>
    <message>
        <source>The number of the process. Neighbours are equal if none is a straggler, and how late they are, what they wait and what others wait for them differ by at most 1 % of a step</source>
        <translation>进程的编号。若相邻的 rank 都不拖慢其他 rank，且它们的迟到时间、自身的等待时间和其他 rank 等待它们的时间各相差不超过一步的 1 %，则视为相同</translation>
    </message>
    <message>
        <source>The other run could not start</source>
        <translation>另一次运行无法启动</translation>
    </message>
    <message>
        <source>The previous step</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>The previous step (Page Up)</source>
        <translation>上一步 (Page Up)</translation>
    </message>
    <message>
        <source>The program could not run on %1</source>
        <translation>程序无法在 %1 上运行</translation>
    </message>
    <message>
        <source>The program ended here; everything before is in the timeline and can be inspected.</source>
        <translation>程序在这里结束；此前的一切都保留在时间线中，可以检查。</translation>
    </message>
    <message>
        <source>The program ended with %1 on line %2.</source>
        <translation>程序在第 %2 行以 %1 结束。</translation>
    </message>
    <message>
        <source>The program ends without the error.</source>
        <translation>程序结束，不再出错。</translation>
    </message>
    <message>
        <source>The program has not issued it yet; it does so at %1.</source>
        <translation>程序还没有执行到它；它在 %1 提交。</translation>
    </message>
    <message>
        <source>The program issued it at %1. Handing it over took %2, and %3 was free by then.</source>
        <translation>程序在 %1 提交它。交付用了 %2，那时%3已空闲。</translation>
    </message>
    <message>
        <source>The program issued it at %2, when %1 was free. Handing it over took %3.</source>
        <translation>程序在 %2 提交它，当时%1空闲。交付用了 %3。</translation>
    </message>
    <message>
        <source>The program issues %1 operations %2 instead of %3</source>
        <translation>程序%2提交 %1 个操作，而不是 %3 个</translation>
    </message>
    <message>
        <source>The program issues %1 operations per batch and is busy with that nearly all the time: the devices wait for it.</source>
        <translation>程序每批提交 %1 个操作，几乎一直忙于此：设备在等它。</translation>
    </message>
    <message>
        <source>The program issues %1 operations per batch in %2 and then waits for the devices.</source>
        <translation>程序每批用 %2 提交 %1 个操作，然后等待设备。</translation>
    </message>
    <message>
        <source>The program issues %1 operations per batch in %2. It is busy nearly all the time, also with other work such as reading data: the devices wait for it.</source>
        <translation>程序每批在 %2 内提交 %1 个操作。它几乎一直在忙，也忙于读取数据等其他工作：设备在等它。</translation>
    </message>
    <message>
        <source>The program keeps %1. Memory is freed only when nothing refers to a result any more.</source>
        <translation>程序保留着%1。只有不再引用某个结果时，它的内存才会释放。</translation>
    </message>
    <message>
        <source>The program of this step, as in the lesson (Page Down)</source>
        <translation>本步骤的程序，恢复为课程中的状态 (Page Down)</translation>
    </message>
    <message>
        <source>The program on this computer and on its model, on one time axis</source>
        <translation>同一条时间轴上：程序的真实运行与在这台计算机模型上的运行</translation>
    </message>
    <message>
        <source>The program overlap-run, which measures, is missing beside this one. Install it too.</source>
        <translation>负责测量的程序 overlap-run 不在本程序旁边。请一并安装。</translation>
    </message>
    <message>
        <source>The program printed nothing. What it prints with print() appears here.</source>
        <translation>程序没有输出。用 print() 输出的内容会显示在这里。</translation>
    </message>
    <message>
        <source>The program ran in the background in every state of its waits. A run ends when its work is complete, whether the program waits for it or not.</source>
        <translation>程序已在后台以等待的每一种状态运行。无论程序是否等待，运行都在其工作完成时结束。</translation>
    </message>
    <message>
        <source>The program sees the GPUs that are checked.</source>
        <translation>程序能看到勾选的 GPU。</translation>
    </message>
    <message>
        <source>The program sets the pace: it issues %1 only after %2.</source>
        <translation>节奏由程序决定：它在 %2 之后才提交 %1。</translation>
    </message>
    <message>
        <source>The program sets the pace: no operation is on the critical path.</source>
        <translation>节奏由程序决定：关键路径上没有操作。</translation>
    </message>
    <message>
        <source>The program stopped: %1.</source>
        <translation>程序中止：%1。</translation>
    </message>
    <message>
        <source>The program waited in line %1 until %2 and issued it only then.</source>
        <translation>程序在第 %1 行一直等待到 %2，之后才提交它。</translation>
    </message>
    <message>
        <source>The program waited until %1 and issued it only then.</source>
        <translation>程序一直等待到 %1，之后才提交它。</translation>
    </message>
    <message>
        <source>The program waits</source>
        <translation>程序等待</translation>
    </message>
    <message>
        <source>The program waits here for %1</source>
        <translation>程序在这里等待 %1</translation>
    </message>
    <message>
        <source>The program waits on %1 lines.</source>
        <translation>程序在 %1 行等待。</translation>
    </message>
    <message>
        <source>The program waits on line %1.</source>
        <translation>程序在第 %1 行等待。</translation>
    </message>
    <message>
        <source>The program waits on lines %1.</source>
        <translation>程序在第 %1 行等待。</translation>
    </message>
    <message>
        <source>The program waits: %1, %2</source>
        <translation>程序等待：%1，%2</translation>
    </message>
    <message>
        <source>The program was not saved</source>
        <translation>程序没有保存</translation>
    </message>
    <message>
        <source>The program was not started</source>
        <translation>程序没有启动</translation>
    </message>
    <message>
        <source>The program's own values</source>
        <translation>程序自己的值</translation>
    </message>
    <message>
        <source>The program's pool took %1 at most; driver, context and display hold %2.</source>
        <translation>程序的内存池最多占用了 %1；驱动、上下文和显示占用 %2。</translation>
    </message>
    <message>
        <source>The program's thread takes %1 longer in %2 than in %3.</source>
        <translation>程序自身的线程在 %2 中比在 %3 中多用 %1。</translation>
    </message>
    <message>
        <source>The program's waits set the pace: it issues %1 only after %2.</source>
        <translation>程序的等待决定快慢：它在 %2 之后才提交 %1。</translation>
    </message>
    <message>
        <source>The program's work on pages sets the pace: it issues %1 only after %2.</source>
        <translation>程序对内存页的处理决定快慢：它在 %2 之后才提交 %1。</translation>
    </message>
    <message>
        <source>The program's work on pages sets the pace: no operation is on the critical path.</source>
        <translation>程序对内存页的处理决定快慢：关键路径上没有操作。</translation>
    </message>
    <message>
        <source>The programs and traces that were opened last</source>
        <translation>最近打开的程序和跟踪</translation>
    </message>
    <message>
        <source>The readable settings were loaded. A copy of the old settings could not be made.</source>
        <translation>能识别的内容已恢复。未能为旧设置制作副本。</translation>
    </message>
    <message>
        <source>The readable settings were loaded. All old settings are stored in %1.</source>
        <translation>能识别的内容已恢复。全部旧设置保存在 %1。</translation>
    </message>
    <message>
        <source>The ruler, or the selected operation, with your text</source>
        <translation>标尺或选中的操作，配上您的文字</translation>
    </message>
    <message>
        <source>The run before was stopped, so lengths are not compared.</source>
        <translation>之前的运行被停止，因此不比较时长。</translation>
    </message>
    <message>
        <source>The run to compare with</source>
        <translation>要比较的运行</translation>
    </message>
    <message>
        <source>The run took %1 and %2.</source>
        <translation>这次运行用了 %1 和 %2。</translation>
    </message>
    <message>
        <source>The run was stopped before its turn came.</source>
        <translation>轮到它之前运行已停止。</translation>
    </message>
    <message>
        <source>The run was stopped: it has too many operations to be recorded</source>
        <translation>运行已停止：太长，无法保留</translation>
    </message>
    <message>
        <source>The run, which waits every round, took %1.</source>
        <translation>每轮都等待的运行用了 %1。</translation>
    </message>
    <message>
        <source>The same waits</source>
        <translation>等待相同</translation>
    </message>
    <message>
        <source>The settings were written by another version of Overlap (%1)</source>
        <translation>这些设置由另一版本的 Overlap（%1）写入</translation>
    </message>
    <message>
        <source>The simulated GPU is modelled on your own: choose “Calibrate this computer…” first.</source>
        <translation>模拟 GPU 与自己的 GPU 相同：请先选择“校准这台计算机…”。</translation>
    </message>
    <message>
        <source>The sum of operations divided by the makespan.</source>
        <translation>各操作之和除以总耗时。</translation>
    </message>
    <message>
        <source>The sum of the running times of all operations, including those that run at the same time. An operation on several cores counts once.</source>
        <translation>所有操作的运行时间之和，同时运行的也分别计入。在多个核上运行的一个操作只计一次。</translation>
    </message>
    <message>
        <source>The time from the begin of the scope to its end, including all waits. A timed block ends when its clock has stopped and its work is complete.</source>
        <translation>从范围开始到结束的时间，包括所有等待。计时块在停表且其工作完成后才结束。</translation>
    </message>
    <message>
        <source>The time of the run before the last one, divided by the time of the last.</source>
        <translation>倒数第二次训练的时间除以最后一次的时间。</translation>
    </message>
    <message>
        <source>The timeline as a figure: SVG, PDF, PNG</source>
        <translation>把时间线导出为图片：SVG、PDF、PNG</translation>
    </message>
    <message>
        <source>The timeline as a table: lane, operation, start, duration</source>
        <translation>用文字表示的时间线：通道、操作、开始、时长</translation>
    </message>
    <message>
        <source>The trace on the screen has no listing, so it cannot be run again.</source>
        <translation>屏幕上的跟踪没有程序，因此不能再次运行。</translation>
    </message>
    <message>
        <source>The trace was not saved</source>
        <translation>跟踪没有保存</translation>
    </message>
    <message>
        <source>The variant fails: %1</source>
        <translation>该方案无法运行到底：%1</translation>
    </message>
    <message>
        <source>The virtual machine models times; numbers that the program reads are nan</source>
        <translation>虚拟机器只模拟时间；程序读到的数都是 nan</translation>
    </message>
    <message>
        <source>The wait on line %1 is off.</source>
        <translation>第 %1 行的等待已关闭。</translation>
    </message>
    <message>
        <source>The waits on lines %1 are off.</source>
        <translation>第 %1 行的等待已关闭。</translation>
    </message>
    <message>
        <source>The whole run still takes %1.</source>
        <translation>整个运行仍需 %1。</translation>
    </message>
    <message>
        <source>The words of this step</source>
        <translation>这一步的文字</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Then the next lesson: %1.</source>
        <translation>然后是下一课：%1。</translation>
    </message>
    <message>
        <source>There is no figure to copy: run the program first</source>
        <translation>没有可复制的图：请先运行程序</translation>
    </message>
    <message>
        <source>There is no listing to flip waits in, and it cannot be run again.</source>
        <translation>没有可切换等待的程序，也不能再次运行。</translation>
    </message>
    <message>
        <source>There is no machine %1</source>
        <translation>没有名为 %1 的机器</translation>
    </message>
    <message>
        <source>There is no program %1</source>
        <translation>没有程序 %1</translation>
    </message>
    <message>
        <source>There is nothing to compare yet</source>
        <translation>还没有可对比的内容</translation>
    </message>
    <message>
        <source>There is nothing to export</source>
        <translation>没有可导出的内容</translation>
    </message>
    <message>
        <source>There is nothing to save</source>
        <translation>没有可保存的内容</translation>
    </message>
    <message>
        <source>There is only one run to compare</source>
        <translation>只有一次运行可供对比</translation>
    </message>
    <message>
        <source>There was nothing to wait for: the work that it covers had already finished.</source>
        <translation>没有什么要等的：它所等待的工作已经完成。</translation>
    </message>
    <message>
        <source>These times come from a model of a measured computer. Programs that were not used for the calibration were predicted with an error of at most %1.</source>
        <translation>这些时间来自一台经过测量的计算机的模型。对没有参与测量的程序，预测误差最大为 %1。</translation>
    </message>
    <message>
        <source>These times come from the model of a machine, not from a measurement.</source>
        <translation>这些时间来自机器的模型，不是测量值。</translation>
    </message>
    <message>
        <source>These times were measured.</source>
        <translation>这些时间是实测的。</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>This computer cannot be calibrated here</source>
        <translation>无法在此校准这台计算机</translation>
    </message>
    <message>
        <source>This computer computes what the program reads: loss, accuracy, printed numbers</source>
        <translation>由本机计算程序读取的数：损失、精度、打印的数</translation>
    </message>
    <message>
        <source>This computer has not been calibrated</source>
        <translation>这台计算机尚未校准</translation>
    </message>
    <message>
        <source>This file could not be opened</source>
        <translation>无法打开这个文件</translation>
    </message>
    <message>
        <source>This is not a figure of a run; see the last line of this window.</source>
        <translation>这不是运行中的数；请看底部的一行。</translation>
    </message>
    <message>
        <source>This lesson could not be opened</source>
        <translation>无法打开这堂课程</translation>
    </message>
    <message>
        <source>This listing comes from a trace</source>
        <translation>此代码来自一个跟踪</translation>
    </message>
    <message>
        <source>This listing comes from a trace. Run it?</source>
        <translation>此代码来自一个跟踪。要运行它吗？</translation>
    </message>
    <message>
        <source>This machine cannot be changed</source>
        <translation>这台机器无法更改</translation>
    </message>
    <message>
        <source>This machine cannot be used</source>
        <translation>无法使用这台机器</translation>
    </message>
    <message>
        <source>This program comes from a file</source>
        <translation>这个程序来自文件</translation>
    </message>
    <message>
        <source>This program comes from a file (%1). Run it?</source>
        <translation>这个程序来自文件（%1）。运行它吗？</translation>
    </message>
    <message>
        <source>This run</source>
        <translation>这次运行</translation>
    </message>
    <message>
        <source>This run could not be read</source>
        <translation>无法读取此运行</translation>
    </message>
    <message>
        <source>This run has no memory records. Run a program on a GPU: what it allocates is listed here, with the reason.</source>
        <translation>这次运行没有内存记录。在 GPU 上运行程序：它分配的内存及原因会列在这里。</translation>
    </message>
    <message>
        <source>This run was stopped, so lengths are not compared.</source>
        <translation>本次运行被停止，因此不比较时长。</translation>
    </message>
    <message>
        <source>This step cannot be shown</source>
        <translation>这一步无法显示</translation>
    </message>
    <message>
        <source>This trace could not be opened</source>
        <translation>无法打开这个跟踪</translation>
    </message>
    <message>
        <source>This trace does not record dependencies: the edges show the order within streams, and where a stream waits for another.</source>
        <translation>此跟踪没有记录依赖关系：连线表示流内的顺序，以及一个流在何处等待另一个流。</translation>
    </message>
    <message>
        <source>This trace records no dependencies, so it has neither a critical path nor a verdict.</source>
        <translation>此跟踪没有记录依赖，所以既没有关键路径，也没有结论。</translation>
    </message>
    <message>
        <source>Time lost in each step</source>
        <translation>每步损失的时间</translation>
    </message>
    <message>
        <source>Time lost waiting for late ranks</source>
        <translation>等待迟到的 rank 所损失的时间</translation>
    </message>
    <message>
        <source>Time of epochs</source>
        <translation>每轮的时间</translation>
    </message>
    <message>
        <source>Time per step for which it only waited for other ranks</source>
        <translation>每一步中它只在等待其他 Rank 的时间</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Timeline of %1: %2.</source>
        <translation>%1 的时间线：%2。</translation>
    </message>
    <message>
        <source>Timeline of %1: %2. %3.</source>
        <translation>%1 的时间线：%2。%3。</translation>
    </message>
    <message>
        <source>Timeline, %1, makespan %2 seconds</source>
        <translation>时间线，%1，总耗时 %2 秒</translation>
    </message>
    <message>
        <source>Times &amp;only</source>
        <translation>只计时间(&amp;O)</translation>
    </message>
    <message>
        <source>Times counted</source>
        <translation>时间起点</translation>
    </message>
    <message>
        <source>Times on this computer are measured, so a run starts when you press Run.</source>
        <translation>本机上的时间是实测的，所以按“运行”后才开始运行。</translation>
    </message>
    <message>
        <source>Times only</source>
        <translation>只计时间</translation>
    </message>
    <message>
        <source>To start:</source>
        <translation>开始：</translation>
    </message>
    <message>
        <source>Toggle &amp;breakpoint</source>
        <translation>切换断点(&amp;B)</translation>
    </message>
    <message>
        <source>Too few runs</source>
        <translation>运行次数太少</translation>
    </message>
    <message>
        <source>Trace (*.overlap)</source>
        <translation>跟踪 (*.overlap)</translation>
    </message>
    <message>
        <source>Trace without a listing</source>
        <translation>没有程序代码的跟踪</translation>
    </message>
    <message>
        <source>Trace · %1</source>
        <translation>跟踪 · %1</translation>
    </message>
    <message>
        <source>Traces (*.overlap *.trace *.json *.json.gz *.sqlite);;All files (*)</source>
        <translation>跟踪 (*.overlap *.trace *.json *.json.gz *.sqlite);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Transfer</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>Try this</source>
        <translation>试一试</translation>
    </message>
    <message>
        <source>Turn the wait of the current line on or off, or insert one after it</source>
        <translation>开启或关闭当前行的等待，或在其后插入一个</translation>
    </message>
    <message>
        <source>Twice as fast</source>
        <translation>快一倍</translation>
    </message>
    <message>
        <source>Two or more busy</source>
        <translation>两个或更多在忙</translation>
    </message>
    <message>
        <source>Two runs are compared; keep this run as “before” and change something.</source>
        <translation>对比需要两次运行；把这次保留为“之前”，再改动一些东西。</translation>
    </message>
    <message>
        <source>Two runs on one axis, %1: %2</source>
        <translation>一条时间轴上的两次运行，%1：%2</translation>
    </message>
    <message>
        <source>Two runs on one time axis: before and now, or any two (C)</source>
        <translation>一条时间轴上的两次运行：之前和现在，或任意两次 (C)</translation>
    </message>
    <message>
        <source>Type a command</source>
        <translation>输入命令</translation>
    </message>
    <message>
        <source>Type the name of a lane</source>
        <translation>输入通道名称</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message numerus="yes">
        <source>Undo delete (%n)</source>
        <translation>
            <numerusform>撤销删除（%n）</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo the last edit, flip or parameter</source>
        <translation>撤回上一次编辑、切换或参数修改</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>改用 %1</translation>
    </message>
    <message>
        <source>Use the virtual machine</source>
        <translation>使用虚拟机</translation>
    </message>
    <message>
        <source>Use these keys</source>
        <translation>使用这些按键</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Verdict: computing decides.</source>
        <translation>结论：计算是瓶颈。</translation>
    </message>
    <message>
        <source>Verdict: copying decides.</source>
        <translation>结论：复制是瓶颈。</translation>
    </message>
    <message>
        <source>Verdict: its waits make it slow.</source>
        <translation>结论：等待使它变慢。</translation>
    </message>
    <message>
        <source>Verdict: the program sets the pace.</source>
        <translation>结论：程序（前端）决定速度。</translation>
    </message>
    <message>
        <source>Verdict: the program's work on pages of memory decides.</source>
        <translation>结论：程序对内存页的处理起决定作用。</translation>
    </message>
    <message>
        <source>Version and licence</source>
        <translation>版本和许可证</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Virtual · %1</source>
        <translation>虚拟机 · %1</translation>
    </message>
    <message>
        <source>Visible range %1</source>
        <translation>可见范围：%1</translation>
    </message>
    <message>
        <source>WAR %1</source>
        <translation>WAR %1</translation>
    </message>
    <message>
        <source>WAW %1</source>
        <translation>WAW %1</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Wait and release inside the loop: `x.mm(x).cpu()`. One product lives at a time.</source>
        <translation>在循环内等待并释放：`x.mm(x).cpu()`。每次只有一个乘积存活。</translation>
    </message>
    <message>
        <source>Wait on line %1 inserted</source>
        <translation>已插入第 %1 行的等待</translation>
    </message>
    <message>
        <source>Wait on line %1 removed</source>
        <translation>已移除第 %1 行的等待</translation>
    </message>
    <message>
        <source>Wait on line %1, %2</source>
        <translation>第 %1 行等待，%2</translation>
    </message>
    <message>
        <source>Waited %1 for %2</source>
        <translation>为 %2 等待了 %1</translation>
    </message>
    <message>
        <source>Waited (ms)</source>
        <translation>等待 (ms)</translation>
    </message>
    <message>
        <source>Waiting every round takes %1, waiting once %2: %3.</source>
        <translation>每轮等待需要 %1，只等待一次 %2：%3。</translation>
    </message>
    <message>
        <source>Waiting for %1</source>
        <translation>正在等待 %1</translation>
    </message>
    <message>
        <source>Waiting for the run on this computer</source>
        <translation>正在等待本机上的运行</translation>
    </message>
    <message>
        <source>Waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Waits and levers</source>
        <translation>等待与控制项</translation>
    </message>
    <message>
        <source>Waits for</source>
        <translation>等待对象</translation>
    </message>
    <message>
        <source>Waits of the program: %1</source>
        <translation>程序的等待：%1</translation>
    </message>
    <message>
        <source>Waits per step</source>
        <translation>每步等待</translation>
    </message>
    <message>
        <source>Waits, mean per step</source>
        <translation>等待（每步平均）</translation>
    </message>
    <message>
        <source>Ways out</source>
        <translation>解决办法</translation>
    </message>
    <message>
        <source>What consists of blocks is one box</source>
        <translation>由块组成的部分是一个方框</translation>
    </message>
    <message>
        <source>What consists of layers is one box</source>
        <translation>由层组成的部分是一个方框</translation>
    </message>
    <message>
        <source>What differs</source>
        <translation>不同之处</translation>
    </message>
    <message>
        <source>What failed?</source>
        <translation>什么失败了？</translation>
    </message>
    <message>
        <source>What follows the program's name in sys.argv; quotes keep words together</source>
        <translation>sys.argv 中程序名之后的内容；引号内的词不会分开</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>发生了什么</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>假设</translation>
    </message>
    <message>
        <source>What if the machine were different</source>
        <translation>假设机器不同</translation>
    </message>
    <message>
        <source>What if works on virtual machines; choose one in the bar above.</source>
        <translation>假设功能用于虚拟机；请在上方选择一台。</translation>
    </message>
    <message>
        <source>What is equal</source>
        <translation>相同之处</translation>
    </message>
    <message>
        <source>What is timed?</source>
        <translation>计时的是什么？</translation>
    </message>
    <message>
        <source>What it is &amp;about</source>
        <translation>课程内容(&amp;A)</translation>
    </message>
    <message>
        <source>What the class &amp;reads</source>
        <translation>课堂上读到的文字(&amp;R)</translation>
    </message>
    <message>
        <source>What the window shows now becomes a step of the lesson</source>
        <translation>窗口当前显示的内容成为课程的一步</translation>
    </message>
    <message>
        <source>What this step &amp;shows</source>
        <translation>应看到什么(&amp;S)</translation>
    </message>
    <message>
        <source>What this step shows</source>
        <translation>这里应看到什么</translation>
    </message>
    <message>
        <source>What to do next</source>
        <translation>接下来做什么</translation>
    </message>
    <message>
        <source>What was learned, and what to do next (Page Down)</source>
        <translation>学到了什么，接下来做什么 (Page Down)</translation>
    </message>
    <message>
        <source>What was learned, and what to do next.</source>
        <translation>学到了什么，接下来做什么。</translation>
    </message>
    <message>
        <source>What you have seen</source>
        <translation>您看到了什么</translation>
    </message>
    <message>
        <source>Where a batch spends its %1</source>
        <translation>一个批量的 %1 花在哪里</translation>
    </message>
    <message>
        <source>Where a step spends its %1</source>
        <translation>一步的 %1 花在哪里</translation>
    </message>
    <message>
        <source>Which rank comes last, how long the others wait for it, and why</source>
        <translation>哪个 Rank 最后到达、其他 Rank 等它多久、原因是什么</translation>
    </message>
    <message>
        <source>Who is late</source>
        <translation>谁迟到</translation>
    </message>
    <message>
        <source>Who is late?</source>
        <translation>谁迟到了？</translation>
    </message>
    <message>
        <source>Whole graph</source>
        <translation>整个图</translation>
    </message>
    <message>
        <source>Whole run</source>
        <translation>整个运行</translation>
    </message>
    <message>
        <source>Whole run %1 → %2, one of them measured once.</source>
        <translation>整个运行 %1 → %2，其中一次只测量了一次。</translation>
    </message>
    <message>
        <source>Whole run %1 → %2, one run each.</source>
        <translation>整个运行 %1 → %2，各运行一次。</translation>
    </message>
    <message>
        <source>Whole run %1 → %2.</source>
        <translation>整个运行 %1 → %2。</translation>
    </message>
    <message>
        <source>Whole run %1 → %2: no difference that this machine shows.</source>
        <translation>整个运行 %1 → %2：这台机器看不出差别。</translation>
    </message>
    <message>
        <source>Whole run %1: no difference that one run shows.</source>
        <translation>整个运行 %1：单次运行显示不出差别。</translation>
    </message>
    <message>
        <source>Why %1 %2 faster here?</source>
        <translation>为什么 %2 %1更快？</translation>
    </message>
    <message>
        <source>Why %1 %2 no faster here?</source>
        <translation>为什么 %2 %1没有更快？</translation>
    </message>
    <message>
        <source>Why %1 %2 slower here?</source>
        <translation>为什么 %2 %1更慢？</translation>
    </message>
    <message>
        <source>Why cancelled?</source>
        <translation>为什么取消？</translation>
    </message>
    <message>
        <source>Why is B faster?</source>
        <translation>为什么 B 更快？</translation>
    </message>
    <message>
        <source>Why is B slower?</source>
        <translation>为什么 B 更慢？</translation>
    </message>
    <message>
        <source>Why it is in use</source>
        <translation>为何在使用中</translation>
    </message>
    <message>
        <source>Why not yet?</source>
        <translation>为什么还没有？</translation>
    </message>
    <message>
        <source>Why now?</source>
        <translation>为什么是现在？</translation>
    </message>
    <message>
        <source>Why skipped?</source>
        <translation>为什么跳过？</translation>
    </message>
    <message>
        <source>Why so long?</source>
        <translation>为什么这么久？</translation>
    </message>
    <message>
        <source>Width in pixels</source>
        <translation>宽度（像素）</translation>
    </message>
    <message>
        <source>With %1</source>
        <translation>有 %1</translation>
    </message>
    <message>
        <source>With the mouse</source>
        <translation>用鼠标</translation>
    </message>
    <message>
        <source>Without</source>
        <translation>没有</translation>
    </message>
    <message>
        <source>Without a guess</source>
        <translation>不猜测</translation>
    </message>
    <message>
        <source>Without keys, the command is only in the menu and in the palette.</source>
        <translation>没有按键的命令只出现在菜单和命令面板中。</translation>
    </message>
    <message>
        <source>Without that wait %1 starts %2 earlier.</source>
        <translation>没有这次等待，%1 会早 %2 开始。</translation>
    </message>
    <message>
        <source>Without that wait %1 starts after %2, not after %3.</source>
        <translation>没有这个等待，%1 在 %2 后开始，而不是 %3 后。</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>工作</translation>
    </message>
    <message>
        <source>Work of the program's thread</source>
        <translation>程序自身线程的工作</translation>
    </message>
    <message>
        <source>Write on the timeline</source>
        <translation>在时间线上书写</translation>
    </message>
    <message>
        <source>Write the plot to a file: SVG, PDF or PNG</source>
        <translation>把图表写入文件：SVG、PDF 或 PNG</translation>
    </message>
    <message>
        <source>Writes</source>
        <translation>写</translation>
    </message>
    <message>
        <source>You guessed %1; it is %2.</source>
        <translation>您猜 %1；实际是 %2。</translation>
    </message>
    <message>
        <source>You guessed %1; it is %2. Well predicted.</source>
        <translation>您猜 %1；实际是 %2。猜得好。</translation>
    </message>
    <message>
        <source>You guessed %1; it is %2: %3 too high.</source>
        <translation>您猜 %1；实际是 %2：高了 %3。</translation>
    </message>
    <message>
        <source>You guessed %1; it is %2: %3 too low.</source>
        <translation>您猜 %1；实际是 %2：低了 %3。</translation>
    </message>
    <message>
        <source>You guessed %1; it is %2: it is %3 as high.</source>
        <translation>您猜 %1；实际是 %2：是猜测的 %3。</translation>
    </message>
    <message>
        <source>You guessed %1; it is %2: the guess is %3 as high.</source>
        <translation>您猜 %1；实际是 %2：猜测是实际的 %3。</translation>
    </message>
    <message>
        <source>Your edits are here again</source>
        <translation>您的修改已恢复</translation>
    </message>
    <message>
        <source>Your guess as a bar</source>
        <translation>以条形表示您的猜测</translation>
    </message>
    <message>
        <source>Your guess in seconds</source>
        <translation>您猜测的秒数</translation>
    </message>
    <message>
        <source>Your guess: %1</source>
        <translation>您的猜测：%1</translation>
    </message>
    <message>
        <source>Your notes</source>
        <translation>您的备注</translation>
    </message>
    <message>
        <source>Your notes and the next step, in a separate window</source>
        <translation>供您使用的备注和下一步，在单独的窗口中</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom in (W)</source>
        <translation>放大 (W)</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Zoom out (S)</source>
        <translation>缩小 (S)</translation>
    </message>
    <message>
        <source>Zoom to the selection</source>
        <translation>缩放到选中项</translation>
    </message>
    <message>
        <source>`%1` on %2 was issued before the block and still ran when it began: `%3` started later.</source>
        <translation>%2 上的 `%1` 在该块之前提交，该块开始时仍在运行：`%3` 因此开始得较晚。</translation>
    </message>
    <message>
        <source>a block</source>
        <translation>一个计时块</translation>
    </message>
    <message>
        <source>a run stopped early</source>
        <translation>有一次运行提前停止</translation>
    </message>
    <message>
        <source>a shared resource</source>
        <translation>共享资源</translation>
    </message>
    <message>
        <source>a stream of %1</source>
        <translation>%1 的一个流</translation>
    </message>
    <message>
        <source>a worker</source>
        <translation>工作线程</translation>
    </message>
    <message>
        <source>acc</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>after</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>after %1</source>
        <translation>在 %1 之后</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>all GPUs</source>
        <translation>所有 GPU</translation>
    </message>
    <message>
        <source>all issued work</source>
        <translation>已提交的一切</translation>
    </message>
    <message>
        <source>all issued work is finished. Select an operation to see why it started when it did.</source>
        <translation>已提交的都已完成。选中一个操作即可看到它为何在那时开始。</translation>
    </message>
    <message>
        <source>all on</source>
        <translation>全部开启</translation>
    </message>
    <message>
        <source>all operations take %1 ×</source>
        <translation>所有操作耗时为 %1 倍</translation>
    </message>
    <message>
        <source>all streams of %1</source>
        <translation>%1 的所有流</translation>
    </message>
    <message>
        <source>all waits on</source>
        <translation>所有等待均开启</translation>
    </message>
    <message>
        <source>all-reduce</source>
        <translation>全归约</translation>
    </message>
    <message>
        <source>allocated with others: %1</source>
        <translation>已分配（含其他占用）：%1</translation>
    </message>
    <message>
        <source>an event</source>
        <translation>一个事件</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>还有 %1 个</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>，另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>applies to A and B</source>
        <translation>对 A 和 B 都生效</translation>
    </message>
    <message>
        <source>applies to A; B is a saved run</source>
        <translation>对 A 生效；B 是保留的运行</translation>
    </message>
    <message>
        <source>applies to B; A is a saved run</source>
        <translation>对 B 生效；A 是保留的运行</translation>
    </message>
    <message>
        <source>are</source>
        <translation>在这里</translation>
    </message>
    <message>
        <source>arranging</source>
        <translation>正在排列</translation>
    </message>
    <message>
        <source>as fast</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>as fast, other operations</source>
        <translation>速度，操作不同</translation>
    </message>
    <message>
        <source>as fast, same operations</source>
        <translation>速度，操作相同</translation>
    </message>
    <message>
        <source>at</source>
        <translation>时刻</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>最多 %1</translation>
    </message>
    <message>
        <source>at the peak</source>
        <translation>在峰值处</translation>
    </message>
    <message>
        <source>at the playhead</source>
        <translation>在播放头处</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>batch %1</source>
        <translation>批量 %1</translation>
    </message>
    <message>
        <source>batch %1 of %2</source>
        <translation>批量 %1 / %2</translation>
    </message>
    <message>
        <source>batch norm</source>
        <translation>批量规范化</translation>
    </message>
    <message>
        <source>before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>before %1</source>
        <translation>在 %1 之前</translation>
    </message>
    <message>
        <source>before and after</source>
        <translation>之前和之后</translation>
    </message>
    <message>
        <source>block %1</source>
        <translation>块 %1</translation>
    </message>
    <message>
        <source>book</source>
        <translation>书</translation>
    </message>
    <message>
        <source>book %1</source>
        <translation>书 %1</translation>
    </message>
    <message>
        <source>both</source>
        <translation>两者</translation>
    </message>
    <message>
        <source>broadcast</source>
        <translation>广播</translation>
    </message>
    <message>
        <source>cached by the pool</source>
        <translation>由内存池缓存</translation>
    </message>
    <message>
        <source>cached by the pool, not in use</source>
        <translation>由内存池缓存，未使用</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>capacity %1</source>
        <translation>容量 %1</translation>
    </message>
    <message>
        <source>change a note</source>
        <translation>修改注释</translation>
    </message>
    <message>
        <source>choose a program, then Run. Its operations appear here.</source>
        <translation>选择一个程序，然后运行。它做的事会在这里逐个操作显示。</translation>
    </message>
    <message>
        <source>choose values</source>
        <translation>选择数值方式</translation>
    </message>
    <message>
        <source>click in the gutter</source>
        <translation>单击行号栏</translation>
    </message>
    <message>
        <source>clock ±%1 against node 0</source>
        <translation>时钟相对节点 0 为 ±%1</translation>
    </message>
    <message>
        <source>clock ±%1: contradicts other clocks</source>
        <translation>时钟 ±%1：与其他时钟矛盾</translation>
    </message>
    <message>
        <source>clocks contradict each other</source>
        <translation>时钟互相矛盾</translation>
    </message>
    <message>
        <source>collective</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>collectives</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>communication between ranks</source>
        <translation>进程（rank）之间的通信</translation>
    </message>
    <message>
        <source>communication of ranks %1</source>
        <translation>rank %1 的通信</translation>
    </message>
    <message>
        <source>compared part</source>
        <translation>比较的部分</translation>
    </message>
    <message>
        <source>compiled graph</source>
        <translation>编译的图</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>compute stream</source>
        <translation>计算流</translation>
    </message>
    <message>
        <source>computes</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>conv</source>
        <translation>卷积</translation>
    </message>
    <message>
        <source>convolutions</source>
        <translation>卷积</translation>
    </message>
    <message>
        <source>copied: picture, SVG and caption</source>
        <translation>已复制：图片、SVG 和图注</translation>
    </message>
    <message>
        <source>copies</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>copies %1</source>
        <translation>复制 %1</translation>
    </message>
    <message>
        <source>copies at %1</source>
        <translation>复制速率 %1</translation>
    </message>
    <message>
        <source>copies in</source>
        <translation>拷入</translation>
    </message>
    <message>
        <source>copies out</source>
        <translation>拷出</translation>
    </message>
    <message>
        <source>copies take %1 instead of %2</source>
        <translation>复制用时 %1，而不是 %2</translation>
    </message>
    <message>
        <source>copies to a peer</source>
        <translation>复制到另一设备</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>copy %1</source>
        <translation>复制 %1</translation>
    </message>
    <message>
        <source>copy CPU to GPU</source>
        <translation>CPU 到 GPU 的复制</translation>
    </message>
    <message>
        <source>copy CPU → GPU</source>
        <translation>复制 CPU → GPU</translation>
    </message>
    <message>
        <source>copy GPU to CPU</source>
        <translation>GPU 到 CPU 的复制</translation>
    </message>
    <message>
        <source>copy GPU to GPU</source>
        <translation>GPU 到 GPU 的复制</translation>
    </message>
    <message>
        <source>copy GPU → CPU</source>
        <translation>复制 GPU → CPU</translation>
    </message>
    <message>
        <source>copy GPU → GPU</source>
        <translation>复制 GPU → GPU</translation>
    </message>
    <message>
        <source>copy engines: %1</source>
        <translation>复制引擎：%1</translation>
    </message>
    <message>
        <source>copy in</source>
        <translation>拷入</translation>
    </message>
    <message>
        <source>copy in stream</source>
        <translation>拷入流</translation>
    </message>
    <message>
        <source>copy out</source>
        <translation>拷出</translation>
    </message>
    <message>
        <source>copy out stream</source>
        <translation>拷出流</translation>
    </message>
    <message>
        <source>core %1</source>
        <translation>核心 %1</translation>
    </message>
    <message>
        <source>could not be predicted: %1</source>
        <translation>无法预测：%1</translation>
    </message>
    <message>
        <source>critical</source>
        <translation>关键</translation>
    </message>
    <message>
        <source>critical path</source>
        <translation>关键路径</translation>
    </message>
    <message>
        <source>data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>dense</source>
        <translation>全连接</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>差</translation>
    </message>
    <message>
        <source>dispatch</source>
        <translation>派发</translation>
    </message>
    <message>
        <source>done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>done: the last rank has the average</source>
        <translation>已完成：最后一个 rank 得到平均值</translation>
    </message>
    <message>
        <source>done: the last rank has the result</source>
        <translation>已完成：最后一个 rank 得到结果</translation>
    </message>
    <message>
        <source>done: the last rank has the sum</source>
        <translation>已完成：最后一个 rank 得到和</translation>
    </message>
    <message>
        <source>double click</source>
        <translation>双击</translation>
    </message>
    <message>
        <source>drag on the canvas</source>
        <translation>在画布上拖动</translation>
    </message>
    <message>
        <source>draw a note</source>
        <translation>画注释</translation>
    </message>
    <message>
        <source>driver, context, display: %1</source>
        <translation>驱动、上下文、显示：%1</translation>
    </message>
    <message>
        <source>edit the listing</source>
        <translation>编辑程序</translation>
    </message>
    <message>
        <source>elementwise</source>
        <translation>逐元素</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>轮</translation>
    </message>
    <message>
        <source>epoch %1</source>
        <translation>第 %1 轮</translation>
    </message>
    <message>
        <source>epoch %1 · %2 s</source>
        <translation>第 %1 轮 · %2 s</translation>
    </message>
    <message>
        <source>epoch %1, %2</source>
        <translation>第 %1 轮，%2</translation>
    </message>
    <message>
        <source>epoch %1, batch %2</source>
        <translation>第 %1 轮，第 %2 批</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>equal lines: %1</source>
        <translation>相同的行：%1</translation>
    </message>
    <message>
        <source>every label at least 9 pt</source>
        <translation>每个标签至少 9 pt</translation>
    </message>
    <message>
        <source>exposed communication takes %1 instead of %2</source>
        <translation>未被隐藏的通信用时 %1，而不是 %2</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>failed: %1</source>
        <translation>失败：%1</translation>
    </message>
    <message>
        <source>flip the wait of the line</source>
        <translation>切换该行的等待</translation>
    </message>
    <message>
        <source>flip the wait on line %1</source>
        <translation>切换第 %1 行的等待</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>forward %1</source>
        <translation>前向 %1</translation>
    </message>
    <message>
        <source>free: %1</source>
        <translation>空闲：%1</translation>
    </message>
    <message>
        <source>freed, and cached by the pool for later results: %1</source>
        <translation>已归还，由内存池缓存，留给后面的结果：%1</translation>
    </message>
    <message>
        <source>from line %1</source>
        <translation>从第 %1 行起</translation>
    </message>
    <message>
        <source>from the start</source>
        <translation>从头开始</translation>
    </message>
    <message>
        <source>full</source>
        <translation>已满</translation>
    </message>
    <message>
        <source>full: the median rank has computed the gradients, of two ranks the later one</source>
        <translation>已满：中位 rank（只有两个 rank 时为较晚者）已算出梯度</translation>
    </message>
    <message>
        <source>gather</source>
        <translation>聚集</translation>
    </message>
    <message>
        <source>give your guess. Until then nothing of the run is shown.</source>
        <translation>请给出您的猜测。在此之前不显示运行的任何内容。</translation>
    </message>
    <message>
        <source>gradient</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>head</source>
        <translation>输出部分</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>hidden: part of the transfer in which the ranks compute or copy</source>
        <translation>隐藏：传输中各 rank 同时计算或复制的部分</translation>
    </message>
    <message>
        <source>holds results</source>
        <translation>已存结果</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>idle until %1</source>
        <translation>空闲到 %1</translation>
    </message>
    <message>
        <source>idle: delayed by %1</source>
        <translation>空闲：被 %1 拖住</translation>
    </message>
    <message>
        <source>idle: not even issued</source>
        <translation>空闲：尚未提交</translation>
    </message>
    <message>
        <source>idle: nothing left to do</source>
        <translation>空闲：已无事可做</translation>
    </message>
    <message>
        <source>idle: only page work is left</source>
        <translation>空闲：只剩内存页的处理</translation>
    </message>
    <message>
        <source>idle: other cores still work</source>
        <translation>空闲：其他核心仍在工作</translation>
    </message>
    <message>
        <source>idle: stands in %1, line %2</source>
        <translation>空闲：停在 %1，第 %2 行</translation>
    </message>
    <message>
        <source>idle: the program waits</source>
        <translation>空闲：程序在等待</translation>
    </message>
    <message>
        <source>idle: the program waits in line %1</source>
        <translation>空闲：程序在第 %1 行等待</translation>
    </message>
    <message>
        <source>idle: waits for %1</source>
        <translation>空闲：等待 %1</translation>
    </message>
    <message>
        <source>idle: waits for its input</source>
        <translation>空闲：等待输入</translation>
    </message>
    <message>
        <source>idle: waits for its turn</source>
        <translation>空闲：等待轮到自己</translation>
    </message>
    <message>
        <source>imported</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>in the warm-up, %1 after the start</source>
        <translation>预热中，开始后 %1</translation>
    </message>
    <message>
        <source>in the warm-up, %1 after the start, until %2</source>
        <translation>从预热中（开始后 %1）到 %2</translation>
    </message>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>is</source>
        <translation>在这里</translation>
    </message>
    <message>
        <source>issued %1</source>
        <translation>已提交 %1 个</translation>
    </message>
    <message>
        <source>issued later</source>
        <translation>下发较晚</translation>
    </message>
    <message>
        <source>issuing %1</source>
        <translation>提交 %1</translation>
    </message>
    <message>
        <source>it waited for memory for its result until %1.</source>
        <translation>必须先得到存放结果的内存；这一直等到 %1。</translation>
    </message>
    <message>
        <source>its input</source>
        <translation>它的输入</translation>
    </message>
    <message>
        <source>largest free block %1 (%2 fragmented)</source>
        <translation>最大的空闲块 %1（碎片 %2）</translation>
    </message>
    <message numerus="yes">
        <source>last in %1 of %n step(s)</source>
        <translation>
            <numerusform>%n 步中有 %1 步最后到达</numerusform>
        </translation>
    </message>
    <message>
        <source>late input</source>
        <translation>输入较晚</translation>
    </message>
    <message>
        <source>launches, waits</source>
        <translation>启动、等待</translation>
    </message>
    <message>
        <source>layer %1 · %2</source>
        <translation>第 %1 层 · %2</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>line %1 is not Python</source>
        <translation>第 %1 行不是 Python</translation>
    </message>
    <message>
        <source>line %1 off</source>
        <translation>第 %1 行关闭</translation>
    </message>
    <message>
        <source>line %1 waits</source>
        <translation>第 %1 行等待</translation>
    </message>
    <message>
        <source>line %1 waits %2 less instead</source>
        <translation>第 %1 行相应少等 %2</translation>
    </message>
    <message>
        <source>line %1 waits %2 longer instead</source>
        <translation>第 %1 行相应多等 %2</translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>lines %1 off</source>
        <translation>第 %1 行关闭</translation>
    </message>
    <message>
        <source>lines %1–%2</source>
        <translation>第 %1–%2 行</translation>
    </message>
    <message>
        <source>links</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>links %1</source>
        <translation>链路 %1</translation>
    </message>
    <message>
        <source>loading…</source>
        <translation>正在加载…</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>matched operations: %1</source>
        <translation>配对的操作：%1</translation>
    </message>
    <message>
        <source>mean rate %1</source>
        <translation>平均速率 %1</translation>
    </message>
    <message>
        <source>measure; edges snap within 6 px</source>
        <translation>测量；边缘在 6 px 内吸附</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>measured on %1</source>
        <translation>在 %1 上实测</translation>
    </message>
    <message>
        <source>median rank</source>
        <translation>中位 rank</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>merged</source>
        <translation>合并显示</translation>
    </message>
    <message>
        <source>middle or Shift + drag</source>
        <translation>中键或 Shift + 拖动</translation>
    </message>
    <message>
        <source>mistimed</source>
        <translation>计时有误</translation>
    </message>
    <message>
        <source>mistimed: %1</source>
        <translation>计时有误：%1</translation>
    </message>
    <message>
        <source>more %1</source>
        <translation>更多 %1</translation>
    </message>
    <message>
        <source>more GPUs: %1</source>
        <translation>更多 GPU：%1</translation>
    </message>
    <message>
        <source>most at once: %1</source>
        <translation>同时最多：%1</translation>
    </message>
    <message>
        <source>move in time</source>
        <translation>沿时间移动</translation>
    </message>
    <message>
        <source>n = %1: %2 each, %3 in whole blocks of the pool; all %4 products fit.</source>
        <translation>n = %1：每个 %2，内存池按整块分配为 %3；全部 %4 个乘积都放得下。</translation>
    </message>
    <message>
        <source>net</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>never read again and never freed: %1</source>
        <translation>不再读取也未释放：%1</translation>
    </message>
    <message>
        <source>newly pinned</source>
        <translation>新锁页</translation>
    </message>
    <message>
        <source>no colours: an older program</source>
        <translation>无彩色：旧版程序的运行</translation>
    </message>
    <message>
        <source>no device</source>
        <translation>没有设备</translation>
    </message>
    <message>
        <source>no difference shown</source>
        <translation>看不出差别</translation>
    </message>
    <message>
        <source>no format is chosen</source>
        <translation>未选择格式</translation>
    </message>
    <message>
        <source>no layer</source>
        <translation>不属于任何层</translation>
    </message>
    <message>
        <source>no longer read; a variable of the program keeps it until %1</source>
        <translation>不再有操作读取它；程序的一个名字一直持有它到 %1</translation>
    </message>
    <message>
        <source>no longer read; the program keeps it until its end</source>
        <translation>不再有操作读取它；程序一直保留到最后</translation>
    </message>
    <message>
        <source>no records</source>
        <translation>没有记录</translation>
    </message>
    <message>
        <source>no single cause</source>
        <translation>没有单一原因</translation>
    </message>
    <message>
        <source>no wait here</source>
        <translation>这里没有等待</translation>
    </message>
    <message>
        <source>no waits</source>
        <translation>没有等待</translation>
    </message>
    <message>
        <source>no work of the warm-up runs when “%1” begins</source>
        <translation>“%1”开始时不再有预热的工作在运行</translation>
    </message>
    <message>
        <source>not compared</source>
        <translation>不作比较</translation>
    </message>
    <message>
        <source>not in this trace</source>
        <translation>此跟踪中没有</translation>
    </message>
    <message>
        <source>not issued</source>
        <translation>未提交</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>not loaded</source>
        <translation>未加载</translation>
    </message>
    <message>
        <source>not reached</source>
        <translation>未到达</translation>
    </message>
    <message>
        <source>not used by this workload</source>
        <translation>本例未使用</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>空</translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>of these, computed</source>
        <translation>其中已计算</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>off here: line %1, %2</source>
        <translation>这里关闭：第 %1 行，%2</translation>
    </message>
    <message>
        <source>off: %1</source>
        <translation>已关闭：%1</translation>
    </message>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message numerus="yes">
        <source>on %n devices</source>
        <translation>
            <numerusform>在 %n 个设备上</numerusform>
        </translation>
    </message>
    <message>
        <source>on CPU</source>
        <translation>在 CPU 上</translation>
    </message>
    <message>
        <source>on the critical path, %3 takes %1 instead of %2</source>
        <translation>关键路径上%3用时 %1，而不是 %2</translation>
    </message>
    <message>
        <source>one batch, by layer</source>
        <translation>一个批量，按层</translation>
    </message>
    <message>
        <source>one operation</source>
        <translation>一个操作</translation>
    </message>
    <message>
        <source>one run</source>
        <translation>运行一次</translation>
    </message>
    <message>
        <source>one step</source>
        <translation>一步</translation>
    </message>
    <message>
        <source>one time axis</source>
        <translation>同一时间轴</translation>
    </message>
    <message>
        <source>one works</source>
        <translation>一个在工作</translation>
    </message>
    <message>
        <source>only here: line %1, %2</source>
        <translation>仅此处有：第 %1 行，%2</translation>
    </message>
    <message>
        <source>operation %1</source>
        <translation>操作 %1</translation>
    </message>
    <message>
        <source>operations</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>operations issued</source>
        <translation>已提交的操作</translation>
    </message>
    <message>
        <source>operations not loaded</source>
        <translation>未加载操作</translation>
    </message>
    <message>
        <source>operations run side by side for %1 instead of %2</source>
        <translation>运算同时进行 %1，而不是 %2</translation>
    </message>
    <message>
        <source>other lines wait %1 less instead</source>
        <translation>其他行相应少等 %1</translation>
    </message>
    <message>
        <source>other lines wait %1 longer instead</source>
        <translation>其他行相应多等 %1</translation>
    </message>
    <message>
        <source>other programs used %1 of the cores</source>
        <translation>其他程序占用了 %1 的核心</translation>
    </message>
    <message>
        <source>other rank</source>
        <translation>另一个 rank</translation>
    </message>
    <message>
        <source>other work</source>
        <translation>其他工作</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>outside the scope</source>
        <translation>范围之外</translation>
    </message>
    <message>
        <source>overwrites</source>
        <translation>覆盖</translation>
    </message>
    <message>
        <source>owner not recorded in the trace</source>
        <translation>跟踪没有说明它属于谁</translation>
    </message>
    <message>
        <source>page work</source>
        <translation>分页工作</translation>
    </message>
    <message>
        <source>pageable</source>
        <translation>可分页</translation>
    </message>
    <message>
        <source>pageable, new pages</source>
        <translation>可分页，新页</translation>
    </message>
    <message>
        <source>pages</source>
        <translation>内存页</translation>
    </message>
    <message>
        <source>pages of the host</source>
        <translation>主机分页</translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation>峰值 %1</translation>
    </message>
    <message>
        <source>peak %1 of %2</source>
        <translation>峰值 %1 / %2</translation>
    </message>
    <message>
        <source>peak in view %1</source>
        <translation>视图内峰值 %1</translation>
    </message>
    <message>
        <source>peer copy stream</source>
        <translation>对端复制流</translation>
    </message>
    <message>
        <source>per batch</source>
        <translation>每批</translation>
    </message>
    <message>
        <source>per epoch</source>
        <translation>每轮</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>锁页</translation>
    </message>
    <message>
        <source>pins pages</source>
        <translation>锁定内存页</translation>
    </message>
    <message>
        <source>pool</source>
        <translation>汇聚</translation>
    </message>
    <message>
        <source>posted</source>
        <translation>提交</translation>
    </message>
    <message>
        <source>posted: it submits the collective</source>
        <translation>提交：它提交集合通信</translation>
    </message>
    <message>
        <source>predicted peak</source>
        <translation>预测峰值</translation>
    </message>
    <message>
        <source>predicted; held-out error %1</source>
        <translation>预测；留出误差 %1</translation>
    </message>
    <message>
        <source>predicting…</source>
        <translation>正在预测…</translation>
    </message>
    <message>
        <source>products</source>
        <translation>矩阵乘积</translation>
    </message>
    <message>
        <source>products = %1, just under the line.</source>
        <translation>products = %1，刚好低于上限。</translation>
    </message>
    <message>
        <source>program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>program issues, pages</source>
        <translation>程序提交、分页</translation>
    </message>
    <message>
        <source>program waits</source>
        <translation>程序等待</translation>
    </message>
    <message>
        <source>px</source>
        <translation>px</translation>
    </message>
    <message>
        <source>queued</source>
        <translation>排队</translation>
    </message>
    <message>
        <source>raised in</source>
        <translation>引发于</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>rank</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>rank %1 → %2</source>
        <translation>rank %1 → %2</translation>
    </message>
    <message>
        <source>ranks</source>
        <translation>rank</translation>
    </message>
    <message>
        <source>ranks %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>ranks %1, equal</source>
        <translation>rank %1，相同</translation>
    </message>
    <message>
        <source>ranks wait %1 for late ranks instead of %2</source>
        <translation>各 rank 等待迟到的 rank 共 %1，而不是 %2</translation>
    </message>
    <message>
        <source>readable in grayscale: patterns differ</source>
        <translation>灰度可读：图案各不相同</translation>
    </message>
    <message>
        <source>reads what was written</source>
        <translation>读取写入的内容</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>reduce</source>
        <translation>归约</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>refused: %1 more</source>
        <translation>被拒绝：还需 %1</translation>
    </message>
    <message>
        <source>remove a note</source>
        <translation>移除注释</translation>
    </message>
    <message>
        <source>requested: %1 in one block</source>
        <translation>请求：一整块 %1</translation>
    </message>
    <message>
        <source>reserved %1</source>
        <translation>已预留 %1</translation>
    </message>
    <message>
        <source>reserved %1 of %2</source>
        <translation>已预留 %1，共 %2</translation>
    </message>
    <message>
        <source>reserved when issued</source>
        <translation>提交时预留</translation>
    </message>
    <message>
        <source>reserved when issued, not computed yet</source>
        <translation>提交时已预留，尚未计算</translation>
    </message>
    <message>
        <source>result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>result %1</source>
        <translation>结果 %1</translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>运行 %1</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>runs %1</source>
        <translation>执行 %1</translation>
    </message>
    <message>
        <source>saved %1</source>
        <translation>节省 %1</translation>
    </message>
    <message>
        <source>saved for backward</source>
        <translation>为反向保存</translation>
    </message>
    <message>
        <source>scalar</source>
        <translation>标量</translation>
    </message>
    <message>
        <source>scatter</source>
        <translation>分发</translation>
    </message>
    <message>
        <source>scroll lanes, move in time</source>
        <translation>滚动通道，沿时间移动</translation>
    </message>
    <message>
        <source>seconds per epoch</source>
        <translation>每轮秒数</translation>
    </message>
    <message>
        <source>set %1</source>
        <translation>设置 %1</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>simulated in %1</source>
        <translation>模拟用时 %1</translation>
    </message>
    <message>
        <source>size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>已跳过</translation>
    </message>
    <message>
        <source>slower copies</source>
        <translation>复制较慢</translation>
    </message>
    <message>
        <source>smallest label %1 pt</source>
        <translation>最小的文字为 %1 磅</translation>
    </message>
    <message>
        <source>smallest label %1 pt on a slide 13.33 in wide</source>
        <translation>在 13.33 英寸宽的幻灯片上，最小的文字为 %1 磅</translation>
    </message>
    <message>
        <source>speed</source>
        <translation>加速</translation>
    </message>
    <message>
        <source>speed-up %1</source>
        <translation>加速比 %1</translation>
    </message>
    <message>
        <source>started at once</source>
        <translation>立即开始</translation>
    </message>
    <message>
        <source>stem</source>
        <translation>起始部分</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>step %1 of %2: the first %3</source>
        <translation>第 %1 步，共 %2 步：前 %3</translation>
    </message>
    <message>
        <source>step %1: %2 lost to rank %3</source>
        <translation>第 %1 步：因 rank %3 损失 %2</translation>
    </message>
    <message>
        <source>still draining</source>
        <translation>仍在排空</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>stopped at %1</source>
        <translation>停止于 %1</translation>
    </message>
    <message>
        <source>stopped early</source>
        <translation>停表过早</translation>
    </message>
    <message>
        <source>stream</source>
        <translation>流</translation>
    </message>
    <message>
        <source>streams: %1</source>
        <translation>流：%1</translation>
    </message>
    <message>
        <source>syntax</source>
        <translation>语法</translation>
    </message>
    <message>
        <source>test accuracy</source>
        <translation>测试精度</translation>
    </message>
    <message>
        <source>test accuracy %1</source>
        <translation>测试精度 %1</translation>
    </message>
    <message>
        <source>text stays text</source>
        <translation>文字保持为文字</translation>
    </message>
    <message>
        <source>the CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>the backward pass needs it: %1 reads it</source>
        <translation>梯度需要它：%1 在反向传播中读取它</translation>
    </message>
    <message>
        <source>the clock now stops when the work is done</source>
        <translation>计时现在在工作完成时停止</translation>
    </message>
    <message>
        <source>the clock stops before the work is done, which takes %1</source>
        <translation>计时在工作完成之前就停止，而工作需要 %1</translation>
    </message>
    <message>
        <source>the clock stops later, but before the work is done</source>
        <translation>计时停止得更晚，但仍在工作完成之前</translation>
    </message>
    <message>
        <source>the copy engine</source>
        <translation>复制引擎</translation>
    </message>
    <message>
        <source>the copy engine towards the CPU was busy with %1 until %2.</source>
        <translation>通往 CPU 的复制引擎一直忙于 %1，直到 %2。</translation>
    </message>
    <message>
        <source>the copy engine was busy with %1 until %2.</source>
        <translation>复制引擎一直忙于 %1，直到 %2。</translation>
    </message>
    <message>
        <source>the copy of %1</source>
        <translation>%1 的复制</translation>
    </message>
    <message>
        <source>the engine's worker for %1 was busy with %2 until %3.</source>
        <translation>引擎负责 %1 的工作线程一直忙于 %2，直到 %3。</translation>
    </message>
    <message>
        <source>the first %1 of “%2”, magnified</source>
        <translation>“%2”的前 %1，放大</translation>
    </message>
    <message>
        <source>the line still takes %1</source>
        <translation>该行仍用时 %1</translation>
    </message>
    <message>
        <source>the line took %1 before, too</source>
        <translation>该行此前也用时 %1</translation>
    </message>
    <message>
        <source>the listing cannot be read</source>
        <translation>无法读取程序</translation>
    </message>
    <message>
        <source>the model of this computer</source>
        <translation>这台计算机的模型</translation>
    </message>
    <message>
        <source>the number of mistimed blocks is %1 instead of %2</source>
        <translation>计时有误的块为 %1 个，而不是 %2 个</translation>
    </message>
    <message>
        <source>the number of operations is %1 instead of %2</source>
        <translation>提交 %1 个操作，而不是 %2 个</translation>
    </message>
    <message>
        <source>the operations compute %1 the FLOP</source>
        <translation>运算的 FLOP 为原来的 %1</translation>
    </message>
    <message>
        <source>the operations compute 1/%1 of the FLOP</source>
        <translation>各操作只计算 1/%1 的 FLOP</translation>
    </message>
    <message>
        <source>the other run goes on</source>
        <translation>另一次运行仍在继续</translation>
    </message>
    <message>
        <source>the others have arrived</source>
        <translation>其他 rank 已到达</translation>
    </message>
    <message>
        <source>the pool holds %1, %2 idle</source>
        <translation>池中有 %1，其中 %2 空闲</translation>
    </message>
    <message>
        <source>the program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>the program does not wait there</source>
        <translation>程序不在该处等待</translation>
    </message>
    <message>
        <source>the program issues</source>
        <translation>程序提交</translation>
    </message>
    <message>
        <source>the program waits</source>
        <translation>程序等待</translation>
    </message>
    <message>
        <source>the program waits %1</source>
        <translation>程序等待 %1</translation>
    </message>
    <message>
        <source>the program waits %1 instead of %2</source>
        <translation>程序等待 %1，而不是 %2</translation>
    </message>
    <message>
        <source>the program waits %2 less, but works %1 longer on pages of host memory</source>
        <translation>程序少等待 %2，但多花 %1 处理主机内存的页</translation>
    </message>
    <message>
        <source>the program waits only %1 there</source>
        <translation>程序在该处只等待 %1</translation>
    </message>
    <message>
        <source>the program works %1 less on pages of host memory, but waits %2 longer</source>
        <translation>程序少花 %1 处理主机内存的页，但多等待 %2</translation>
    </message>
    <message>
        <source>the program works %1 on pages of host memory instead of %2</source>
        <translation>程序处理主机内存的页用时 %1，而不是 %2</translation>
    </message>
    <message>
        <source>the program's results</source>
        <translation>程序的结果</translation>
    </message>
    <message>
        <source>the program's thread</source>
        <translation>程序线程</translation>
    </message>
    <message>
        <source>the program's thread · line %1 of the listing</source>
        <translation>程序线程 · 程序第 %1 行</translation>
    </message>
    <message>
        <source>the run before</source>
        <translation>之前的运行</translation>
    </message>
    <message>
        <source>the run hardly changes</source>
        <translation>运行几乎没有变化</translation>
    </message>
    <message>
        <source>the stream</source>
        <translation>流</translation>
    </message>
    <message>
        <source>the stream was busy with %1 until %2.</source>
        <translation>流一直忙于 %1，直到 %2。</translation>
    </message>
    <message>
        <source>the time of “%1” contains no work from before it now</source>
        <translation>“%1”的时间现在不再包含之前的工作</translation>
    </message>
    <message>
        <source>the time of “%1” contains work from before it</source>
        <translation>“%1”的时间包含之前的工作</translation>
    </message>
    <message>
        <source>this computer</source>
        <translation>这台计算机</translation>
    </message>
    <message>
        <source>this rank arrives last; the transfer starts</source>
        <translation>此 rank 最后到达；传输开始</translation>
    </message>
    <message>
        <source>this shows the previous run</source>
        <translation>图示为上一次运行</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>time of N rounds, ms</source>
        <translation>N 轮的时间，ms</translation>
    </message>
    <message>
        <source>timed block</source>
        <translation>计时块</translation>
    </message>
    <message>
        <source>timed block · line %1 of the listing</source>
        <translation>计时块 · 程序第 %1 行</translation>
    </message>
    <message>
        <source>times only</source>
        <translation>只计时间</translation>
    </message>
    <message>
        <source>times only: no values were computed</source>
        <translation>仅计时：没有计算数值</translation>
    </message>
    <message>
        <source>to peer</source>
        <translation>到对端</translation>
    </message>
    <message>
        <source>too few runs</source>
        <translation>运行次数太少</translation>
    </message>
    <message>
        <source>total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>training loss</source>
        <translation>训练损失</translation>
    </message>
    <message>
        <source>training loss %1</source>
        <translation>训练损失 %1</translation>
    </message>
    <message>
        <source>training time</source>
        <translation>训练时间</translation>
    </message>
    <message>
        <source>transfers</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>two or more for %1</source>
        <translation>两个或更多，持续 %1</translation>
    </message>
    <message>
        <source>two or more work</source>
        <translation>两个或更多在工作</translation>
    </message>
    <message>
        <source>t₁  issue a round</source>
        <translation>t₁  提交一轮</translation>
    </message>
    <message>
        <source>t₁ + (N − 1) max(t₁, t₂) + t₂ + t₃</source>
        <translation>t₁ + (N − 1) max(t₁, t₂) + t₂ + t₃</translation>
    </message>
    <message>
        <source>t₂  compute it</source>
        <translation>t₂  计算一轮</translation>
    </message>
    <message>
        <source>t₂ = t₁</source>
        <translation>t₂ = t₁</translation>
    </message>
    <message>
        <source>t₂ now</source>
        <translation>当前 t₂</translation>
    </message>
    <message>
        <source>t₂ now, about t₁</source>
        <translation>当前 t₂，约等于 t₁</translation>
    </message>
    <message>
        <source>t₃  notice its end</source>
        <translation>t₃  得知结束</translation>
    </message>
    <message>
        <source>unmaps pages</source>
        <translation>解除内存页映射</translation>
    </message>
    <message>
        <source>update</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>used by others</source>
        <translation>其他程序占用</translation>
    </message>
    <message>
        <source>wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>wait returns</source>
        <translation>等待返回</translation>
    </message>
    <message>
        <source>waited for %1</source>
        <translation>等待了 %1</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>waits %1</source>
        <translation>等待 %1</translation>
    </message>
    <message>
        <source>waits %1 times · %2</source>
        <translation>等待 %1 次 · %2</translation>
    </message>
    <message>
        <source>waits every round</source>
        <translation>每轮都等待</translation>
    </message>
    <message>
        <source>waits for %1</source>
        <translation>等待 %1</translation>
    </message>
    <message>
        <source>waits for %1 %2</source>
        <translation>等待%1 %2</translation>
    </message>
    <message>
        <source>waits for all</source>
        <translation>等待全部</translation>
    </message>
    <message>
        <source>waits for an event</source>
        <translation>等待一个事件</translation>
    </message>
    <message>
        <source>waits for another rank</source>
        <translation>等待其他 rank</translation>
    </message>
    <message>
        <source>waits for rank %1</source>
        <translation>等待 rank %1</translation>
    </message>
    <message>
        <source>waits for rank %1 · %2</source>
        <translation>等待 rank %1 · %2</translation>
    </message>
    <message>
        <source>waits once</source>
        <translation>只等待一次</translation>
    </message>
    <message>
        <source>warm-up</source>
        <translation>预热</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>wheel, Shift + wheel</source>
        <translation>滚轮、Shift + 滚轮</translation>
    </message>
    <message>
        <source>when its operation runs</source>
        <translation>在操作运行时</translation>
    </message>
    <message>
        <source>when its statement is issued</source>
        <translation>在语句提交时</translation>
    </message>
    <message>
        <source>whole program</source>
        <translation>整个程序</translation>
    </message>
    <message>
        <source>whole run</source>
        <translation>整个运行</translation>
    </message>
    <message>
        <source>with the wait on line %1</source>
        <translation>有第 %1 行的等待</translation>
    </message>
    <message>
        <source>with the waits on lines %1</source>
        <translation>有第 %1 行的等待</translation>
    </message>
    <message>
        <source>without Python's own time</source>
        <translation>不含 Python 本身的时间</translation>
    </message>
    <message>
        <source>without a line</source>
        <translation>没有行号</translation>
    </message>
    <message>
        <source>without the wait on line %1</source>
        <translation>没有第 %1 行的等待</translation>
    </message>
    <message>
        <source>without the waits on lines %1</source>
        <translation>没有第 %1 行的等待</translation>
    </message>
    <message>
        <source>work %1</source>
        <translation>工作 %1</translation>
    </message>
    <message>
        <source>work left at the end</source>
        <translation>结束时仍有工作</translation>
    </message>
    <message>
        <source>worker</source>
        <translation>工作线程</translation>
    </message>
    <message>
        <source>worker %1</source>
        <translation>工作线程 %1</translation>
    </message>
    <message>
        <source>your guess</source>
        <translation>您的猜测</translation>
    </message>
    <message>
        <source>zoom at the pointer</source>
        <translation>在指针处缩放</translation>
    </message>
    <message>
        <source>zoom to it; on an empty area, the whole run</source>
        <translation>缩放到该处；在空白处：整个运行</translation>
    </message>
    <message>
        <source>±%1 against node 0</source>
        <translation>相对节点 0 为 ±%1</translation>
    </message>
    <message>
        <source>±%1: contradicts other clocks</source>
        <translation>±%1：与其他时钟矛盾</translation>
    </message>
    <message>
        <source>“%1” comes from the file %2. It has not run.</source>
        <translation>“%1”来自文件 %2。其中什么都还没有运行。</translation>
    </message>
    <message>
        <source>“Back to the program” opens a program, which Run would run.</source>
        <translation>“回到程序”会打开一个程序，那时“运行”会运行它。</translation>
    </message>
    <message>
        <source>“Back to the program” returns to %1, which Run would run.</source>
        <translation>“回到程序”会返回 %1，那时“运行”会运行它。</translation>
    </message>
    <message>
        <source>“Measured” note</source>
        <translation>“实测”说明</translation>
    </message>
    <message>
        <source>“Recorded” note</source>
        <translation>“由他处记录”说明</translation>
    </message>
    <message>
        <source>“Simulated” note</source>
        <translation>“模拟”说明</translation>
    </message>
    <message numerus="yes">
        <source>… %Ln texts are left out here …</source>
        <translation>
            <numerusform>… 此处省略 %Ln 段文字 …</numerusform>
        </translation>
    </message>
    <message>
        <source>… ended in batch %1 of %2</source>
        <translation>… 在第 %1 个批量（共 %2 个）结束</translation>
    </message>
    <message>
        <source>… see Memory Management and PYTORCH_CUDA_ALLOC_CONF</source>
        <translation>… 见 Memory Management 和 PYTORCH_CUDA_ALLOC_CONF</translation>
    </message>
</context>
<context>
    <name>machine a100-4</name>
    <message>
        <source>4× A100 (NVLink)</source>
        <translation>4× A100（NVLink）</translation>
    </message>
    <message>
        <source>server, 2 × 32 cores</source>
        <translation>服务器，2 × 32 核</translation>
    </message>
</context>
<context>
    <name>machine book-v100</name>
    <message>
        <source>2× V100 (the book’s machine)</source>
        <translation>2× V100（书中的机器）</translation>
    </message>
    <message>
        <source>server of the book’s V100s (not named)</source>
        <translation>书中 V100 所在的服务器（未具名）</translation>
    </message>
</context>
<context>
    <name>machine card-4gb</name>
    <message>
        <source>1× 4 GB laptop GPU</source>
        <translation>1× 4 GB 笔记本 GPU</translation>
    </message>
    <message>
        <source>4 GB laptop GPU</source>
        <translation>4 GB 笔记本 GPU</translation>
    </message>
    <message>
        <source>laptop CPU, 6 cores</source>
        <translation>笔记本 CPU，6 核</translation>
    </message>
</context>
<context>
    <name>machine h100-8</name>
    <message>
        <source>8× H100 (NVSwitch)</source>
        <translation>8× H100（NVSwitch）</translation>
    </message>
    <message>
        <source>server, 2 × 56 cores</source>
        <translation>服务器，2 × 56 核</translation>
    </message>
</context>
<context>
    <name>machine laptop-2019</name>
    <message>
        <source>Laptop CPU (2019)</source>
        <translation>笔记本 CPU（2019）</translation>
    </message>
    <message>
        <source>laptop CPU, 4 cores</source>
        <translation>笔记本 CPU，4 核</translation>
    </message>
</context>
<context>
    <name>machine m60-2019</name>
    <message>
        <source>2× Tesla M60 (2019)</source>
        <translation>2× Tesla M60（2019）</translation>
    </message>
    <message>
        <source>Tesla M60 · 8 GB</source>
        <translation>Tesla M60 · 8 GB</translation>
    </message>
    <message>
        <source>server with 2× Tesla M60</source>
        <translation>带 2× Tesla M60 的服务器</translation>
    </message>
</context>
<context>
    <name>machine nvlink-8</name>
    <message>
        <source>8× V100 in a ring of NVLinks (the book’s sketch)</source>
        <translation>8× V100，NVLink 环（书中的示意图）</translation>
    </message>
    <message>
        <source>GPU of the book’s sketch</source>
        <translation>书中示意图的 GPU</translation>
    </message>
    <message>
        <source>server of the book’s sketch</source>
        <translation>书中示意图的服务器</translation>
    </message>
</context>
<context>
    <name>machine pcie-8</name>
    <message>
        <source>8× GPU on PCIe (the book’s sketch)</source>
        <translation>8× PCIe 上的 GPU（书中的示意图）</translation>
    </message>
    <message>
        <source>GPU of the book’s sketch</source>
        <translation>书中示意图的 GPU</translation>
    </message>
    <message>
        <source>server of the book’s sketch</source>
        <translation>书中示意图的服务器</translation>
    </message>
</context>
<context>
    <name>machine v100-ethernet</name>
    <message>
        <source>V100 per computer, 10 Gbit/s Ethernet</source>
        <translation>每台计算机一块 V100，10 Gbit/s 以太网</translation>
    </message>
    <message>
        <source>server of the book’s V100s (not named)</source>
        <translation>书中 V100 所在的服务器（未具名）</translation>
    </message>
</context>
<context>
    <name>messages</name>
    <message>
        <source>"begin" and "end" must both be given, the end after the begin</source>
        <comment>lesson.range</comment>
        <translation>“begin”和“end”必须同时给出，且结束在开始之后</translation>
    </message>
    <message>
        <source>"{0}" belongs to another user, who could not read it after this. Save under another name.</source>
        <comment>io.other-owner</comment>
        <translation>“{0}”属于另一个用户，保存之后该用户将无法读取它。请换一个名称保存。</translation>
    </message>
    <message>
        <source>"{0}" cannot be opened: {1}</source>
        <comment>trace.not-opened</comment>
        <translation>无法打开“{0}”：{1}</translation>
    </message>
    <message>
        <source>"{0}" cannot be read: not enough memory.</source>
        <comment>io.no-memory-to-read</comment>
        <translation>无法读取“{0}”：内存不足。</translation>
    </message>
    <message>
        <source>"{0}" cannot be read: {1}.</source>
        <comment>io.not-read</comment>
        <translation>无法读取“{0}”：{1}。</translation>
    </message>
    <message>
        <source>"{0}" cannot be written: it is a pipe or socket without a reader. Save to a file.</source>
        <comment>io.pipe-without-reader</comment>
        <translation>无法写入“{0}”：它是没有读取方的管道或套接字。请保存为文件。</translation>
    </message>
    <message>
        <source>"{0}" cannot be written: it is a symbolic link that leads back to itself. Save under another name, or remove the link.</source>
        <comment>io.link-circle</comment>
        <translation>无法写入“{0}”：它是指回自身的符号链接。请另存为其他名称，或删除该链接。</translation>
    </message>
    <message>
        <source>"{0}" cannot be written: not enough memory.</source>
        <comment>io.no-memory-to-write</comment>
        <translation>无法写入“{0}”：内存不足。</translation>
    </message>
    <message>
        <source>"{0}" cannot be written: the file is read-only. Save under another name, or make the file writable.</source>
        <comment>io.read-only</comment>
        <translation>无法写入“{0}”：文件是只读的。请另存为其他名称，或使文件可写。</translation>
    </message>
    <message>
        <source>"{0}" cannot be written: {1}.</source>
        <comment>io.not-written</comment>
        <translation>无法写入“{0}”：{1}。</translation>
    </message>
    <message>
        <source>"{0}" cannot be written: {1}. Choose another place.</source>
        <comment>io.not-written-elsewhere</comment>
        <translation>无法写入“{0}”：{1}。请选择其他位置。</translation>
    </message>
    <message>
        <source>"{0}" cannot be written: {1}. The previous file is unchanged. Choose another place or free some space, and save again.</source>
        <comment>io.not-written-unchanged</comment>
        <translation>无法写入“{0}”：{1}。原有内容未变；请选择其他位置或腾出空间后再次保存。</translation>
    </message>
    <message>
        <source>"{0}" has the language "{1}"; known are en, zh, ko</source>
        <comment>lesson.unknown-language</comment>
        <translation>“{0}”的语言是“{1}”；已知的有 en、zh、ko</translation>
    </message>
    <message>
        <source>"{0}" is not known here; known are {1}</source>
        <comment>lesson.unknown-name</comment>
        <translation>这里没有“{0}”；已知的有 {1}</translation>
    </message>
    <message>
        <source>"{0}" is not the name of a figure. Choose a name that ends in .svg, .pdf or .png.</source>
        <comment>figure.format</comment>
        <translation>“{0}”不是图片的名称。请选择以 .svg、.pdf 或 .png 结尾的名称。</translation>
    </message>
    <message>
        <source>"{0}" must be {1}</source>
        <comment>lesson.must-be</comment>
        <translation>“{0}”应为{1}</translation>
    </message>
    <message>
        <source>A CPU can have 1 to 64 engine workers, not {0}.</source>
        <comment>run.cpu-workers</comment>
        <translation>CPU 可以有 1 到 64 个引擎工作线程，不能是 {0} 个。</translation>
    </message>
    <message>
        <source>A factor of a changed machine must be above 0.</source>
        <comment>machine.factor</comment>
        <translation>修改机器时，倍数必须大于 0。</translation>
    </message>
    <message>
        <source>A fit needs {0} different sizes, not {1}. Measure more sizes.</source>
        <comment>calibrate.too-few-sizes</comment>
        <translation>拟合需要 {0} 种不同的大小，现有 {1} 种。请测量更多的大小。</translation>
    </message>
    <message>
        <source>A time that is not above zero was measured: the clock of this platform is too coarse for so little work. Measure larger work.</source>
        <comment>calibrate.no-clock</comment>
        <translation>测得的时间不大于零：对这么小的工作量，此平台的时钟太粗糙。请测量更大的工作量。</translation>
    </message>
    <message>
        <source>An animated flip shows two runs, but there is only one. Keep a run as "before" first, or name the lines to flip.</source>
        <comment>figure.one-run</comment>
        <translation>切换动画需要两次运行，而现在只有一次。请先把一次运行保留为“之前”，或指定要切换的行。</translation>
    </message>
    <message>
        <source>An image of {0} × {1} pixels is too large. Choose a smaller size, or SVG or PDF, which have no pixels.</source>
        <comment>figure.too-large</comment>
        <translation>{0} × {1} 像素的图片太大。请选择较小的尺寸，或不使用像素的 SVG 或 PDF。</translation>
    </message>
    <message>
        <source>Another trace follows in the file. It is not shown.</source>
        <comment>trace.note.another-behind</comment>
        <translation>文件中还有另一个跟踪，未显示。</translation>
    </message>
    <message>
        <source>CUDA could not {0}: {1}.</source>
        <comment>run.cuda-failed</comment>
        <translation>CUDA 操作“{0}”失败：{1}。</translation>
    </message>
    <message>
        <source>CUDA graphs that were made: {0}, in {2} ms; their nodes: {1}.</source>
        <comment>gpu.note-graphs</comment>
        <translation>{0} 个 CUDA 图（共 {1} 个节点）用时 {2} ms 创建。</translation>
    </message>
    <message>
        <source>CUDA {0} (driver {1} or newer)</source>
        <comment>gpu.driver-for</comment>
        <translation>CUDA {0}（驱动程序 {1} 或更新版本）</translation>
    </message>
    <message>
        <source>Cleaning up after the run failed: {0}.</source>
        <comment>run.note.not-cleaned</comment>
        <translation>运行结束后的清理失败：{0}。</translation>
    </message>
    <message>
        <source>Collectives on {0} were ended before they were complete: {1}</source>
        <comment>run.gpu-interrupted</comment>
        <translation>{0} 上的集合通信在完成之前被终止：{1}</translation>
    </message>
    <message>
        <source>Events that are left out, because the file has more events or tracks than can be shown: {0}.</source>
        <comment>trace.note.events-bound</comment>
        <translation>略去 {0} 个事件：文件中的事件或轨道多于所能显示的数量。</translation>
    </message>
    <message>
        <source>Events that are left out, because their length is negative: {0}.</source>
        <comment>trace.note.events-backwards</comment>
        <translation>略去 {0} 个长度为负的事件。</translation>
    </message>
    <message>
        <source>Events that are left out, because their time is not a number: {0}.</source>
        <comment>trace.note.events-timeless</comment>
        <translation>略去 {0} 个时间不是数的事件。</translation>
    </message>
    <message>
        <source>From step {0} on, "{1}" is not a number (NaN). A learning rate that is too large or not a number causes this. Check the values that the first such step reads.</source>
        <comment>run.not-a-number</comment>
        <translation>从第 {0} 步起，"{1}" 不是数（NaN）。学习率过大或本身不是数时会这样：请看最先出现的那一步所读的数值。</translation>
    </message>
    <message>
        <source>GPU 0 and GPU 1 are two sets of streams on one {0} and share its speed.</source>
        <comment>gpu.shared</comment>
        <translation>GPU 0 和 GPU 1 是同一块 {0} 上的两组流，共享其速度。</translation>
    </message>
    <message>
        <source>GPU {0} and GPU {1} have no direct link: copies between them go through host memory.</source>
        <comment>calibrate.no-peer-link</comment>
        <translation>GPU {0} 与 GPU {1} 之间没有直接链路：两者之间的拷贝经由主机内存。</translation>
    </message>
    <message>
        <source>Invalid records that were left out: {0}.</source>
        <comment>trace.note.records-dropped</comment>
        <translation>略去 {0} 条无效记录。</translation>
    </message>
    <message>
        <source>It needs a number that was not measured: {0}.</source>
        <comment>calibrate.needs</comment>
        <translation>它需要一项未测得的数据：{0}。</translation>
    </message>
    <message>
        <source>It takes too long on this platform.</source>
        <comment>calibrate.too-slow</comment>
        <translation>在此平台上耗时太长。</translation>
    </message>
    <message>
        <source>Kernels in two streams never overlapped partly.</source>
        <comment>calibrate.never-side-by-side</comment>
        <translation>两个流中的核函数从未部分重叠。</translation>
    </message>
    <message>
        <source>Line {0} decides by a value that was not computed, so this run may take another branch than one with computed values.</source>
        <comment>run.branch-on-nan</comment>
        <translation>第 {0} 行按一个没有计算的值作判断，因此本次运行走的分支可能与计算数值时不同。</translation>
    </message>
    <message>
        <source>Line {0} of the listing ({1}) is not Python: {2}.</source>
        <comment>program.syntax-in-cell</comment>
        <translation>程序第 {0} 行（{1}）不是 Python：{2}。</translation>
    </message>
    <message>
        <source>Line {0} of the listing is not Python: {1}.</source>
        <comment>program.syntax</comment>
        <translation>程序第 {0} 行不是 Python：{1}。</translation>
    </message>
    <message>
        <source>More ranks ({0}) than cores ({1}) run on this computer: they take turns, so all times are longer than with a core for each rank.</source>
        <comment>run.note.shared-cores</comment>
        <translation>本机运行的 rank（{0} 个）多于核心（{1} 个）：它们轮流运行，所以所有时间都比每个 rank 独占一个核心时长。</translation>
    </message>
    <message>
        <source>Most of the lost time, {1}, is spent waiting for rank {0}</source>
        <comment>ranks.late.rarely</comment>
        <translation>损失的时间大部分（{1}）用于等待 rank {0}</translation>
    </message>
    <message>
        <source>NCCL is not available for this sum: it needs its library and several NVIDIA GPUs of this computer, one tensor on each. Choose the ring, or naive.</source>
        <comment>run.no-nccl</comment>
        <translation>NCCL 无法用于这次求和：它需要其库，以及本机的多块 NVIDIA GPU，每块上一个张量。请选择 ring 或 naive。</translation>
    </message>
    <message>
        <source>NCCL is not installed for rank {0}.</source>
        <comment>run.note.no-library</comment>
        <translation>rank {0} 没有安装 NCCL。</translation>
    </message>
    <message>
        <source>NCCL is used for collectives only, not for transfers between two ranks.</source>
        <comment>run.note.transfer</comment>
        <translation>NCCL 只用于集合通信，不用于两个 rank 之间的传输。</translation>
    </message>
    <message>
        <source>Names late in the file are left out: together they are too long.</source>
        <comment>trace.note.names-bound</comment>
        <translation>略去文件后部的名称：它们合起来太长。</translation>
    </message>
    <message>
        <source>No GPU can be shared here. {0}</source>
        <comment>machine.no-shared-gpu</comment>
        <translation>这里没有可共用的 GPU。{0}</translation>
    </message>
    <message>
        <source>Nothing makes this line wait for the other stream that writes or still reads its data. The virtual machine waits; a GPU would not. Call wait_stream() or use an event.</source>
        <comment>run.stream-unsynchronized</comment>
        <translation>没有任何东西让这一行等待另一个流，而那个流正在产生或仍在读取它所需的数据。虚拟机会等待，GPU 不会：请用 wait_stream() 或事件来说明。</translation>
    </message>
    <message>
        <source>OVERLAP_RUN_MEMORY is "{0}", which is not a number of mebibytes: the records of this run may use {1}, as without it. For 8 GiB set it to 8192.</source>
        <comment>run.memory-variable</comment>
        <translation>OVERLAP_RUN_MEMORY 为“{0}”，不是以 MiB 为单位的数：本次运行的记录最多可使用 {1}，与未设置时相同。若要设为 8 GiB，请设为 8192。</translation>
    </message>
    <message>
        <source>Open MPI starts nothing as root unless OMPI_ALLOW_RUN_AS_ROOT=1 and OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 are set. Run as another user, or set both.</source>
        <comment>ranks.mpi.root</comment>
        <translation>除非设置了 OMPI_ALLOW_RUN_AS_ROOT=1 和 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1，Open MPI 不会以 root 身份启动程序。请换一个用户运行，或设置这两个变量。</translation>
    </message>
    <message>
        <source>Opening "{0}" was stopped.</source>
        <comment>trace.stopped</comment>
        <translation>已停止打开“{0}”。</translation>
    </message>
    <message>
        <source>Other programs used {0} % of the processor cores. Calibrate again when the computer is idle.</source>
        <comment>calibrate.others-at-work</comment>
        <translation>其他程序占用了处理器核心的 {0} %。请在计算机空闲时重新校准。</translation>
    </message>
    <message>
        <source>Overlap's programs and machines were not found in {0}. Set OVERLAP_RESOURCES to the folder that contains workloads and machines.</source>
        <comment>program.resources-missing</comment>
        <translation>在 {0} 中没有找到 Overlap 的程序和机器；请把 OVERLAP_RESOURCES 设为包含 workloads 和 machines 的文件夹。</translation>
    </message>
    <message>
        <source>Python does not start ({0}): {1}.</source>
        <comment>python.not-started</comment>
        <translation>Python 无法启动（{0}）：{1}。</translation>
    </message>
    <message>
        <source>Python does not start: not enough memory.</source>
        <comment>python.no-memory</comment>
        <translation>Python 无法启动：没有内存。</translation>
    </message>
    <message>
        <source>Python is already running in this process.</source>
        <comment>python.already-running</comment>
        <translation>Python 已在本进程中运行。</translation>
    </message>
    <message>
        <source>Python itself takes no time on a virtual machine: between its operations, the program's own code took {0} ms on this computer, which the modelled times do not include.</source>
        <comment>run.python-unmodelled</comment>
        <translation>在虚拟机器上 Python 本身不占用时间：在这台计算机上，程序自己的代码在操作之间用了 {0} 毫秒，模型时间不包含它。</translation>
    </message>
    <message>
        <source>Python started, but the dialects cannot be loaded: {0}</source>
        <comment>python.dialects-not-loaded</comment>
        <translation>Python 已启动，但无法加载框架层：{0}</translation>
    </message>
    <message>
        <source>Python's standard library was not found in {0}, and programs cannot run without it. Install the package libpython3.11-stdlib.</source>
        <comment>python.library-missing</comment>
        <translation>在 {0} 中没有找到 Python 标准库，没有它程序无法运行；请安装软件包 libpython3.11-stdlib。</translation>
    </message>
    <message>
        <source>Rank 0 runs on another computer, from which the run cannot be shown. Name this computer first in the file of hosts.</source>
        <comment>ranks.first-host</comment>
        <translation>rank 0 在另一台计算机上运行，无法从那里显示这次运行。请在主机文件中把本机写在第一行。</translation>
    </message>
    <message>
        <source>Rank {0} costs the others {1} per collective</source>
        <comment>ranks.late.a-collective</comment>
        <translation>rank {0} 每次集合通信让其他 rank 多花 {1}</translation>
    </message>
    <message>
        <source>Rank {0} costs the others {1} per step</source>
        <comment>ranks.late.a-step</comment>
        <translation>rank {0} 每步让其他 rank 多花 {1}</translation>
    </message>
    <message>
        <source>Rank {0} runs on another computer, and {1} of its records have not arrived yet. They follow during the run or at its end.</source>
        <comment>ranks.note.late</comment>
        <translation>rank {0} 在另一台计算机上运行，它的记录中还有 {1} 没有到达。这些记录会在运行期间或运行结束时到达。</translation>
    </message>
    <message>
        <source>Ranks on this computer communicate by MPI, and there is no {0}. Install openmpi-bin and libopenmpi-dev (apt-get install openmpi-bin libopenmpi-dev) and build again, or choose one rank, or a virtual machine.</source>
        <comment>ranks.mpi.missing</comment>
        <translation>本机的各 rank 通过 MPI 通信，但没有找到 {0}。请安装 openmpi-bin 和 libopenmpi-dev（apt-get install openmpi-bin libopenmpi-dev）并重新构建，或选择一个 rank，或选择虚拟机。</translation>
    </message>
    <message>
        <source>Ranks on this computer communicate by MPI, and {0} cannot be loaded: {1}. Install openmpi-bin (apt-get install openmpi-bin), or choose one rank, or a virtual machine.</source>
        <comment>ranks.mpi.not-loaded</comment>
        <translation>本机的各 rank 通过 MPI 通信，但无法加载 {0}：{1}。请安装 openmpi-bin（apt-get install openmpi-bin），或选择一个 rank，或选择虚拟机。</translation>
    </message>
    <message>
        <source>Ranks on this computer communicate by MPI, and {0} is of another version. Build again, or choose one rank, or a virtual machine.</source>
        <comment>ranks.mpi.other-version</comment>
        <translation>本机的各 rank 通过 MPI 通信，但 {0} 的版本不同。请重新构建，或选择一个 rank，或选择虚拟机。</translation>
    </message>
    <message>
        <source>Ranks that have a trace here: {0} of {1}. Collectives wait for ranks that are not shown.</source>
        <comment>ranks.note.missing</comment>
        <translation>这里只有 {1} 个 rank 中 {0} 个的记录。集合通信会等待未显示的 rank。</translation>
    </message>
    <message>
        <source>Ranks {0} and {1} have different versions of NCCL.</source>
        <comment>run.note.other-library</comment>
        <translation>rank {0} 和 rank {1} 的 NCCL 版本不同。</translation>
    </message>
    <message>
        <source>Ranks {0} and {1} use the same GPU, and NCCL needs one for each.</source>
        <comment>run.note.same-gpu</comment>
        <translation>rank {0} 和 rank {1} 使用同一块 GPU，而 NCCL 需要每个 rank 各有一块。</translation>
    </message>
    <message>
        <source>Reading the trace was stopped.</source>
        <comment>trace.reading-stopped</comment>
        <translation>已停止读取跟踪。</translation>
    </message>
    <message>
        <source>Repeated measurements never agreed; the fastest samples were used: {0}.</source>
        <comment>calibrate.not-agreed</comment>
        <translation>重复测量始终不一致，采用了最快的样本：{0}。</translation>
    </message>
    <message>
        <source>Several ranks need the program overlap-run beside this one. Install it, or run the program as one rank.</source>
        <comment>ranks.no-program</comment>
        <translation>多个 rank 需要本程序旁边的 overlap-run。请安装它，或只用一个 rank 运行。</translation>
    </message>
    <message>
        <source>Spans overlap on lane "{0}", which should run one operation at a time: its busy time is counted twice there.</source>
        <comment>trace.note.lane-overlap</comment>
        <translation>通道“{0}”上的时间段有重叠，而该通道一次只应执行一个操作：重叠处的忙碌时间被计算两次。</translation>
    </message>
    <message>
        <source>Stopped in batch {0} of {1}: everything recorded until then is kept and can be saved.</source>
        <comment>run.stopped-in-batch</comment>
        <translation>在第 {0} 个批量（共 {1} 个）停止：此前记录的内容都保留，可以保存。</translation>
    </message>
    <message>
        <source>Stopped in batch {0}: everything recorded until then is kept and can be saved.</source>
        <comment>run.stopped-in</comment>
        <translation>在第 {0} 个批量停止：此前记录的内容都保留，可以保存。</translation>
    </message>
    <message>
        <source>Stored as metrics, because the file does not tell whose memory they count: {0} and more.</source>
        <comment>trace.note.byte-counters-more</comment>
        <translation>作为指标保存，因为文件没有说明它们统计的是哪块内存：{0} 等。</translation>
    </message>
    <message>
        <source>Stored as metrics, because the file does not tell whose memory they count: {0}.</source>
        <comment>trace.note.byte-counters</comment>
        <translation>作为指标保存，因为文件没有说明它们统计的是哪块内存：{0}。</translation>
    </message>
    <message>
        <source>TF32 changes nothing here. {0}</source>
        <comment>gpu.no-tf32</comment>
        <translation>TF32 在此不起作用。{0}</translation>
    </message>
    <message>
        <source>The CUDA module cannot be used: {0}. Restarting the computer may help.</source>
        <comment>gpu.module-failed</comment>
        <translation>无法使用 CUDA 模块：{0}。重新启动计算机可能有帮助。</translation>
    </message>
    <message>
        <source>The CUDA module {0} cannot be used: it is not a module of this program.</source>
        <comment>gpu.module-foreign</comment>
        <translation>无法使用 CUDA 模块 {0}：它不是本程序的模块。</translation>
    </message>
    <message>
        <source>The CUDA module {0} cannot be used: it was built for another version of this program. Rebuild it.</source>
        <comment>gpu.module-version</comment>
        <translation>无法使用 CUDA 模块 {0}：它是为本程序的其他版本构建的。请重新构建。</translation>
    </message>
    <message>
        <source>The CUDA module {0} cannot be used: {1}. Install its CUDA libraries, or remove the file.</source>
        <comment>gpu.module-not-loaded</comment>
        <translation>无法使用 CUDA 模块 {0}：{1}。请安装它所需的 CUDA 库，或删除该文件。</translation>
    </message>
    <message>
        <source>The GPUs could not be connected. Rank {0}: {1}</source>
        <comment>run.note.not-connected</comment>
        <translation>未能连接各 GPU。rank {0}：{1}</translation>
    </message>
    <message>
        <source>The NVIDIA driver finds no GPU in this computer that programs may use (CUDA_VISIBLE_DEVICES can hide them).</source>
        <comment>gpu.none</comment>
        <translation>NVIDIA 驱动程序在本机上找不到程序可以使用的 GPU（CUDA_VISIBLE_DEVICES 可能隐藏了它们）。</translation>
    </message>
    <message>
        <source>The NVIDIA driver of this computer is too old: it supports CUDA {0}, the program needs {1}. Install a newer driver to run on its GPUs.</source>
        <comment>gpu.old-driver</comment>
        <translation>本机的 NVIDIA 驱动程序过旧：它支持 CUDA {0}，而程序需要 {1}。请安装更新的驱动程序以便在 GPU 上运行。</translation>
    </message>
    <message>
        <source>The calibration was stopped; nothing was written.</source>
        <comment>calibrate.stopped</comment>
        <translation>校准已停止；没有写入任何内容。</translation>
    </message>
    <message>
        <source>The chapter's programs were not found in {0}.</source>
        <comment>program.chapter-missing</comment>
        <translation>在 {0} 中没有找到本章的程序。</translation>
    </message>
    <message>
        <source>The clock of this platform recorded no time for it.</source>
        <comment>calibrate.no-samples</comment>
        <translation>此平台的时钟没有为它记录到时间。</translation>
    </message>
    <message>
        <source>The clocks of the ranks contradict each other (collectives: {0}): one ends on rank {1} {2} before rank {3} arrives, which is more than the comparison of their clocks may be off by. Times of different ranks are off by at least that.</source>
        <comment>ranks.clocks</comment>
        <translation>各 rank 的时钟互相矛盾（集合通信：{0}）：其中一次在 rank {1} 上结束的时间比 rank {3} 到达早 {2}，超过了时钟比较可能的误差。不同 rank 的时间至少相差这么多。</translation>
    </message>
    <message>
        <source>The compression library failed: {0}. Try again, or choose another file name.</source>
        <comment>io.compression</comment>
        <translation>压缩库出错：{0}。请重试，或选择其他文件名。</translation>
    </message>
    <message>
        <source>The computer has no 64 MiB of free memory. Close other programs.</source>
        <comment>calibrate.no-memory</comment>
        <translation>计算机没有 64 MiB 的可用内存。请关闭其他程序。</translation>
    </message>
    <message>
        <source>The database is damaged. What could be read is shown.</source>
        <comment>trace.note.database-damaged</comment>
        <translation>数据库已损坏；显示能读出的部分。</translation>
    </message>
    <message>
        <source>The dialects (torch, mxnet, d2l) were not found in {0}, and programs cannot run without them. Install Overlap again.</source>
        <comment>python.dialects-missing</comment>
        <translation>在 {0} 中没有找到框架层（torch、mxnet、d2l），没有它们程序无法运行；请重新安装 Overlap。</translation>
    </message>
    <message>
        <source>The figure could not be drawn as {0}. Choose another format.</source>
        <comment>figure.not-drawn</comment>
        <translation>无法将图片绘制为 {0}。请选择其他格式。</translation>
    </message>
    <message>
        <source>The file has invalid JSON at byte {0}. Everything before that is shown.</source>
        <comment>trace.note.invalid-json</comment>
        <translation>文件在第 {0} 字节处不是有效的 JSON；显示此前的部分。</translation>
    </message>
    <message>
        <source>The file has more than a trace can store, 2 GiB or 134 million records. The first {0} records are shown.</source>
        <comment>trace.note.records-bound</comment>
        <translation>文件的内容超过一个跟踪所能容纳的 2 GiB 或 1.34 亿条记录；显示其前 {0} 条记录。</translation>
    </message>
    <message>
        <source>The file is cut off or damaged after record {0}. Everything before that is shown.</source>
        <comment>trace.note.records-cut</comment>
        <translation>文件在 {0} 条记录之后被截断或损坏；显示此前的部分。</translation>
    </message>
    <message>
        <source>The file is cut off or damaged within its gzip data. Everything before that is shown.</source>
        <comment>trace.note.gzip-damaged</comment>
        <translation>文件在 gzip 压缩内被截断或损坏；显示此前的部分。</translation>
    </message>
    <message>
        <source>The file is cut off within an event. Everything before that is shown.</source>
        <comment>trace.note.event-cut</comment>
        <translation>文件在一个事件中间被截断；显示此前的部分。</translation>
    </message>
    <message>
        <source>The file is larger than {0} GiB when decompressed. Its first {0} GiB are shown.</source>
        <comment>trace.note.unpacked-bound</comment>
        <translation>文件解压后大于 {0} GiB；显示其前 {0} GiB。</translation>
    </message>
    <message>
        <source>The length of the launch queue was not found: no call blocked between the 16th and the 3000th launch.</source>
        <comment>calibrate.no-queue-length</comment>
        <translation>没有找到启动队列的长度：从第 16 次到第 3000 次启动之间，没有调用被阻塞。</translation>
    </message>
    <message>
        <source>The lesson "{0}" cannot be used: {1}.</source>
        <comment>lesson.unusable</comment>
        <translation>无法使用课程“{0}”：{1}。</translation>
    </message>
    <message>
        <source>The limit on pending operations is 0 (no limit) or more, not {0}.</source>
        <comment>run.pending-bound</comment>
        <translation>待处理操作的上限应为 0（不限）或更大，不能是 {0}。</translation>
    </message>
    <message>
        <source>The listing is nested too deeply. Write its longest expression as several statements.</source>
        <comment>program.nested-too-deep</comment>
        <translation>程序嵌套太深，无法跟踪。请把其中最长的表达式拆成几条语句。</translation>
    </message>
    <message>
        <source>The machine file {0} cannot be read: {1}.</source>
        <comment>machine.not-read</comment>
        <translation>无法读取机器文件 {0}：{1}。</translation>
    </message>
    <message>
        <source>The parameter allReduce selects how MXNet's Trainer adds gradients. It has no effect in a program for torch: leave it out, or run a listing for mxnet.</source>
        <comment>program.all-reduce-torch</comment>
        <translation>参数 allReduce 选择 MXNet 的 Trainer 如何累加梯度，对 torch 程序不起作用：请去掉它，或运行 mxnet 程序。</translation>
    </message>
    <message>
        <source>The parameter devices names GPU {0}, but the machine {1} has no GPU. Leave devices out, or choose cpu.</source>
        <comment>program.devices-no-gpu</comment>
        <translation>参数 devices 指定了 GPU {0}，但机器 {1} 没有 GPU。请去掉 devices，或选择 cpu。</translation>
    </message>
    <message>
        <source>The parameter devices names GPU {0}, but the machine {1} has one, GPU 0.</source>
        <comment>program.devices-one-gpu</comment>
        <translation>参数 devices 指定了 GPU {0}，但机器 {1} 只有一个，即 GPU 0。</translation>
    </message>
    <message>
        <source>The parameter devices names GPU {0}, but the machine {1} has {2}, GPU 0 to GPU {3}.</source>
        <comment>program.devices-fewer-gpus</comment>
        <translation>参数 devices 指定了 GPU {0}，但机器 {1} 有 {2} 个，即 GPU 0 到 GPU {3}。</translation>
    </message>
    <message>
        <source>The parameter devices takes numbers of GPUs such as 0,1, each once; it is {0}.</source>
        <comment>program.devices-repeated</comment>
        <translation>参数 devices 接受 GPU 的编号，如 0,1，每个一次；现在是 {0}。</translation>
    </message>
    <message>
        <source>The parameter devices takes numbers of GPUs such as 0,1, or all, or cpu for none; it is {0}.</source>
        <comment>program.devices</comment>
        <translation>参数 devices 接受 GPU 的编号（如 0,1）、all，或表示不用 GPU 的 cpu；现在是 {0}。</translation>
    </message>
    <message>
        <source>The parameter {0} is one of {1}; it is {2}.</source>
        <comment>program.parameter-choice</comment>
        <translation>参数 {0} 应为 {1} 之一；现在是 {2}。</translation>
    </message>
    <message>
        <source>The parameter {0} must be {1}; it is {2}.</source>
        <comment>program.parameter-value</comment>
        <translation>参数 {0} 必须是 {1}；现在是 {2}。</translation>
    </message>
    <message>
        <source>The platform did not report when a kernel ran.</source>
        <comment>calibrate.no-kernel-times</comment>
        <translation>平台没有报告核函数的运行时间。</translation>
    </message>
    <message>
        <source>The platform does not report how much memory the GPU has.</source>
        <comment>calibrate.no-gpu-memory</comment>
        <translation>平台没有报告 GPU 的内存大小。</translation>
    </message>
    <message>
        <source>The predictions were not compared with programs, because other programs used {0} % of the processor cores: calibrate again when the computer is idle.</source>
        <comment>calibrate.no-trial</comment>
        <translation>没有将预测与程序的实测比较，因为其他程序占用了处理器核心的 {0} %：请在计算机空闲时重新校准。</translation>
    </message>
    <message>
        <source>The predictions were not compared with programs. {0}</source>
        <comment>calibrate.not-held-out</comment>
        <translation>没有用程序检验预测。{0}</translation>
    </message>
    <message>
        <source>The program issues more operations than a run can store. Let it issue fewer.</source>
        <comment>run.too-many-operations</comment>
        <translation>程序提交的操作超过一次运行所能保留的数量；请减少它的工作量。</translation>
    </message>
    <message>
        <source>The program printed more than 4 MiB. The rest is not stored.</source>
        <comment>run.output-bound</comment>
        <translation>程序打印的内容超过 4 MiB。其余部分未保存。</translation>
    </message>
    <message>
        <source>The program ran more than 200,000 statements. Later statements are not drawn one by one.</source>
        <comment>run.statements-bound</comment>
        <translation>程序运行了 200,000 条以上的语句。其后的语句不再逐条绘制。</translation>
    </message>
    <message>
        <source>The program {0} raised: {1}.</source>
        <comment>calibrate.program-raised</comment>
        <translation>程序 {0} 引发了异常：{1}。</translation>
    </message>
    <message>
        <source>The ranks could not be started: {0}. Run the program on one rank, or reinstall Overlap.</source>
        <comment>ranks.not-served</comment>
        <translation>无法启动各 rank：{0}。请只用一个 rank 运行程序，或重新安装 Overlap。</translation>
    </message>
    <message>
        <source>The ranks exchange tensors of GPUs by MPI through page-locked memory of the host, not by NCCL between the GPUs: a copy to the host, the exchange, a copy back.</source>
        <comment>run.note.staged</comment>
        <translation>各 rank 通过 MPI 和主机的锁页内存交换 GPU 上的张量，而不是由 NCCL 在 GPU 之间直接交换：先复制到主机，再交换，然后复制回 GPU。</translation>
    </message>
    <message>
        <source>The ranks exchange tensors of GPUs by {0}, between the GPUs. It adds in an order of its own, so sums may differ in their last digits from those of MPI, which adds in the order of the ranks.</source>
        <comment>run.note.library</comment>
        <translation>各 rank 通过 {0} 在 GPU 之间直接交换 GPU 上的张量。它按自己的顺序相加，因此求和结果的最后几位可能与 MPI 的不同；MPI 按 rank 的顺序相加。</translation>
    </message>
    <message>
        <source>The records of rank {0} end here: after the stop, the rest was awaited for {1} s and did not arrive from its computer.</source>
        <comment>ranks.note.cut-at-limit</comment>
        <translation>rank {0} 的记录到此为止：停止后等待了 {1} 秒，其余部分仍没有从它的计算机到达。</translation>
    </message>
    <message>
        <source>The records of rank {0} end here: the rest did not arrive from its computer.</source>
        <comment>ranks.note.cut</comment>
        <translation>rank {0} 的记录到此为止：其余部分没有从它的计算机到达。</translation>
    </message>
    <message>
        <source>The run failed: {0}.</source>
        <comment>run.failed</comment>
        <translation>运行出错：{0}。</translation>
    </message>
    <message>
        <source>The run has ended. It accepts no more operations.</source>
        <comment>run.ended</comment>
        <translation>运行已结束，不再接受操作。</translation>
    </message>
    <message>
        <source>The run needs more memory than this computer has free.</source>
        <comment>run.no-memory</comment>
        <translation>运行需要的内存多于本机的可用内存。</translation>
    </message>
    <message>
        <source>The run was stopped.</source>
        <comment>run.stopped</comment>
        <translation>运行已停止。</translation>
    </message>
    <message>
        <source>The system refused the program more memory or threads ({0}). Its limits are too small: see ulimit -a.</source>
        <comment>run.no-resources</comment>
        <translation>系统拒绝再给程序内存或线程（{0}）。其限制过小：请查看 ulimit -a。</translation>
    </message>
    <message>
        <source>The time for it was up.</source>
        <comment>calibrate.time-up</comment>
        <translation>规定的时间已用完。</translation>
    </message>
    <message>
        <source>The times do not grow with the amount of work, so they contain no rate. Measure larger work.</source>
        <comment>calibrate.no-rate</comment>
        <translation>时间不随工作量增长，因此得不到速率。请测量更大的工作量。</translation>
    </message>
    <message>
        <source>The trace is complete. Bytes after it that do not belong to it: {0}.</source>
        <comment>trace.note.bytes-behind</comment>
        <translation>跟踪是完整的，但文件后面还有 {0} 个不属于它的字节。</translation>
    </message>
    <message>
        <source>The traces of these ranks are damaged and left out: {0}.</source>
        <comment>ranks.note.damaged</comment>
        <translation>以下 rank 的记录已损坏，未包括在内：{0}。</translation>
    </message>
    <message>
        <source>There is no file {0}.</source>
        <comment>program.no-file</comment>
        <translation>没有文件 {0}。</translation>
    </message>
    <message>
        <source>There is no folder for temporary files: {0}. Set TMPDIR to a folder that exists.</source>
        <comment>calibrate.no-temporary-folder</comment>
        <translation>没有存放临时文件的文件夹：{0}。请把 TMPDIR 设为已存在的文件夹。</translation>
    </message>
    <message>
        <source>There is no machine "{0}" and no file of that name. Known: {1} (none in {2}).</source>
        <comment>machine.unknown-empty-folder</comment>
        <translation>没有机器“{0}”，也没有这个名字的文件。已知：{1}（{2} 中没有）。</translation>
    </message>
    <message>
        <source>There is no machine "{0}" and no file of that name. Known: {1}.</source>
        <comment>machine.unknown</comment>
        <translation>没有机器“{0}”，也没有这个名字的文件。已知：{1}。</translation>
    </message>
    <message>
        <source>There is no mpirun, which starts ranks on this computer. Install openmpi-bin (apt-get install openmpi-bin), or choose one rank, or a virtual machine.</source>
        <comment>ranks.mpi.no-mpirun</comment>
        <translation>没有找到 mpirun，本机的各 rank 由它启动。请安装 openmpi-bin（apt-get install openmpi-bin），或选择一个 rank，或选择虚拟机。</translation>
    </message>
    <message>
        <source>There is no program {0}: neither a file nor one of {1}.</source>
        <comment>program.unknown</comment>
        <translation>没有程序 {0}：既不是文件，也不是 {1} 之一。</translation>
    </message>
    <message>
        <source>There is no variant "{0}" of this computer. There are this-computer+tf32 (matrix products in TF32 on its GPUs) and this-computer+shared (its one GPU twice).</source>
        <comment>machine.unknown-variant</comment>
        <translation>本机没有变体“{0}”。有 this-computer+tf32（GPU 的矩阵乘积使用 TF32）和 this-computer+shared（把唯一的 GPU 用作两块）。</translation>
    </message>
    <message>
        <source>There is not enough memory for an image of that size. Choose a smaller size.</source>
        <comment>figure.no-memory</comment>
        <translation>内存不足，无法生成这种尺寸的图片。请选择较小的尺寸。</translation>
    </message>
    <message>
        <source>These profiles do not state their ranks, so the numbers in the names of the files are used.</source>
        <comment>ranks.note.by-name</comment>
        <translation>这些性能分析文件没有注明 rank，因此使用文件名中的编号。</translation>
    </message>
    <message>
        <source>This computer has no NVIDIA driver, so its GPUs, if it has any, cannot be used. To run on them, install the driver for {0}.</source>
        <comment>gpu.no-driver</comment>
        <translation>本机没有 NVIDIA 驱动程序，因此即使有 GPU 也无法使用。要在 GPU 上运行，请安装适用于 {0} 的驱动程序。</translation>
    </message>
    <message>
        <source>This computer has {0} GPUs, so none of them needs to be used twice. Choose this-computer.</source>
        <comment>machine.shared-needless</comment>
        <translation>本机有 {0} 块 GPU，不需要把其中一块用作两块。请选择 this-computer。</translation>
    </message>
    <message>
        <source>This computer's GPU does not respond: {0}. Restarting the computer may help.</source>
        <comment>gpu.no-response</comment>
        <translation>本机的 GPU 没有响应：{0}。重新启动计算机可能有帮助。</translation>
    </message>
    <message>
        <source>This computer's GPU, {0}, has compute capability {1}; the module for CUDA {2} has kernels for {3} and newer only.</source>
        <comment>gpu.too-old</comment>
        <translation>本机的 GPU（{0}）的计算能力为 {1}；面向 CUDA {2} 的模块只有 {3} 及更高版本的核函数。</translation>
    </message>
    <message>
        <source>This computer's GPUs, if it has any, cannot be used: the CUDA module was not found ({0}). It is built where the CUDA toolkit is installed.</source>
        <comment>gpu.module-not-found</comment>
        <translation>即使本机有 GPU 也无法使用：找不到 CUDA 模块（{0}）。安装了 CUDA 工具包时才会构建该模块。</translation>
    </message>
    <message>
        <source>This file has no operation that can be shown: no event has a start and an end that are numbers within the range of a trace.</source>
        <comment>trace.note.no-operations</comment>
        <translation>这个文件没有可以显示的操作：没有一个事件的开始和结束都是跟踪范围内的数。</translation>
    </message>
    <message>
        <source>This is not a machine file: it has no {0}. Choose a complete machine file.</source>
        <comment>machine.incomplete</comment>
        <translation>这不是机器文件：缺少 {0}。请选择完整的机器文件。</translation>
    </message>
    <message>
        <source>This is not an Overlap trace: its first bytes differ.</source>
        <comment>trace.not-overlap</comment>
        <translation>这不是 Overlap 的跟踪：开头不对。</translation>
    </message>
    <message>
        <source>This line uses data that a copy may still be writing. The virtual machine waits; a program on a GPU would not. Call synchronize() first.</source>
        <comment>run.copy-unsynchronized</comment>
        <translation>这一行使用的数据可能仍在复制中。虚拟机会等待，而 GPU 上的程序不会：请先调用 synchronize()。</translation>
    </message>
    <message>
        <source>This program has no parameter {0}. It has {1}.</source>
        <comment>program.no-parameter</comment>
        <translation>这个程序没有参数 {0}；有 {1}。</translation>
    </message>
    <message>
        <source>This run has recorded {0} operations ({1} in memory), and {2}, so it was stopped. What was recorded is kept. Let the program issue fewer operations, or end its loop.</source>
        <comment>run.bound</comment>
        <translation>这次运行已记录 {0} 个操作（占用内存 {1}），而且{2}，因此已停止。已记录的内容都保留。请让程序少提交一些操作，或结束循环。</translation>
    </message>
    <message>
        <source>This run models times only: from line {0} on, numbers that the program reads are nan (integers 0, booleans False). To see what it learns, choose Computed beside the machine, or --values computed.</source>
        <comment>run.reads-nan</comment>
        <translation>本次运行只模拟时间：从第 {0} 行起，程序读到的数都是 nan（整数为 0，真值为 False）。要看它学到什么，请在机器旁选择“计算数值”，或用 --values computed。</translation>
    </message>
    <message>
        <source>This run models times only: no values were computed. To read them, choose Computed beside the machine, or --values computed.</source>
        <comment>run.times-only</comment>
        <translation>这次运行只模拟时间：没有计算数值。要读取数值，请在机器旁选择“计算数值”，或用 --values computed。</translation>
    </message>
    <message>
        <source>This trace has version {0} of the format, and this program reads versions up to {1}. A newer Overlap may open it.</source>
        <comment>trace.other-version</comment>
        <translation>这个跟踪的格式版本是 {0}，而本程序最高读取版本 {1}。更新的 Overlap 或许能打开它。</translation>
    </message>
    <message>
        <source>This trace is cut off or damaged before its first record.</source>
        <comment>trace.no-record</comment>
        <translation>这个跟踪在第一条记录之前就被截断或损坏。</translation>
    </message>
    <message>
        <source>Threads of the program may still be running: {0}.</source>
        <comment>run.note.threads-left</comment>
        <translation>程序的线程可能仍在运行：{0}。</translation>
    </message>
    <message>
        <source>Times that were moved to respect the order of operations: {0}, by at most {1} µs; times that were not measured: {2}.</source>
        <comment>gpu.note-moved</comment>
        <translation>为符合操作的顺序，{0} 个时间最多移动了 {1} µs；{2} 个时间没有测得。</translation>
    </message>
    <message>
        <source>Two kernels together take {0} times as long as one: either both fit or neither leaves room. Try other sizes.</source>
        <comment>calibrate.no-share</comment>
        <translation>两个核函数一起运行的时间是一个的 {0} 倍：要么都能容纳，要么都不留空间。请尝试其他大小。</translation>
    </message>
    <message>
        <source>Values can be computed by 1 to 256 threads, not by {0}.</source>
        <comment>run.value-threads</comment>
        <translation>数值可由 1 到 256 个线程计算，不能是 {0} 个。</translation>
    </message>
    <message>
        <source>Values cannot be computed here: this build has no CPU engine. Choose timing only.</source>
        <comment>run.no-cpu-engine</comment>
        <translation>这里无法计算数值：此版本没有 CPU 引擎。请选择只计时间。</translation>
    </message>
    <message>
        <source>Views are copies on this computer: after a write to a tensor or to a view of it, operations (view, slice_assign) update the others. In PyTorch and MXNet they share the memory, and take no time.</source>
        <comment>run.note.views</comment>
        <translation>在本机上，视图是副本：张量或其视图被写入后，由操作（view、slice_assign）更新其余各个。在 PyTorch 和 MXNet 中，视图共享内存，不花时间。</translation>
    </message>
    <message>
        <source>a device</source>
        <comment>io.a-device</comment>
        <translation>设备</translation>
    </message>
    <message>
        <source>a folder</source>
        <comment>io.a-folder</comment>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>a list [ ... ]</source>
        <comment>field.list</comment>
        <translation>列表 [ ... ]</translation>
    </message>
    <message>
        <source>a list of at most {0}</source>
        <comment>lesson.short-list</comment>
        <translation>最多 {0} 项的列表</translation>
    </message>
    <message>
        <source>a list of texts</source>
        <comment>machine.field.texts</comment>
        <translation>文本列表</translation>
    </message>
    <message>
        <source>a note needs a "shape" (text, arrow, box) and a place "from"</source>
        <comment>lesson.note-incomplete</comment>
        <translation>注释需要“shape”（text、arrow、box）和位置“from”</translation>
    </message>
    <message>
        <source>a number</source>
        <comment>field.number</comment>
        <translation>数</translation>
    </message>
    <message>
        <source>a number from {0} to {1}</source>
        <comment>program.number</comment>
        <translation>从 {0} 到 {1} 的数</translation>
    </message>
    <message>
        <source>a number or a short text</source>
        <comment>lesson.value</comment>
        <translation>数或短文本</translation>
    </message>
    <message>
        <source>a pipe</source>
        <comment>io.a-pipe</comment>
        <translation>管道</translation>
    </message>
    <message>
        <source>a question needs a "text"</source>
        <comment>lesson.question-without-text</comment>
        <translation>问题需要“text”</translation>
    </message>
    <message>
        <source>a socket</source>
        <comment>io.a-socket</comment>
        <translation>套接字</translation>
    </message>
    <message>
        <source>a step needs a "title", a "text" and a "program" such as "13.3.1"</source>
        <comment>lesson.step-incomplete</comment>
        <translation>一个步骤需要“title”、“text”和“program”（例如“13.3.1”）</translation>
    </message>
    <message>
        <source>a text</source>
        <comment>field.text</comment>
        <translation>文本</translation>
    </message>
    <message>
        <source>a text of at most {0} letters</source>
        <comment>lesson.short-text</comment>
        <translation>最多 {0} 个字符的文本</translation>
    </message>
    <message>
        <source>a text, or a text for each of en, zh, ko, of at most {0} letters</source>
        <comment>lesson.texts</comment>
        <translation>文本，或 en、zh、ko 各一个文本，最多 {0} 个字符</translation>
    </message>
    <message>
        <source>a time in seconds above 0</source>
        <comment>machine.field.seconds</comment>
        <translation>大于 0 的秒数</translation>
    </message>
    <message>
        <source>a whole number</source>
        <comment>field.whole-number</comment>
        <translation>整数</translation>
    </message>
    <message>
        <source>a whole number from {0} to {1}</source>
        <comment>program.whole-number</comment>
        <translation>从 {0} 到 {1} 的整数</translation>
    </message>
    <message>
        <source>a whole number of at least {0}</source>
        <comment>program.whole-number-at-least</comment>
        <translation>不小于 {0} 的整数</translation>
    </message>
    <message>
        <source>all GPUs at once</source>
        <comment>calibrate.all-gpus-at-once</comment>
        <translation>所有 GPU 同时</translation>
    </message>
    <message>
        <source>allocations beside kernels on GPU {0}</source>
        <comment>calibrate.allocations-beside-kernels-on-gpu</comment>
        <translation>GPU {0} 上核函数运行时的内存分配</translation>
    </message>
    <message>
        <source>allocations on GPU {0}</source>
        <comment>calibrate.allocations-on-gpu</comment>
        <translation>GPU {0} 上的内存分配</translation>
    </message>
    <message>
        <source>allreduce</source>
        <comment>part.allreduce</comment>
        <translation>allreduce</translation>
    </message>
    <message>
        <source>an object with value, kind and source</source>
        <comment>machine.field.measured</comment>
        <translation>包含 value、kind 和 source 的对象</translation>
    </message>
    <message>
        <source>an object { ... }</source>
        <comment>field.object</comment>
        <translation>对象 { ... }</translation>
    </message>
    <message>
        <source>and floorMiB leave nothing of memoryMiB</source>
        <comment>machine.field.no-memory</comment>
        <translation>和 floorMiB 使 memoryMiB 没有剩余</translation>
    </message>
    <message>
        <source>backward</source>
        <comment>part.backward</comment>
        <translation>反向</translation>
    </message>
    <message>
        <source>batches of images</source>
        <comment>calibrate.batches-of-images</comment>
        <translation>成批图像</translation>
    </message>
    <message>
        <source>between GPUs</source>
        <comment>part.between-gpus</comment>
        <translation>GPU 之间</translation>
    </message>
    <message>
        <source>calls of layers</source>
        <comment>calibrate.calls-of-layers</comment>
        <translation>层的调用</translation>
    </message>
    <message>
        <source>calls of the MXNet dialect</source>
        <comment>calibrate.calls-of-the-mxnet-dialect</comment>
        <translation>MXNet 框架的调用</translation>
    </message>
    <message>
        <source>calls of the PyTorch dialect</source>
        <comment>calibrate.calls-of-the-pytorch-dialect</comment>
        <translation>PyTorch 框架的调用</translation>
    </message>
    <message>
        <source>cell {0} has no source (a text or a list of lines)</source>
        <comment>program.notebook.cell-no-source</comment>
        <translation>单元 {0} 没有 source（文本或行的列表）</translation>
    </message>
    <message>
        <source>convolutions</source>
        <comment>calibrate.convolutions</comment>
        <translation>卷积</translation>
    </message>
    <message>
        <source>convolutions on GPU {0}</source>
        <comment>calibrate.convolutions-on-gpu</comment>
        <translation>GPU {0} 上的卷积</translation>
    </message>
    <message>
        <source>copies</source>
        <comment>part.copies</comment>
        <translation>复制</translation>
    </message>
    <message>
        <source>copies</source>
        <comment>ranks.late.copied</comment>
        <translation>复制</translation>
    </message>
    <message>
        <source>copies beside kernels on GPU {0}</source>
        <comment>calibrate.copies-beside-kernels-on-gpu</comment>
        <translation>GPU {0} 上核函数运行时的复制</translation>
    </message>
    <message>
        <source>copies both ways of GPU {0}</source>
        <comment>calibrate.copies-both-ways-of-gpu</comment>
        <translation>GPU {0} 的双向复制</translation>
    </message>
    <message>
        <source>copies from GPU {0} to GPU {1}</source>
        <comment>calibrate.copies-between-gpus</comment>
        <translation>从 GPU {0} 到 GPU {1} 的复制</translation>
    </message>
    <message>
        <source>copies in memory</source>
        <comment>calibrate.copies-in-memory</comment>
        <translation>内存中的复制</translation>
    </message>
    <message>
        <source>copies to and from GPU {0}</source>
        <comment>calibrate.copies-to-and-from-gpu</comment>
        <translation>与 GPU {0} 之间的复制</translation>
    </message>
    <message>
        <source>data</source>
        <comment>ranks.late.data</comment>
        <translation>数据</translation>
    </message>
    <message>
        <source>dense layers</source>
        <comment>calibrate.dense-layers</comment>
        <translation>全连接层</translation>
    </message>
    <message>
        <source>elementwise work on GPU {0}</source>
        <comment>calibrate.elementwise-work-on-gpu</comment>
        <translation>GPU {0} 上的逐元素运算</translation>
    </message>
    <message>
        <source>empty</source>
        <comment>program.parameter-empty</comment>
        <translation>空</translation>
    </message>
    <message>
        <source>empty kernels on GPU {0}</source>
        <comment>calibrate.empty-kernels-on-gpu</comment>
        <translation>GPU {0} 上的空核函数</translation>
    </message>
    <message>
        <source>ended by signal {0} ({1})</source>
        <comment>ranks.ended-by-signal</comment>
        <translation>被信号 {0}（{1}）终止</translation>
    </message>
    <message>
        <source>evaluate</source>
        <comment>part.evaluate</comment>
        <translation>评估</translation>
    </message>
    <message>
        <source>evaluation</source>
        <comment>part.evaluation</comment>
        <translation>评估</translation>
    </message>
    <message>
        <source>events</source>
        <comment>gpu.times-events</comment>
        <translation>事件</translation>
    </message>
    <message>
        <source>events on GPU {0}</source>
        <comment>calibrate.events-on-gpu</comment>
        <translation>GPU {0} 上的事件</translation>
    </message>
    <message>
        <source>first touch</source>
        <comment>calibrate.first-touch</comment>
        <translation>首次访问内存页</translation>
    </message>
    <message>
        <source>forward</source>
        <comment>part.forward</comment>
        <translation>前向</translation>
    </message>
    <message>
        <source>has a value outside its own low and high</source>
        <comment>machine.field.outside</comment>
        <translation>的值超出其 low 和 high</translation>
    </message>
    <message>
        <source>has more than {0} GPUs</source>
        <comment>machine.field.gpus-at-most</comment>
        <translation>超过 {0} 块 GPU</translation>
    </message>
    <message>
        <source>invalid JSON at byte {0} ({1})</source>
        <comment>lesson.invalid-json</comment>
        <translation>第 {0} 字节处不是有效的 JSON（{1}）</translation>
    </message>
    <message>
        <source>invalid JSON at byte {0}, where the file ends.</source>
        <comment>trace.invalid-json-end</comment>
        <translation>在第 {0} 字节处不是有效的 JSON，文件在此结束。</translation>
    </message>
    <message>
        <source>invalid JSON at byte {0}.</source>
        <comment>trace.invalid-json</comment>
        <translation>在第 {0} 字节处不是有效的 JSON。</translation>
    </message>
    <message>
        <source>invalid JSON in line {0}</source>
        <comment>json.invalid</comment>
        <translation>第 {0} 行不是有效的 JSON</translation>
    </message>
    <message>
        <source>is missing; every machine file has it (see machine.schema.json)</source>
        <comment>machine.field.missing</comment>
        <translation>缺失；每个机器文件都有它（见 machine.schema.json）</translation>
    </message>
    <message>
        <source>is not a field of a machine file; remove it or correct its name</source>
        <comment>machine.field.unknown</comment>
        <translation>不是机器文件的字段；请删除它或更正其名称</translation>
    </message>
    <message>
        <source>is {0}; this program reads schema {1}. A newer Overlap may read it</source>
        <comment>machine.field.newer-schema</comment>
        <translation>为 {0}；本程序读取 schema {1}。较新的 Overlap 也许能读取它</translation>
    </message>
    <message>
        <source>it cannot be read, because of a fault in Overlap. Report the fault together with the file.</source>
        <comment>trace.unreadable</comment>
        <translation>由于 Overlap 的缺陷，无法读取。请连同该文件一起报告此缺陷。</translation>
    </message>
    <message>
        <source>it does not begin with "format": "{0}"</source>
        <comment>lesson.no-format</comment>
        <translation>它不以 "format": "{0}" 开头</translation>
    </message>
    <message>
        <source>it has another version; this program reads version {0}</source>
        <comment>lesson.other-version</comment>
        <translation>它是另一个版本；本程序读取版本 {0}</translation>
    </message>
    <message>
        <source>it has more than {0} MiB; a lesson is text</source>
        <comment>lesson.too-large</comment>
        <translation>它超过 {0} MiB；课程应是文本</translation>
    </message>
    <message>
        <source>it has no "title" or no steps</source>
        <comment>lesson.empty</comment>
        <translation>它没有“title”或没有步骤</translation>
    </message>
    <message>
        <source>it has no list of cells (notebooks of format 4 have one)</source>
        <comment>program.notebook.no-cells</comment>
        <translation>它没有单元列表（格式 4 的笔记本有）</translation>
    </message>
    <message>
        <source>it is JSON, but has no list of trace events ("traceEvents").</source>
        <comment>trace.no-events</comment>
        <translation>它是 JSON，但没有跟踪事件列表（“traceEvents”）。</translation>
    </message>
    <message>
        <source>it is UTF-16 text. Save it as UTF-8.</source>
        <comment>trace.utf16</comment>
        <translation>它是 UTF-16 文本；请存为 UTF-8。</translation>
    </message>
    <message>
        <source>it is a damaged SQLite database. Export the report again.</source>
        <comment>trace.bad-sqlite</comment>
        <translation>这是一个已损坏的 SQLite 数据库。请重新导出报告。</translation>
    </message>
    <message>
        <source>it is a folder</source>
        <comment>io.folder</comment>
        <translation>它是一个文件夹</translation>
    </message>
    <message>
        <source>it is a run of one process, not of several ranks. Open it as a trace.</source>
        <comment>ranks.one-run</comment>
        <translation>这是单个进程的运行，不是多个 rank 的。请作为记录打开。</translation>
    </message>
    <message>
        <source>it is a zip archive. Unpack it and open the trace inside.</source>
        <comment>trace.zip</comment>
        <translation>这是 zip 压缩包；请解压后打开其中的跟踪。</translation>
    </message>
    <message>
        <source>it is an Nsight Systems report. Export it as SQLite first: nsys export --type sqlite {0}.</source>
        <comment>trace.nsight-report</comment>
        <translation>这是 Nsight Systems 的报告；请先写成 SQLite：nsys export --type sqlite {0}。</translation>
    </message>
    <message>
        <source>it is an SQLite database of another program: it has none of the tables that Nsight Systems writes (nsys export --type sqlite).</source>
        <comment>trace.other-sqlite</comment>
        <translation>这是其他程序的 SQLite 数据库：没有 Nsight Systems 写入的表 (nsys export --type sqlite)。</translation>
    </message>
    <message>
        <source>it is an SQLite file compressed with gzip. Unpack it first.</source>
        <comment>trace.packed-sqlite</comment>
        <translation>这是用 gzip 压缩的 SQLite 文件；请先解压。</translation>
    </message>
    <message>
        <source>it is compressed with bzip2 or xz. Unpack it first.</source>
        <comment>trace.bzip2-xz</comment>
        <translation>它用 bzip2 或 xz 压缩；请先解压。</translation>
    </message>
    <message>
        <source>it is compressed with zstd. Unpack it first: unzstd {0}.</source>
        <comment>trace.zstd</comment>
        <translation>它用 zstd 压缩；请先解压：unzstd {0}。</translation>
    </message>
    <message>
        <source>it is empty.</source>
        <comment>trace.empty-file</comment>
        <translation>文件是空的。</translation>
    </message>
    <message>
        <source>it is larger than 1 GiB when decompressed.</source>
        <comment>trace.unpacked-too-large</comment>
        <translation>解压后大于 1 GiB。</translation>
    </message>
    <message>
        <source>it is neither an Overlap trace nor Chrome trace events (JSON) nor an SQLite export of Nsight Systems, as its first bytes show.</source>
        <comment>trace.unknown-format</comment>
        <translation>从开头的字节看，它既不是 Overlap 的跟踪，也不是 Chrome 跟踪事件（JSON）或 Nsight Systems 的 SQLite 导出。</translation>
    </message>
    <message>
        <source>it is too large</source>
        <comment>io.too-large</comment>
        <translation>它太大了</translation>
    </message>
    <message>
        <source>it is {0}, not a file</source>
        <comment>io.not-a-file</comment>
        <translation>它是{0}，不是文件</translation>
    </message>
    <message>
        <source>it needs more memory than this computer has free.</source>
        <comment>trace.no-memory</comment>
        <translation>它需要的内存多于本机的可用内存。</translation>
    </message>
    <message>
        <source>it runs more {0} than {1}, {2} in total</source>
        <comment>ranks.late.more</comment>
        <translation>它执行的 {0} 比 {1} 多，共多 {2}</translation>
    </message>
    <message>
        <source>it spends {0} more in {1} than {2}</source>
        <comment>ranks.late.call</comment>
        <translation>它在 {1} 中比 {2} 多花 {0}</translation>
    </message>
    <message>
        <source>it starts like a gzip file but cannot be unpacked.</source>
        <comment>trace.bad-gzip</comment>
        <translation>以 gzip 开头，但无法解压。</translation>
    </message>
    <message>
        <source>it was written again after the run was opened. Open the run again.</source>
        <comment>ranks.changed</comment>
        <translation>打开运行之后，该文件被重新写入。请重新打开该运行。</translation>
    </message>
    <message>
        <source>its files were written by different versions of Overlap. Open the folder, then save it as one trace.</source>
        <comment>ranks.versions</comment>
        <translation>其中的文件由不同版本的 Overlap 写成。请先打开该文件夹，再存为一个跟踪。</translation>
    </message>
    <message>
        <source>its folder does not exist</source>
        <comment>io.no-folder</comment>
        <translation>其文件夹不存在</translation>
    </message>
    <message>
        <source>its name is too long</source>
        <comment>io.name-too-long</comment>
        <translation>其名称过长</translation>
    </message>
    <message>
        <source>its operations take {0} times as long as on {1}</source>
        <comment>ranks.late.slower-unnamed</comment>
        <translation>它的运算时间是 {1} 的 {0} 倍</translation>
    </message>
    <message>
        <source>its operations take {0} times as long as on {1}, above all {2}</source>
        <comment>ranks.late.slower-all</comment>
        <translation>它的运算时间是 {1} 的 {0} 倍，尤其是 {2}</translation>
    </message>
    <message>
        <source>its program issues {0} {1} later than on {2}</source>
        <comment>ranks.late.issue</comment>
        <translation>它的程序提交 {0} 比 {2} 晚 {1}</translation>
    </message>
    <message>
        <source>its {0} arrive {1} later than on {2}</source>
        <comment>ranks.late.input</comment>
        <translation>它的{0}比 {2} 晚到 {1}</translation>
    </message>
    <message>
        <source>its {0} take {1} longer than on {2}</source>
        <comment>ranks.late.copies</comment>
        <translation>它的{0}比 {2} 长 {1}</translation>
    </message>
    <message>
        <source>its {0} takes {1} times as long as on {2}</source>
        <comment>ranks.late.slower</comment>
        <translation>它的 {0} 所用时间是 {2} 的 {1} 倍</translation>
    </message>
    <message>
        <source>kernels</source>
        <comment>part.kernels</comment>
        <translation>核函数</translation>
    </message>
    <message>
        <source>kernels side by side on GPU {0}</source>
        <comment>calibrate.kernels-side-by-side-on-gpu</comment>
        <translation>GPU {0} 上并行的核函数</translation>
    </message>
    <message>
        <source>launches on GPU {0}</source>
        <comment>calibrate.launches-on-gpu</comment>
        <translation>GPU {0} 上的启动</translation>
    </message>
    <message>
        <source>layers of the MXNet dialect</source>
        <comment>calibrate.layers-of-the-mxnet-dialect</comment>
        <translation>MXNet 框架的层</translation>
    </message>
    <message>
        <source>line {0} (ranks: {1})</source>
        <comment>ranks.lines.of</comment>
        <translation>第 {0} 行（rank：{1}）</translation>
    </message>
    <message>
        <source>line {0} has half of a character (\ud800 to \udfff alone)</source>
        <comment>json.lone-surrogate</comment>
        <translation>第 {0} 行有半个字符（单独的 \ud800 到 \udfff）</translation>
    </message>
    <message>
        <source>may use {0} (OVERLAP_RUN_MEMORY)</source>
        <comment>run.bound-chosen</comment>
        <translation>最多可用 {0}（OVERLAP_RUN_MEMORY）</translation>
    </message>
    <message>
        <source>may use {0}, so that the computer stays usable</source>
        <comment>run.bound-most</comment>
        <translation>为保证计算机可用，最多可用 {0}</translation>
    </message>
    <message>
        <source>memory</source>
        <comment>calibrate.memory</comment>
        <translation>内存</translation>
    </message>
    <message>
        <source>mpirun ended with status {0}</source>
        <comment>ranks.mpi.status</comment>
        <translation>mpirun 以状态 {0} 结束</translation>
    </message>
    <message>
        <source>must be a list of at least {0} GPUs</source>
        <comment>machine.field.gpus-at-least</comment>
        <translation>应列出至少 {0} 块 GPU</translation>
    </message>
    <message>
        <source>must be empty: this machine has no GPUs</source>
        <comment>machine.field.no-gpus</comment>
        <translation>应为空：本机器没有 GPU</translation>
    </message>
    <message>
        <source>must be {0}</source>
        <comment>machine.field.schema</comment>
        <translation>应为 {0}</translation>
    </message>
    <message>
        <source>must be {0}, is {1}</source>
        <comment>machine.field.must-be</comment>
        <translation>应为{0}，现为 {1}</translation>
    </message>
    <message>
        <source>must name different GPUs of this machine by number, from 0 to {0}</source>
        <comment>machine.field.different-gpus</comment>
        <translation>应以编号指定本机器的不同 GPU，从 0 到 {0}</translation>
    </message>
    <message>
        <source>no permission</source>
        <comment>machine.no-permission</comment>
        <translation>没有权限</translation>
    </message>
    <message>
        <source>no reason given</source>
        <comment>python.no-reason</comment>
        <translation>没有给出原因</translation>
    </message>
    <message>
        <source>no single difference from {0} explains half of it</source>
        <comment>ranks.late.unknown</comment>
        <translation>与 {0} 的任何单一差别都解释不了其中的一半</translation>
    </message>
    <message>
        <source>normal random numbers</source>
        <comment>calibrate.normal-random-numbers</comment>
        <translation>正态随机数</translation>
    </message>
    <message>
        <source>norms</source>
        <comment>calibrate.norms</comment>
        <translation>范数</translation>
    </message>
    <message>
        <source>one core</source>
        <comment>calibrate.one-core</comment>
        <translation>单个核心</translation>
    </message>
    <message>
        <source>one of its cells is not an object</source>
        <comment>program.notebook.cell-no-object</comment>
        <translation>其中一个单元不是对象</translation>
    </message>
    <message>
        <source>one of its cells is not text</source>
        <comment>program.notebook.cell-no-text</comment>
        <translation>其中一个单元不是文本</translation>
    </message>
    <message>
        <source>one of its numbers is too large</source>
        <comment>json.huge-number</comment>
        <translation>其中有一个数过大</translation>
    </message>
    <message>
        <source>one of {0}</source>
        <comment>machine.field.one-of</comment>
        <translation> {0} 之一</translation>
    </message>
    <message>
        <source>oneDNN has no convolution of this shape for this computer. Use another shape.</source>
        <comment>run.onednn-shape</comment>
        <translation>oneDNN 在本机上没有这种形状的卷积。请换用其他形状。</translation>
    </message>
    <message>
        <source>oneDNN has not enough memory for an operation. Use smaller tensors, or keep fewer results.</source>
        <comment>run.onednn-memory</comment>
        <translation>oneDNN 没有足够的内存执行一个操作。请使用更小的张量，或少保留一些结果。</translation>
    </message>
    <message>
        <source>oneDNN refused an operation ({0}, status {1}).</source>
        <comment>run.onednn-failed</comment>
        <translation>oneDNN 拒绝了一个操作（{0}，状态 {1}）。</translation>
    </message>
    <message>
        <source>only {0} of this computer's memory are free</source>
        <comment>run.bound-free</comment>
        <translation>本机只剩 {0} 可用内存</translation>
    </message>
    <message>
        <source>operations</source>
        <comment>calibrate.operations</comment>
        <translation>操作</translation>
    </message>
    <message>
        <source>operations of a worker</source>
        <comment>calibrate.operations-of-a-worker</comment>
        <translation>工作线程的操作</translation>
    </message>
    <message>
        <source>optimizer</source>
        <comment>part.optimizer</comment>
        <translation>优化器</translation>
    </message>
    <message>
        <source>page-locking for GPU {0}</source>
        <comment>calibrate.page-locking-for-gpu</comment>
        <translation>为 GPU {0} 锁定页面</translation>
    </message>
    <message>
        <source>pageable copies from GPU {0}</source>
        <comment>calibrate.pageable-copies-from-gpu</comment>
        <translation>从 GPU {0} 到可分页内存的复制</translation>
    </message>
    <message>
        <source>pages</source>
        <comment>calibrate.pages</comment>
        <translation>内存页</translation>
    </message>
    <message>
        <source>part of its path is not a folder</source>
        <comment>io.path-not-folder</comment>
        <translation>其路径的一部分不是文件夹</translation>
    </message>
    <message>
        <source>products</source>
        <comment>calibrate.products</comment>
        <translation>矩阵乘积</translation>
    </message>
    <message>
        <source>products on GPU {0}</source>
        <comment>calibrate.products-on-gpu</comment>
        <translation>GPU {0} 上的矩阵乘积</translation>
    </message>
    <message>
        <source>random numbers</source>
        <comment>calibrate.random-numbers</comment>
        <translation>随机数</translation>
    </message>
    <message>
        <source>rank {0}</source>
        <comment>ranks.late.other</comment>
        <translation>rank {0}</translation>
    </message>
    <message>
        <source>rank {0} and rank {2} belong to runs of different numbers of ranks ({1} and {3}): these are not traces of one run.</source>
        <comment>ranks.other-count</comment>
        <translation>rank {0} 和 rank {2} 属于 rank 数不同的运行（{1} 和 {3}）：它们不是同一次运行的跟踪。</translation>
    </message>
    <message>
        <source>rank {0} exists twice: these are not traces of one run.</source>
        <comment>ranks.twice</comment>
        <translation>rank {0} 出现两次：这些不是同一次运行的记录。</translation>
    </message>
    <message>
        <source>rank {0} in {1} is damaged: none of its records can be read.</source>
        <comment>ranks.damaged</comment>
        <translation>{1} 中的 rank {0} 已损坏：没有一条记录能读取。</translation>
    </message>
    <message>
        <source>rank {0}: {1}</source>
        <comment>ranks.of</comment>
        <translation>rank {0}：{1}</translation>
    </message>
    <message>
        <source>ranks {0} and {1} differ in collective {2}: these are not traces of one run.</source>
        <comment>ranks.other-calls</comment>
        <translation>rank {0} 与 {1} 的第 {2} 个集合通信不同：这些不是同一次运行的记录。</translation>
    </message>
    <message>
        <source>ranks {0} and {1} have no collective in common, so their clocks cannot be compared.</source>
        <comment>ranks.no-common</comment>
        <translation>rank {0} 与 {1} 没有共同的集合通信，因此无法比较它们的时钟。</translation>
    </message>
    <message>
        <source>read, split</source>
        <comment>part.read</comment>
        <translation>读取、拆分</translation>
    </message>
    <message>
        <source>room on GPU {0}</source>
        <comment>calibrate.room-on-gpu</comment>
        <translation>GPU {0} 的可用内存</translation>
    </message>
    <message>
        <source>seconds of a run, {0} at most</source>
        <comment>lesson.seconds</comment>
        <translation>一次运行的秒数，最多 {0}</translation>
    </message>
    <message>
        <source>sgd</source>
        <comment>part.sgd</comment>
        <translation>sgd</translation>
    </message>
    <message>
        <source>step {0}</source>
        <comment>lesson.step</comment>
        <translation>第 {0} 步</translation>
    </message>
    <message>
        <source>the collectives of ranks {0} and {1} end up to {2} µs apart: these are not traces of one run.</source>
        <comment>ranks.other-ends</comment>
        <translation>rank {0} 与 {1} 的集合通信结束时间最多相差 {2} µs：这些不是同一次运行的记录。</translation>
    </message>
    <message>
        <source>the disk is full</source>
        <comment>io.disk-full</comment>
        <translation>磁盘已满</translation>
    </message>
    <message>
        <source>the disk is read-only</source>
        <comment>io.read-only-disk</comment>
        <translation>磁盘为只读</translation>
    </message>
    <message>
        <source>the file</source>
        <comment>machine.the-file</comment>
        <translation>文件</translation>
    </message>
    <message>
        <source>the file would become larger than the system allows</source>
        <comment>io.above-system-limit</comment>
        <translation>文件会超出系统允许的大小</translation>
    </message>
    <message>
        <source>the host's clock</source>
        <comment>gpu.times-host</comment>
        <translation>主机时钟</translation>
    </message>
    <message>
        <source>the launch queue on GPU {0}</source>
        <comment>calibrate.the-launch-queue-on-gpu</comment>
        <translation>GPU {0} 的启动队列</translation>
    </message>
    <message>
        <source>the median rank</source>
        <comment>ranks.late.median</comment>
        <translation>中位 rank</translation>
    </message>
    <message>
        <source>the number of a line, with true or false</source>
        <comment>lesson.line</comment>
        <translation>行号，值为 true 或 false</translation>
    </message>
    <message>
        <source>the operations that would show why are not loaded</source>
        <comment>ranks.late.not-loaded</comment>
        <translation>能说明原因的操作未加载</translation>
    </message>
    <message>
        <source>the traces of ranks {0} and {1} are of different runs. Choose a folder with the traces of one run.</source>
        <comment>ranks.other-run</comment>
        <translation>rank {0} 与 {1} 的记录来自不同的运行。请选择只含一次运行的记录的文件夹。</translation>
    </message>
    <message>
        <source>there is no dialect "{0}"; there are torch and mxnet</source>
        <comment>lesson.unknown-dialect</comment>
        <translation>没有框架“{0}”；有 torch 和 mxnet</translation>
    </message>
    <message>
        <source>there is no pane "{0}"; known are output, table, charts</source>
        <comment>lesson.unknown-pane</comment>
        <translation>没有窗格“{0}”；已知的有 output、table、charts</translation>
    </message>
    <message>
        <source>there is no such file</source>
        <comment>io.not-found</comment>
        <translation>没有这个文件</translation>
    </message>
    <message>
        <source>there is no trace of any rank.</source>
        <comment>ranks.none</comment>
        <translation>没有任何 rank 的记录。</translation>
    </message>
    <message>
        <source>true or false</source>
        <comment>field.flag</comment>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>unpacked, {0}</source>
        <comment>trace.unpacked</comment>
        <translation>解压后：{0}</translation>
    </message>
    <message>
        <source>wait</source>
        <comment>part.wait</comment>
        <translation>等待</translation>
    </message>
    <message>
        <source>waits on GPU {0}</source>
        <comment>calibrate.waits-on-gpu</comment>
        <translation>GPU {0} 上的等待</translation>
    </message>
    <message>
        <source>waits, idle</source>
        <comment>part.idle</comment>
        <translation>等待、空闲</translation>
    </message>
    <message>
        <source>you have no permission to read it</source>
        <comment>io.no-read-permission</comment>
        <translation>没有读取它的权限</translation>
    </message>
    <message>
        <source>you have no permission to write there</source>
        <comment>io.no-write-permission</comment>
        <translation>没有在此处写入的权限</translation>
    </message>
    <message>
        <source>{0} #{1} is called in different lines: {2}. The result is wrong if the ranks mean different tensors, so all must make their calls in the same order.</source>
        <comment>ranks.lines</comment>
        <translation>{0} #{1} 在不同的行被调用：{2}。如果各 rank 指的是不同的张量，结果就是错的，所以所有 rank 必须按相同的顺序调用。</translation>
    </message>
    <message>
        <source>{0} (line {1})</source>
        <comment>ranks.late.at</comment>
        <translation>{0}（第 {1} 行）</translation>
    </message>
    <message>
        <source>{0} Programs that need a GPU run on a virtual machine instead.</source>
        <comment>gpu.instead</comment>
        <translation>{0}需要 GPU 的程序将改在虚拟机上运行。</translation>
    </message>
    <message>
        <source>{0} cannot be read. Check its permissions.</source>
        <comment>program.not-read</comment>
        <translation>无法读取 {0}；请检查其权限。</translation>
    </message>
    <message>
        <source>{0} could not be written as an OTF2 archive. Choose a folder that can be written to.</source>
        <comment>io.otf2-failed</comment>
        <translation>无法将 {0} 写为 OTF2 档案。请选择可写的文件夹。</translation>
    </message>
    <message>
        <source>{0} exists, and an OTF2 archive is a new folder. Choose another name.</source>
        <comment>io.otf2-exists</comment>
        <translation>{0} 已存在，而 OTF2 档案是一个新文件夹。请选择其他名称。</translation>
    </message>
    <message>
        <source>{0} has no GPU, so no further GPU can be like it. Choose a machine with GPUs.</source>
        <comment>machine.no-gpu-to-copy</comment>
        <translation>{0} 没有 GPU，无法再添加同样的 GPU。请选择有 GPU 的机器。</translation>
    </message>
    <message>
        <source>{0} has no trace of a rank. Choose the folder in which each rank has written its trace.</source>
        <comment>ranks.none-in</comment>
        <translation>{0} 中没有任何 rank 的记录。请选择各 rank 写入记录的文件夹。</translation>
    </message>
    <message>
        <source>{0} has several profiles that state no rank, and their names do not number them from 0 to {1}. Name them rank-0.json to rank-{1}.json, and keep other JSON files in another folder.</source>
        <comment>ranks.unnumbered</comment>
        <translation>{0} 中有多个没有注明 rank 的性能分析文件，文件名也没有从 0 到 {1} 编号。请命名为 rank-0.json 至 rank-{1}.json，并把其他 JSON 文件放到另一个文件夹。</translation>
    </message>
    <message>
        <source>{0} is larger than {1} MiB, too large for a program.</source>
        <comment>program.too-large</comment>
        <translation>{0} 大于 {1} MiB，作为程序太大。</translation>
    </message>
    <message>
        <source>{0} is not a Jupyter notebook: {1}.</source>
        <comment>program.not-notebook</comment>
        <translation>{0} 不是 Jupyter 笔记本：{1}。</translation>
    </message>
    <message>
        <source>{0} is not a file that can be read.</source>
        <comment>ranks.no-file</comment>
        <translation>{0} 不是可以读取的文件。</translation>
    </message>
    <message>
        <source>{0} is not a machine file: it is larger than 4 MiB.</source>
        <comment>machine.too-large</comment>
        <translation>{0} 不是机器文件：它大于 4 MiB。</translation>
    </message>
    <message>
        <source>{0} is not a machine file: {1}.</source>
        <comment>machine.invalid-json</comment>
        <translation>{0} 不是机器文件：{1}。</translation>
    </message>
    <message>
        <source>{0} is not a text file, so it is not a program.</source>
        <comment>program.not-text</comment>
        <translation>{0} 不是文本文件，所以不是程序。</translation>
    </message>
    <message>
        <source>{0} is still busy when "{1}" ends, for another {2} (unfinished operations: {3}). The time {4} does not contain that work.</source>
        <comment>warning.early-clock</comment>
        <translation>“{1}”结束时 {0} 仍在工作，还要 {2}（未完成的操作：{3}）。时间 {4} 不包含这些工作。</translation>
    </message>
    <message>
        <source>{0} is still busy when the program ends, for another {1} (unfinished operations: {2}). Nothing waited for that work.</source>
        <comment>warning.left-at-end</comment>
        <translation>程序结束时 {0} 仍在工作，还要 {1}（未完成的操作：{2}）。没有任何语句等待这些工作。</translation>
    </message>
    <message>
        <source>{0} is still busy with earlier work when "{1}" begins: {2} ends {3} later, and {4} of the block starts after it.</source>
        <comment>warning.earlier-work</comment>
        <translation>“{1}”开始时 {0} 还在做之前的工作：{2} 在 {3} 后结束，计时块的 {4} 在它之后才开始。</translation>
    </message>
    <message>
        <source>{0} is {1}, not a machine file.</source>
        <comment>machine.not-a-file</comment>
        <translation>{0} 是{1}，不是机器文件。</translation>
    </message>
    <message>
        <source>{0} is {1}, not a program. Save the program to a file and open that.</source>
        <comment>program.not-a-file</comment>
        <translation>{0} 是{1}，不是程序。请把程序保存为文件再打开。</translation>
    </message>
    <message>
        <source>{0} or {1}</source>
        <comment>gpu.driver-for-either</comment>
        <translation>{0} 或 {1}</translation>
    </message>
    <message>
        <source>{0} stopped working ({1}): nothing more can run on it in this program. Restart the program. The trace up to here is kept.</source>
        <comment>run.gpu-lost</comment>
        <translation>{0} 已停止工作（{1}）：本程序中无法再在其上运行。请重新启动程序。到此为止的跟踪会保留。</translation>
    </message>
    <message>
        <source>{0} was not written: of more than {1} ranks only the spans are in memory. Copy the file from which the run was opened.</source>
        <comment>ranks.only-spans</comment>
        <translation>未写入 {0}：超过 {1} 个 rank 时内存中只有时间段。请复制打开该运行时所用的文件。</translation>
    </message>
    <message>
        <source>{0} was not written: this build has no OTF2. Install libotf2-trace-dev and build again.</source>
        <comment>io.no-otf2</comment>
        <translation>未写入 {0}：此构建没有 OTF2。请安装 libotf2-trace-dev 并重新构建。</translation>
    </message>
    <message>
        <source>{0} was not written: this run is too large for one trace of that format. Merge it into a .overlap file.</source>
        <comment>ranks.too-large</comment>
        <translation>未写入 {0}：此运行太大，无法成为该格式的一个跟踪。请合并为 .overlap 文件。</translation>
    </message>
    <message>
        <source>{0} {1}</source>
        <comment>sentences</comment>
        <translation>{0}{1}</translation>
    </message>
    <message>
        <source>{0}, line {1}: invalid header line: {2}</source>
        <comment>program.bad-header</comment>
        <translation>{0}，第 {1} 行：无法理解文件头的这一行：{2}</translation>
    </message>
    <message>
        <source>{0}, line {1}: this is not UTF-8 text. Save the file in UTF-8 to open it here.</source>
        <comment>program.not-utf8</comment>
        <translation>{0}，第 {1} 行：不是 UTF-8 文本；请把文件存为 UTF-8 再打开。</translation>
    </message>
    <message>
        <source>{0}: another file has the id {1} and the same dialect. Give this file a different id.</source>
        <comment>program.repeated-id</comment>
        <translation>{0}：另一个文件有相同的 id {1} 和相同的框架；请给它单独的 id。</translation>
    </message>
    <message>
        <source>{0}: not measured. {1}</source>
        <comment>calibrate.not-measured</comment>
        <translation>{0}：未测量。{1}</translation>
    </message>
    <message>
        <source>{0}: the field {1} occurs twice in one object. Remove one of them.</source>
        <comment>machine.repeated-field</comment>
        <translation>{0}：字段 {1} 在同一个对象中出现两次。请删除其中一个。</translation>
    </message>
    <message>
        <source>{0}: the header has no id or no title.</source>
        <comment>program.no-title</comment>
        <translation>{0}：文件头没有 id 或标题。</translation>
    </message>
    <message>
        <source>{0}: times by {1}; {2}.</source>
        <comment>gpu.note</comment>
        <translation>{0}：时间由{1}测得；{2}。</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <comment>lesson.at</comment>
        <translation>{0}：{1}</translation>
    </message>
    <message>
        <source>{0}: {1} {2}.</source>
        <comment>machine.field</comment>
        <translation>{0}：{1} {2}。</translation>
    </message>
    <message>
        <source>{0}: {1}.</source>
        <comment>ranks.late</comment>
        <translation>{0}：{1}。</translation>
    </message>
</context>
<context>
    <name>program</name>
    <message>
        <source>13 MFLOP per image, which is little for a GPU. One thread issues the work of all GPUs: the operations of a batch once for each GPU and its part of the images.</source>
        <translation>每张图像 13 MFLOP，对 GPU 来说很少。一个线程为所有 GPU 提交工作：一个批次的操作，每个 GPU 针对自己那部分图像各提交一遍。</translation>
    </message>
    <message>
        <source>16 GFLOP per product on the CPU, 432 GFLOP on the GPU. PyTorch computes on the CPU in the program's own thread, so the two work at once only if the GPU's work is issued first.</source>
        <translation>每个乘积在 CPU 上 16 GFLOP，在 GPU 上 432 GFLOP。PyTorch 在程序自己的线程里用 CPU 计算，所以只有先提交 GPU 的工作，两者才会同时工作。</translation>
    </message>
    <message>
        <source>16 GFLOP per product on the CPU, 432 GFLOP on the GPU. Together they take at least as long as the longer of the two.</source>
        <translation>每个乘积在 CPU 上 16 GFLOP，在 GPU 上 432 GFLOP。两者一起至少要花其中较长者那么久。</translation>
    </message>
    <message>
        <source>2 streams</source>
        <translation>2 个流</translation>
    </message>
    <message>
        <source>2.7 GFLOP per image, about 200 times those of LeNet. The gradients of a layer can be summed while the backward pass computes those of the layers before it. Two GPUs train twice the images per step.</source>
        <translation>每张图像 2.7 GFLOP，约为 LeNet 的 200 倍。反向传播计算前面各层的梯度时，可以同时对某一层的梯度求和。两个 GPU 每步训练两倍的图像。</translation>
    </message>
    <message>
        <source>20 products</source>
        <translation>20 次乘积</translation>
    </message>
    <message>
        <source>2000 passes</source>
        <translation>2000 次前向</translation>
    </message>
    <message>
        <source>432 GFLOP and 137 MiB each. On a stream of their own and into pinned memory, the copy of one result can run while the next one is computed; that of the last has nothing to hide behind.</source>
        <translation>每个 432 GFLOP、137 MiB。使用单独的流并复制到锁页内存时，一个结果的复制可以与下一个结果的计算同时进行；最后一个结果的复制没有可以隐藏的地方。</translation>
    </message>
    <message>
        <source>432 GFLOP and 137 MiB each. The copy of one result can run while the next one is computed; that of the last has nothing to hide behind.</source>
        <translation>每个 432 GFLOP、137 MiB。一个结果的复制可以与下一个结果的计算同时进行；最后一个结果的复制没有可以隐藏的地方。</translation>
    </message>
    <message>
        <source>44 products</source>
        <translation>44 个乘积</translation>
    </message>
    <message>
        <source>5 rows do not split into two equal parts: the program says so</source>
        <translation>5 行不能平分成两份：程序会这样说</translation>
    </message>
    <message>
        <source>50 batches</source>
        <translation>50 个批量</translation>
    </message>
    <message>
        <source>8 GPUs</source>
        <translation>8 个 GPU</translation>
    </message>
    <message>
        <source>A diamond, a chain, a tree and a random graph on two GPUs and the CPU. Each runs once with a wait after every operation and once without: the results are equal to the last bit. In the end a dependency goes missing: the program hands a value on outside of the engine.</source>
        <translation>两个 GPU 和 CPU 上的菱形、链、树和随机图。各运行一次每步都等待、一次不等待：结果逐位相同。最后缺失一个依赖：程序在引擎之外传递了一个值。</translation>
    </message>
    <message>
        <source>A diamond, a chain, a tree and a random graph on two GPUs and the CPU. Each runs once with a wait after every operation and once without: the results are equal to the last bit. In the end a dependency goes missing: the program hands a value on outside of the streams.</source>
        <translation>两块 GPU 和 CPU 上的菱形、链、树和随机图。每个运行两遍：一遍在每个操作之后等待，一遍不等；结果逐位相同。最后缺了一个依赖：程序在流之外传递了一个值。</translation>
    </message>
    <message>
        <source>A small product fills only part of the GPU, so several can run side by side; a tiny one is over before the next is issued.</source>
        <translation>小的乘积只占用 GPU 的一部分，所以几个可以并行；极小的乘积在下一个提交之前就结束了。</translation>
    </message>
    <message>
        <source>All devices</source>
        <translation>所有设备</translation>
    </message>
    <message>
        <source>Asynchronous computation</source>
        <translation>异步计算</translation>
    </message>
    <message>
        <source>Automatic parallelism</source>
        <translation>自动并行</translation>
    </message>
    <message>
        <source>Batch 512</source>
        <translation>批量 512</translation>
    </message>
    <message>
        <source>CPU workers</source>
        <translation>CPU 工作线程</translation>
    </message>
    <message>
        <source>Compilers and interpreters</source>
        <translation>编译器和解释器</translation>
    </message>
    <message>
        <source>Concise implementation</source>
        <translation>多GPU的简洁实现</translation>
    </message>
    <message>
        <source>DataParallel copies the net to every GPU in every step, splits the batch, and gathers results and gradients on the first GPU, which therefore has more to do and to hold than the others.</source>
        <translation>DataParallel 每一步都把网络复制到每个 GPU，拆分批量，并把结果和梯度汇集到第一个 GPU，因此它比其他 GPU 要做和要存的都更多。</translation>
    </message>
    <message>
        <source>Each call waits for something else: one result, everything, one result and its copy to the host.</source>
        <translation>每个调用等待不同的东西：一个结果、全部、一个结果及其到主机的复制。</translation>
    </message>
    <message>
        <source>Each rank is a process with its own GPU and part of the data: overlap-run 13.5-ddp --ranks 4. DistributedDataParallel averages the gradients, by default while backward() still computes others.</source>
        <translation>每个 rank 是一个进程，有自己的 GPU 和一部分数据：overlap-run 13.5-ddp --ranks 4。DistributedDataParallel 对梯度求平均，默认在 backward() 还在计算其他梯度时进行。</translation>
    </message>
    <message>
        <source>Each rank is a process with its own GPU: overlap-run 13.6-ddp --ranks 8. By default the gradients of the last layers, which backward() computes first, are exchanged while it computes those of the first layers. DistributedDataParallel waits for them by itself: the switch is the parameter "exchange during backward", not a line.</source>
        <translation>每个 rank 是一个有自己 GPU 的进程：overlap-run 13.6-ddp --ranks 8。默认情况下，backward() 最先算出的最后几层的梯度，在它计算前几层的梯度时交换。DistributedDataParallel 自己等待它们：开关是参数“反向传播期间交换”，而不是某一行。</translation>
    </message>
    <message>
        <source>Every line of the loop is a node of the book's figure. An event marks that the gradients of the second layer are on the CPU, so that it can sum and update them while the GPUs still work backwards through the first.</source>
        <translation>循环的每一行都是书中图的一个节点。一个事件标记第二层的梯度已到 CPU，这样 CPU 可以对它们求和并更新，而 GPU 还在对第一层做反向传播。</translation>
    </message>
    <message>
        <source>Every line of the loop is a node of the book's figure. The CPU can sum and update the second layer while the GPUs still work backwards through the first.</source>
        <translation>循环的每一行都是书中图的一个节点。GPU 还在对第一层做反向传播时，CPU 可以对第二层求和并更新。</translation>
    </message>
    <message>
        <source>Flip line 12</source>
        <translation>切换第 12 行</translation>
    </message>
    <message>
        <source>Flip line 13</source>
        <translation>切换第 13 行</translation>
    </message>
    <message>
        <source>Flip line 14</source>
        <translation>切换第 14 行</translation>
    </message>
    <message>
        <source>Flip line 15</source>
        <translation>切换第 15 行</translation>
    </message>
    <message>
        <source>Flip line 16</source>
        <translation>切换第 16 行</translation>
    </message>
    <message>
        <source>Flip line 17</source>
        <translation>切换第 17 行</translation>
    </message>
    <message>
        <source>Flip line 19</source>
        <translation>切换第 19 行</translation>
    </message>
    <message>
        <source>Flip line 21</source>
        <translation>切换第 21 行</translation>
    </message>
    <message>
        <source>Flip line 22</source>
        <translation>切换第 22 行</translation>
    </message>
    <message>
        <source>Flip line 24</source>
        <translation>切换第 24 行</translation>
    </message>
    <message>
        <source>Flip line 27</source>
        <translation>切换第 27 行</translation>
    </message>
    <message>
        <source>Flip line 28</source>
        <translation>切换第 28 行</translation>
    </message>
    <message>
        <source>Flip line 32</source>
        <translation>切换第 32 行</translation>
    </message>
    <message>
        <source>Flip line 43</source>
        <translation>切换第 43 行</translation>
    </message>
    <message>
        <source>Flip line 6</source>
        <translation>切换第 6 行</translation>
    </message>
    <message>
        <source>Flip line 7</source>
        <translation>切换第 7 行</translation>
    </message>
    <message>
        <source>Flip line 8</source>
        <translation>切换第 8 行</translation>
    </message>
    <message>
        <source>GPU workers</source>
        <translation>GPU 工作线程</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Hardware and communication</source>
        <translation>硬件与通信</translation>
    </message>
    <message>
        <source>If each copy makes the program wait, the CPU begins only after the last copy: the block reads {after} instead of {before}.</source>
        <translation>如果每次复制都让程序等待，CPU 要到最后一次复制之后才开始：该计时块为 {after}，而不是 {before}。</translation>
    </message>
    <message>
        <source>If the program waits for each copy, the last block reads {after} instead of {before}.</source>
        <translation>如果程序等待每次复制，最后一段显示 {after}，而不是 {before}。</translation>
    </message>
    <message>
        <source>If the program waits for the whole backward pass first, the block reads {after} instead of {before}.</source>
        <translation>如果程序先等待整个反向传播，该块读数为 {after}，而不是 {before}。</translation>
    </message>
    <message>
        <source>In a ring each GPU sends less than twice its gradients, however many GPUs there are: with 8 instead of {gpus} it takes {after} instead of {before}.</source>
        <translation>在环中，无论有多少 GPU，每个 GPU 发送的数据都少于自己梯度的两倍：用 8 个而不是 {gpus} 个 GPU，耗时 {after}，而不是 {before}。</translation>
    </message>
    <message>
        <source>MiB per bucket of gradients</source>
        <translation>每个梯度桶的 MiB 数</translation>
    </message>
    <message>
        <source>No computation, one copy per GPU: the first rows go to the first GPU, the others to the second.</source>
        <translation>没有计算，每个 GPU 一次复制：前几行到第一个 GPU，其余到第二个。</translation>
    </message>
    <message>
        <source>No product needs another. Do more streams make them faster on one GPU? A product that fills the device leaves no room for others.</source>
        <translation>乘积之间互不需要。更多的流能让它们在一个 GPU 上更快吗？占满设备的乘积不给其他乘积留下空间。</translation>
    </message>
    <message>
        <source>On a CPU PyTorch's operations are done when their calls return, so nothing waits at the end of a block.</source>
        <translation>在 CPU 上，PyTorch 的操作在调用返回时已经完成，所以计时块末尾没有等待。</translation>
    </message>
    <message>
        <source>On a separate stream a copy can start once its product is computed: {hiddenAfter} of the copying hides instead of {hiddenBefore}. The last block reads {before} now and {after} then: hiding saves time only where the copies decide, and not the pages of host memory.</source>
        <translation>在单独的流上，乘积一算出就可以开始复制：被隐藏的复制由 {hiddenBefore} 变为 {hiddenAfter}。最后一段现在是 {before}，那时是 {after}：只有当复制（而不是主机内存的页）起决定作用时，隐藏才节省时间。</translation>
    </message>
    <message>
        <source>On a separate stream {hiddenAfter} of the copying hides instead of {hiddenBefore}. The block reads {before} now and {after} then.</source>
        <translation>在独立的流上，隐藏的复制为 {hiddenAfter}，而不是 {hiddenBefore}。该块现在为 {before}，之后为 {after}。</translation>
    </message>
    <message>
        <source>One row passes three layers, the first of {512*inputs:FLOP}. Every operation has to be issued, however small it is: compiled, five operations per pass become one.</source>
        <translation>一行数据通过三层，第一层 {512*inputs:FLOP}。每个操作无论多小都要提交：编译之后，每次前向的五个操作变成一个。</translation>
    </message>
    <message>
        <source>One row passes three layers, the first of {512*inputs:FLOP}. Every operation has to be issued, however small it is: compiled, the kernels of a pass become one launch.</source>
        <translation>一行数据通过三层，第一层 {512*inputs:FLOP}。每个操作无论多小都要提交：编译之后，一次前向的各个内核变成一次启动。</translation>
    </message>
    <message>
        <source>One thread issues the work of all GPUs. torch.cuda.synchronize() waits for the current one alone; the others are waited for when their gradients are copied.</source>
        <translation>一个线程提交所有 GPU 的工作。torch.cuda.synchronize() 只等待当前的 GPU；其他的在复制其梯度时才被等待。</translation>
    </message>
    <message>
        <source>Only the last line needs a value: no statement before it has to wait.</source>
        <translation>只有最后一行需要值：它之前的语句都不必等待。</translation>
    </message>
    <message>
        <source>Parameter servers</source>
        <translation>参数服务器</translation>
    </message>
    <message>
        <source>Pin memory</source>
        <translation>锁页内存</translation>
    </message>
    <message>
        <source>Pinned host memory from a pool needs no work on pages: the block reads {after} instead of {before}, with {hiddenAfter} of the copying hidden.</source>
        <translation>来自内存池的锁页主机内存不需要处理页：该段显示 {after}，而不是 {before}，其中 {hiddenAfter} 的复制被隐藏。</translation>
    </message>
    <message>
        <source>Pinned host memory from a pool needs no work on pages: the last block reads {after} instead of {before}, with {hiddenAfter} of the copying hidden.</source>
        <translation>来自内存池的锁页主机内存不需要处理页：最后一段显示 {after}，而不是 {before}，其中 {hiddenAfter} 的复制被隐藏。</translation>
    </message>
    <message>
        <source>Products and copies once, by kind of host memory and by stream. On the current stream a copy runs after all products that were issued before it; on a separate stream it can start once its product is computed. Pinned memory from a pool needs no work on pages.</source>
        <translation>一次乘积与复制，按主机内存的种类和流区分。在当前流上，复制在它之前提交的所有乘积之后进行；在单独的流上，乘积一算出就可以开始。来自内存池的锁页内存不需要处理页。</translation>
    </message>
    <message>
        <source>PyTorch computes on the CPU in the program's own thread, so the GPU's work has to be issued first.</source>
        <translation>PyTorch 在程序自己的线程中进行 CPU 计算，所以 GPU 的工作必须先提交。</translation>
    </message>
    <message>
        <source>PyTorch computes on the CPU inside the call, so reading a value there waits for nothing. On the GPU the call only issues the work, and the wait comes with the value.</source>
        <translation>在 CPU 上，PyTorch 在调用之内完成计算，所以读取数值不用等。在 GPU 上，调用只是提交工作，读取数值时才等待。</translation>
    </message>
    <message>
        <source>PyTorch reserves memory when work is issued, and what is issued later on the same stream may have it again at once. So batches that wait for their turn cost no memory here: compare the memory with MXNet's, where each can be allocated long before it is trained.</source>
        <translation>PyTorch 在提交工作时就保留内存，同一条流上之后提交的工作可以立即再用它。所以这里排队的批次不占内存：与 MXNet 的内存比较一下，那里每个批次可以在训练之前很久就分配。</translation>
    </message>
    <message>
        <source>Separate stream</source>
        <translation>独立的流</translation>
    </message>
    <message>
        <source>Statement by statement three additions are issued. Known as a whole, the program is one expression; where its inputs are known too, it is one number.</source>
        <translation>逐句执行提交三次加法。作为整体，程序是一个表达式；若输入也已知，它就是一个数。</translation>
    </message>
    <message>
        <source>The book's first times end when the last batch was issued, not when it was trained. A batch of data depends on nothing, so it can exist long before its turn: watch the memory.</source>
        <translation>书中最初的几个时间在最后一个批次提交时结束，而不是训练完时。一批数据不依赖任何东西，所以可以在轮到它之前很久就存在：请看内存。</translation>
    </message>
    <message>
        <source>The clock gives one number, PyTorch's profiler a table. The timeline shows more: which lane is busy, where it waits, and what the program itself does meanwhile. Read busy, idle and critical path on the right.</source>
        <translation>时钟给出一个数字，PyTorch 的性能分析器给出一张表。时间线显示得更多：哪条泳道在忙，在哪里等待，程序本身这时在做什么。忙碌、空闲和关键路径请看右侧。</translation>
    </message>
    <message>
        <source>The clock gives one number. The timeline shows more: which lane is busy, where it waits, and what the program itself does meanwhile. Read busy, idle and critical path on the right.</source>
        <translation>时钟给出一个数。时间线显示它隐藏的东西：哪条通道在忙、在哪里等待、程序自己同时在做什么。请在右侧查看忙碌、空闲和关键路径。</translation>
    </message>
    <message>
        <source>The prints of forward appear while Python runs it: twice eagerly, once when the graph is captured, then never again. The result stays the same.</source>
        <translation>forward 的打印在 Python 执行它时出现：立即执行时两次，捕获计算图时一次，之后不再出现。结果不变。</translation>
    </message>
    <message>
        <source>Training on multiple GPUs</source>
        <translation>多GPU训练</translation>
    </message>
    <message>
        <source>Two copies and an addition per further GPU, all through the first one. The second function binds a name to the copy and leaves the array as it was, as an old edition did.</source>
        <translation>每多一个 GPU 就有两次复制和一次加法，都经过第一个 GPU。第二个函数只是把名字绑定到副本，没有改变数组，旧版本就是这样。</translation>
    </message>
    <message>
        <source>Two copies and an addition per further GPU, all through the first one. The second function puts the copy into the list and leaves the tensor as it was, as an old edition did.</source>
        <translation>每多一块 GPU 就多两次复制和一次加法，全都经过第一块 GPU。第二个函数把副本放进列表，而张量保持原样，旧版的书就是这样。</translation>
    </message>
    <message>
        <source>Two workers</source>
        <translation>两个工作线程</translation>
    </message>
    <message>
        <source>What counts is how many bytes pass the busiest link. PyTorch copies between GPUs on the current streams of both, so streams of their own let each GPU send and receive at once. Try the ring of eight GPUs on the machine with NVLink.</source>
        <translation>重要的是最忙的链路要通过多少字节。PyTorch 在两块 GPU 的当前流上做相互复制，所以用单独的流才能让每块 GPU 同时发送和接收。请在有 NVLink 的机器上试试八块 GPU 的环。</translation>
    </message>
    <message>
        <source>What counts is how many bytes pass the busiest link. Try the ring of eight GPUs on the machine with NVLink.</source>
        <translation>关键是有多少字节经过最忙的链路。请在有 NVLink 的机器上试试八个 GPU 的环。</translation>
    </message>
    <message>
        <source>With 2 streams instead of {sides} the last block reads {after} instead of {before}.</source>
        <translation>用 2 条流而不是 {sides} 条，最后一段显示 {after}，而不是 {before}。</translation>
    </message>
    <message>
        <source>With 2 workers instead of {streams} the last block reads {after} instead of {before}.</source>
        <translation>用 2 个工作线程而不是 {streams} 个，最后一段显示 {after}，而不是 {before}。</translation>
    </message>
    <message>
        <source>With 20 products instead of {products} the last block reads {after} instead of {before}.</source>
        <translation>用 20 个乘积而不是 {products} 个，最后一段显示 {after}，而不是 {before}。</translation>
    </message>
    <message>
        <source>With 2000 passes instead of {calls} the compiled net takes {after} instead of {before}.</source>
        <translation>前向 2000 次而不是 {calls} 次，编译后的网络耗时 {after}，而不是 {before}。</translation>
    </message>
    <message>
        <source>With 2000 passes instead of {calls} the hybridized net takes {after} instead of {before}.</source>
        <translation>前向 2000 次而不是 {calls} 次，混合式的网络耗时 {after}，而不是 {before}。</translation>
    </message>
    <message>
        <source>With 2000 passes instead of {calls} the scripted net takes {after} instead of {before}.</source>
        <translation>前向 2000 次而不是 {calls} 次，脚本化的网络耗时 {after}，而不是 {before}。</translation>
    </message>
    <message>
        <source>With 44 products instead of {products} the block reads {after} instead of {before}.</source>
        <translation>用 44 个乘积而不是 {products} 个，该段显示 {after}，而不是 {before}。</translation>
    </message>
    <message>
        <source>With 50 batches instead of {batches} issuing them takes {after} instead of {before}.</source>
        <translation>用 50 个批次而不是 {batches} 个，提交它们耗时 {after}，而不是 {before}。</translation>
    </message>
    <message>
        <source>With 512 images per batch instead of {batch}, the last epoch takes {after} instead of {before}.</source>
        <translation>每批 512 张图像而不是 {batch} 张时，最后一轮耗时 {after}，而不是 {before}。</translation>
    </message>
    <message>
        <source>With a wait after the first statement the run takes {after} instead of {before}.</source>
        <translation>在第一条语句之后等待，运行耗时 {after}，而不是 {before}。</translation>
    </message>
    <message>
        <source>With matrices of side 1000 instead of {n} the GPU's second block reads {after} instead of {before}.</source>
        <translation>矩阵边长 1000 而不是 {n} 时，GPU 的第二段显示 {after}，而不是 {before}。</translation>
    </message>
    <message>
        <source>With matrices of side 1000 instead of {n} the second block reads {after} instead of {before}.</source>
        <translation>矩阵边长 1000 而不是 {n} 时，第二段显示 {after}，而不是 {before}。</translation>
    </message>
    <message>
        <source>With matrices of side 4000 instead of {n} the second block reads {after} instead of {before}.</source>
        <translation>矩阵边长 4000 而不是 {n} 时，第二段显示 {after}，而不是 {before}。</translation>
    </message>
    <message>
        <source>With matrices of side 500 instead of {n} the last block reads {after} instead of {before}.</source>
        <translation>矩阵边长 500 而不是 {n} 时，最后一段显示 {after}，而不是 {before}。</translation>
    </message>
    <message>
        <source>With pinned host memory from a pool the last block reads {after} instead of {before}.</source>
        <translation>使用来自内存池的锁页主机内存，最后一段显示 {after}，而不是 {before}。</translation>
    </message>
    <message>
        <source>Without it, `GPU1 time` reads {after}: the clock then stops once the products are issued, whether or not they are computed.</source>
        <translation>没有它，`GPU1 time` 显示 {after}：这时乘积一提交计时就停止，无论是否已经算完。</translation>
    </message>
    <message>
        <source>Without synchronize the clock stops once both products are issued: the block reads {after} instead of {before}.</source>
        <translation>没有 synchronize，两个乘积一提交计时就停止：该段显示 {after}，而不是 {before}。</translation>
    </message>
    <message>
        <source>Without the wait in the first loop its clock stops once all batches are issued: it reads {after} instead of {before}.</source>
        <translation>第一个循环里没有等待时，所有批次一提交计时就停止：显示 {after}，而不是 {before}。</translation>
    </message>
    <message>
        <source>Without the wait in the loop the first block's clock stops once all additions are issued: it reads {after} instead of {before}.</source>
        <translation>循环里没有等待时，所有加法一提交，第一段的计时就停止：显示 {after}，而不是 {before}。</translation>
    </message>
    <message>
        <source>Without this wait the first block's clock stops once its work is issued: it reads {after} instead of {before}.</source>
        <translation>没有这个等待，第一段的工作一提交计时就停止：显示 {after}，而不是 {before}。</translation>
    </message>
    <message>
        <source>Without this wait the last block's clock stops once its work is issued: it reads {after} instead of {before}.</source>
        <translation>没有这个等待，最后一段的工作一提交计时就停止：显示 {after}，而不是 {before}。</translation>
    </message>
    <message>
        <source>Without this wait the second block also covers what is left of the first one's work: it reads {after} instead of {before}.</source>
        <translation>没有这个等待，第二段还包括第一段剩下的工作：显示 {after}，而不是 {before}。</translation>
    </message>
    <message>
        <source>Without this wait the second block's clock stops once its work is issued: it reads {after} instead of {before}.</source>
        <translation>没有这个等待，第二段的工作一提交计时就停止：显示 {after}，而不是 {before}。</translation>
    </message>
    <message>
        <source>Without waitall the clock stops once both products are issued: the block reads {after} instead of {before}.</source>
        <translation>没有 waitall，两个乘积一提交计时就停止：该段显示 {after}，而不是 {before}。</translation>
    </message>
    <message>
        <source>`torch.cuda.synchronize()` waits for the current device only. If it waits for all, `GPU1 &amp; GPU2` reads {after} instead of {before}.</source>
        <translation>`torch.cuda.synchronize()` 只等待当前设备。如果它等待所有设备，`GPU1 &amp; GPU2` 显示 {after}，而不是 {before}。</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>all: GPUs where the machine has them; cpu: contexts of the CPU</source>
        <translation>all：机器有 GPU 时用 GPU；cpu：CPU 上下文</translation>
    </message>
    <message>
        <source>all: GPUs where the machine has them; cpu: the CPU instead</source>
        <translation>all：机器有 GPU 时用 GPU；cpu：改用 CPU</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>批量</translation>
    </message>
    <message>
        <source>batch of all ranks</source>
        <translation>所有 rank 的批量</translation>
    </message>
    <message>
        <source>batch per GPU</source>
        <translation>每个 GPU 的批量</translation>
    </message>
    <message>
        <source>batch per rank</source>
        <translation>每个 rank 的批量</translation>
    </message>
    <message>
        <source>batch size</source>
        <translation>批量大小</translation>
    </message>
    <message>
        <source>batches</source>
        <translation>批量数</translation>
    </message>
    <message>
        <source>classes</source>
        <translation>类别数</translation>
    </message>
    <message>
        <source>copies on</source>
        <translation>复制使用</translation>
    </message>
    <message>
        <source>cpu</source>
        <translation>cpu</translation>
    </message>
    <message>
        <source>current</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>exchange during backward</source>
        <translation>反向传播时交换</translation>
    </message>
    <message>
        <source>forward passes</source>
        <translation>前向次数</translation>
    </message>
    <message>
        <source>framework</source>
        <translation>框架</translation>
    </message>
    <message>
        <source>hidden units</source>
        <translation>隐藏单元</translation>
    </message>
    <message>
        <source>host memory</source>
        <translation>主机内存</translation>
    </message>
    <message>
        <source>inputs</source>
        <translation>输入数</translation>
    </message>
    <message>
        <source>iterations</source>
        <translation>迭代次数</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>learning rate on one GPU</source>
        <translation>一个 GPU 上的学习率</translation>
    </message>
    <message>
        <source>learning rate per rank</source>
        <translation>每个 rank 的学习率</translation>
    </message>
    <message>
        <source>matrix side</source>
        <translation>矩阵边长</translation>
    </message>
    <message>
        <source>megabytes of gradients</source>
        <translation>梯度的兆字节数</translation>
    </message>
    <message>
        <source>n</source>
        <translation>n</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>on two</source>
        <translation>两个 GPU 上</translation>
    </message>
    <message>
        <source>on: while backward() computes further gradients; off: after it</source>
        <translation>开：在 backward() 计算其余梯度时；关：在其之后</translation>
    </message>
    <message>
        <source>own</source>
        <translation>独立</translation>
    </message>
    <message>
        <source>pageable</source>
        <translation>可分页</translation>
    </message>
    <message>
        <source>pageable-warm</source>
        <translation>可分页（已预热）</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>锁页</translation>
    </message>
    <message>
        <source>pinned-cold</source>
        <translation>锁页（新）</translation>
    </message>
    <message>
        <source>products</source>
        <translation>矩阵乘积</translation>
    </message>
    <message>
        <source>random operations</source>
        <translation>随机操作数</translation>
    </message>
    <message>
        <source>ranks</source>
        <translation>rank 数</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>行数</translation>
    </message>
    <message>
        <source>streams</source>
        <translation>流数</translation>
    </message>
    <message>
        <source>the first images of the set; one sixth as many are used for testing</source>
        <translation>取前这么多，测试图像为其六分之一</translation>
    </message>
    <message>
        <source>training images</source>
        <translation>训练图像数</translation>
    </message>
    <message>
        <source>{2*n**3:FLOP} and {4*n*n:B} each. PyTorch itself copies on the current stream, where copies queue behind all products.</source>
        <translation>每次 {2*n**3:FLOP}、{4*n*n:B}。PyTorch 本身在当前流上复制，复制在那里排在所有乘积之后。</translation>
    </message>
    <message>
        <source>{2*n**3:FLOP} per product. The second loop stops the clock once its work is issued. A wait in the third one also covers what is left of the second.</source>
        <translation>每个乘积 {2*n**3:FLOP}。第二个循环的工作一提交计时就停止。第三个循环里的等待还包括第二个循环剩下的工作。</translation>
    </message>
    <message>
        <source>{2*n**3:FLOP}, {4*n*n:B} each. The book's text says 10 products, its code runs 50.</source>
        <translation>每次 {2*n**3:FLOP}、{4*n*n:B}。书中文字说 10 个乘积，代码运行 50 个。</translation>
    </message>
    <message>
        <source>{2*n**3:FLOP}. The first block issues three operations; printing their result needs all three.</source>
        <translation>{2*n**3:FLOP}。第一段提交三个操作；打印它们的结果需要全部三个。</translation>
    </message>
    <message>
        <source>{4*n*n:B} per product. PyTorch takes their memory when they are issued, long before they are computed, MXNet when each is computed.</source>
        <translation>每个乘积 {4*n*n:B}。PyTorch 在提交时就占用显存，远早于计算；MXNet 在计算每个乘积时才占用。</translation>
    </message>
    <message>
        <source>{n*n:FLOP} and {8*n*n:B} moved each time. Waiting in the loop adds the time to issue the next operation and to wake up.</source>
        <translation>每次 {n*n:FLOP}、移动 {8*n*n:B}。在循环里等待，会加上提交下一个操作和唤醒的时间。</translation>
    </message>
</context>
<context>
    <name>program 13.1.1</name>
    <message>
        <source>A program as text, as a graph, as a constant</source>
        <translation>作为文本、作为图、作为常量的程序</translation>
    </message>
</context>
<context>
    <name>program 13.1.3</name>
    <message>
        <source>A net compiled once</source>
        <translation>编译一次的网络</translation>
    </message>
</context>
<context>
    <name>program 13.1.3-forward</name>
    <message>
        <source>13.1.3, edition of 2019</source>
        <translation>13.1.3，2019 年版</translation>
    </message>
    <message>
        <source>What Python still runs</source>
        <translation>Python 仍然执行什么</translation>
    </message>
</context>
<context>
    <name>program 13.1.3-torchscript</name>
    <message>
        <source>TorchScript</source>
        <translation>TorchScript</translation>
    </message>
</context>
<context>
    <name>program 13.2.1</name>
    <message>
        <source>NumPy and a framework</source>
        <translation>NumPy 与框架</translation>
    </message>
</context>
<context>
    <name>program 13.2.1-graph</name>
    <message>
        <source>Four statements and their graph</source>
        <translation>四条语句和它们的图</translation>
    </message>
</context>
<context>
    <name>program 13.2.1-queue</name>
    <message>
        <source>Queued is not finished</source>
        <translation>排队不等于完成</translation>
    </message>
</context>
<context>
    <name>program 13.2.2</name>
    <message>
        <source>Calls that make the program wait</source>
        <translation>让程序等待的调用</translation>
    </message>
</context>
<context>
    <name>program 13.2.2-cpu</name>
    <message>
        <source>A CPU has nothing to wait for</source>
        <translation>CPU 上没有什么可等</translation>
    </message>
</context>
<context>
    <name>program 13.2.3</name>
    <message>
        <source>A wait in the loop</source>
        <translation>循环中的等待</translation>
    </message>
</context>
<context>
    <name>program 13.2.4</name>
    <message>
        <source>13.2.4, edition of 2019</source>
        <translation>13.2.4，2019 年版</translation>
    </message>
    <message>
        <source>Asynchrony and memory</source>
        <translation>异步与内存</translation>
    </message>
</context>
<context>
    <name>program 13.3-copy</name>
    <message>
        <source>13.3.2, edition of 2019</source>
        <translation>13.3.2，2019 年版</translation>
    </message>
    <message>
        <source>Copies behind the products</source>
        <translation>隐藏在乘积之后的复制</translation>
    </message>
</context>
<context>
    <name>program 13.3-cpu-gpu</name>
    <message>
        <source>13.3.1, edition of 2019</source>
        <translation>13.3.1，2019 年版</translation>
    </message>
    <message>
        <source>CPU and GPU together</source>
        <translation>CPU 和 GPU 一起</translation>
    </message>
</context>
<context>
    <name>program 13.3-e1</name>
    <message>
        <source>13.3, exercise 1</source>
        <translation>13.3，练习 1</translation>
    </message>
    <message>
        <source>Exercise 1: independent, so parallel?</source>
        <translation>练习 1：互不依赖，就能并行？</translation>
    </message>
</context>
<context>
    <name>program 13.3-e2</name>
    <message>
        <source>13.3, exercise 2</source>
        <translation>13.3，练习 2</translation>
    </message>
    <message>
        <source>Exercise 2: small operators</source>
        <translation>练习 2：小操作</translation>
    </message>
</context>
<context>
    <name>program 13.3-e3</name>
    <message>
        <source>13.3, exercise 3</source>
        <translation>13.3，练习 3</translation>
    </message>
    <message>
        <source>Exercise 3: CPU, GPU and copies at once</source>
        <translation>练习 3：CPU、GPU 和复制同时进行</translation>
    </message>
</context>
<context>
    <name>program 13.3-e4</name>
    <message>
        <source>13.3, exercise 4</source>
        <translation>13.3，练习 4</translation>
    </message>
    <message>
        <source>Exercise 4: use a profiler</source>
        <translation>练习 4：用分析器查看</translation>
    </message>
</context>
<context>
    <name>program 13.3-e5</name>
    <message>
        <source>13.3, exercise 5</source>
        <translation>13.3，练习 5</translation>
    </message>
    <message>
        <source>Exercise 5: complicated dependencies</source>
        <translation>练习 5：复杂的依赖</translation>
    </message>
</context>
<context>
    <name>program 13.3-figure</name>
    <message>
        <source>13.3.2, figure</source>
        <translation>13.3.2，插图</translation>
    </message>
    <message>
        <source>Two layers on a CPU and two GPUs</source>
        <translation>一个CPU和两个GPU上的两层网络</translation>
    </message>
</context>
<context>
    <name>program 13.3.1</name>
    <message>
        <source>Parallel computation on GPUs</source>
        <translation>基于GPU的并行计算</translation>
    </message>
</context>
<context>
    <name>program 13.3.2</name>
    <message>
        <source>Computation and communication</source>
        <translation>计算与通信</translation>
    </message>
</context>
<context>
    <name>program 13.3.2-small</name>
    <message>
        <source>On a card of 4 GB</source>
        <translation>在 4 GB 的显卡上</translation>
    </message>
</context>
<context>
    <name>program 13.3.2-what-if</name>
    <message>
        <source>Eight ways to copy</source>
        <translation>八种复制方式</translation>
    </message>
</context>
<context>
    <name>program 13.5-ddp</name>
    <message>
        <source>LeNet, one process per GPU (PyTorch)</source>
        <translation>LeNet，每个 GPU 一个进程（PyTorch）</translation>
    </message>
</context>
<context>
    <name>program 13.5.4</name>
    <message>
        <source>allreduce</source>
        <translation>allreduce</translation>
    </message>
</context>
<context>
    <name>program 13.5.5</name>
    <message>
        <source>Splitting a batch</source>
        <translation>拆分批量</translation>
    </message>
</context>
<context>
    <name>program 13.5.6</name>
    <message>
        <source>LeNet, data parallel</source>
        <translation>LeNet，数据并行</translation>
    </message>
</context>
<context>
    <name>program 13.5.6-torch</name>
    <message>
        <source>LeNet, data parallel (PyTorch)</source>
        <translation>LeNet，数据并行（PyTorch）</translation>
    </message>
</context>
<context>
    <name>program 13.6-ddp</name>
    <message>
        <source>ResNet-18, one process per GPU (PyTorch)</source>
        <translation>ResNet-18，每个 GPU 一个进程（PyTorch）</translation>
    </message>
</context>
<context>
    <name>program 13.6.4</name>
    <message>
        <source>ResNet-18</source>
        <translation>ResNet-18</translation>
    </message>
</context>
<context>
    <name>program 13.6.4-torch</name>
    <message>
        <source>ResNet-18 (PyTorch)</source>
        <translation>ResNet-18（PyTorch）</translation>
    </message>
</context>
<context>
    <name>program 13.7.2</name>
    <message>
        <source>13.7.1 and 13.7.2</source>
        <translation>13.7.1 和 13.7.2</translation>
    </message>
    <message>
        <source>Four ways to add up gradients</source>
        <translation>四种梯度求和方式</translation>
    </message>
</context>
</TS>
