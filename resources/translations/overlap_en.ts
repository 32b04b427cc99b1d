<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Overlap</name>
    <message numerus="yes">
        <source>%1 batches</source>
        <translation>
            <numerusform>%1 batch</numerusform>
            <numerusform>%1 batches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 blocks mistimed</source>
        <translation>
            <numerusform>%1 of %2 block mistimed</numerusform>
            <numerusform>%1 of %2 blocks mistimed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 operations</source>
        <translation>
            <numerusform>%1 operation</numerusform>
            <numerusform>%1 operations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 operations issued, %2 computed when the program stopped</source>
        <translation>
            <numerusform>%1 operation issued, %2 computed when the program stopped</numerusform>
            <numerusform>%1 operations issued, %2 computed when the program stopped</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 operations on %2</source>
        <translation>
            <numerusform>%1 operation on %2</numerusform>
            <numerusform>%1 operations on %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 operations, none finished yet.</source>
        <translation>
            <numerusform>%1 operation, not finished yet.</numerusform>
            <numerusform>%1 operations, none finished yet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 operations; reads of another's result: %2</source>
        <translation>
            <numerusform>%1 operation; reads of another's result: %2</numerusform>
            <numerusform>%1 operations; reads of another's result: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 operations; reads of another's result: %2, overwrites of what another reads or wrote: %3</source>
        <translation>
            <numerusform>%1 operation; reads of another's result: %2, overwrites of what another reads or wrote: %3</numerusform>
            <numerusform>%1 operations; reads of another's result: %2, overwrites of what another reads or wrote: %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 runs, %2</source>
        <translation>
            <numerusform>%1 run, %2</numerusform>
            <numerusform>%1 runs, %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 steps</source>
        <translation>
            <numerusform>%1 step</numerusform>
            <numerusform>%1 steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 · about %n s left</source>
        <translation>
            <numerusform>%1 · about %n s left</numerusform>
            <numerusform>%1 · about %n s left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n batch(es)</source>
        <translation>
            <numerusform>%1, %n batch</numerusform>
            <numerusform>%1, %n batches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n time(s) in B</source>
        <translation>
            <numerusform>%1, %n time in B</numerusform>
            <numerusform>%1, %n times in B</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln nodes</source>
        <translation>
            <numerusform>%Ln node</numerusform>
            <numerusform>%Ln nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln ranks</source>
        <translation>
            <numerusform>%Ln rank</numerusform>
            <numerusform>%Ln ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n GPU(s)</source>
        <translation>
            <numerusform>%n GPU</numerusform>
            <numerusform>%n GPUs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n array(s)</source>
        <translation>
            <numerusform>%n array</numerusform>
            <numerusform>%n arrays</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n core(s)</source>
        <translation>
            <numerusform>%n core</numerusform>
            <numerusform>%n cores</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n files</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n found</source>
        <translation>
            <numerusform>%n found</numerusform>
            <numerusform>%n found</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n nanosecond(s)</source>
        <translation>
            <numerusform>%n nanosecond</numerusform>
            <numerusform>%n nanoseconds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operation(s)</source>
        <translation>
            <numerusform>%n operation</numerusform>
            <numerusform>%n operations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operation(s) issued</source>
        <translation>
            <numerusform>%n operation issued</numerusform>
            <numerusform>%n operations issued</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operation(s) of one batch</source>
        <translation>
            <numerusform>%n operation of one batch</numerusform>
            <numerusform>%n operations of one batch</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operation(s) of one step</source>
        <translation>
            <numerusform>%n operation of one step</numerusform>
            <numerusform>%n operations of one step</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operation(s) only in A, %1 only in B</source>
        <translation>
            <numerusform>%n operation only in A, %1 only in B</numerusform>
            <numerusform>%n operations only in A, %1 only in B</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operation(s). %1</source>
        <translation>
            <numerusform>%n operation. %1</numerusform>
            <numerusform>%n operations. %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operation(s); gradients join the devices</source>
        <translation>
            <numerusform>%n operation; gradients join the devices</numerusform>
            <numerusform>%n operations; gradients join the devices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operations selected</source>
        <translation>
            <numerusform>%n operation selected</numerusform>
            <numerusform>%n operations selected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operations, %1 in the whole run</source>
        <translation>
            <numerusform>%n operation, %1 in the whole run</numerusform>
            <numerusform>%n operations, %1 in the whole run</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n rank</numerusform>
            <numerusform>%n ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s): %1</source>
        <translation>
            <numerusform>%n rank: %1</numerusform>
            <numerusform>%n ranks: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n steps contain Python text, which would run on this computer.</source>
        <translation>
            <numerusform>%n step contains Python text, which would run on this computer.</numerusform>
            <numerusform>%n steps contain Python text, which would run on this computer.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n stored runs could not be read and are not listed.</source>
        <translation>
            <numerusform>%n stored run could not be read and is not listed.</numerusform>
            <numerusform>%n stored runs could not be read and are not listed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n work at once</source>
        <translation>
            <numerusform>%n works</numerusform>
            <numerusform>%n work at once</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A text has at most %n characters; shorten it.</source>
        <translation>
            <numerusform>A text has at most %n character; shorten it.</numerusform>
            <numerusform>A text has at most %n characters; shorten it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Different graph: %n edge(s) only in A, %1 only in B</source>
        <translation>
            <numerusform>Different graph: %n edge only in A, %1 only in B</numerusform>
            <numerusform>Different graph: %n edges only in A, %1 only in B</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It has %n steps.</source>
        <translation>
            <numerusform>It has %n step.</numerusform>
            <numerusform>It has %n steps.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No state of the waits is faster than this one: whole run %1, the least of %n states.</source>
        <translation>
            <numerusform>No state of the waits is faster than this one: whole run %1, the least of %n state.</numerusform>
            <numerusform>No state of the waits is faster than this one: whole run %1, the least of %n states.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Running %n processes %1 s</source>
        <translation>
            <numerusform>Running %n process %1 s</numerusform>
            <numerusform>Running %n processes %1 s</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Select the %n operation(s)</source>
        <translation>
            <numerusform>Select the operation</numerusform>
            <numerusform>Select the %n operations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The fastest of %n states of the waits: whole run %1, with %2.</source>
        <translation>
            <numerusform>The only state of the waits: whole run %1, with %2.</numerusform>
            <numerusform>The fastest of %n states of the waits: whole run %1, with %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The listing uses GPU %1, and this machine has %n GPU(s): it may stop there.</source>
        <translation>
            <numerusform>The listing uses GPU %1, and this machine has %n GPU: it may stop there.</numerusform>
            <numerusform>The listing uses GPU %1, and this machine has %n GPUs: it may stop there.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Undo delete (%n)</source>
        <translation>
            <numerusform>Undo delete (%n)</numerusform>
            <numerusform>Undo delete (%n)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>last in %1 of %n step(s)</source>
        <translation>
            <numerusform>last in %1 of %n step</numerusform>
            <numerusform>last in %1 of %n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>on %n devices</source>
        <translation>
            <numerusform>on %n device</numerusform>
            <numerusform>on %n devices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>… %Ln texts are left out here …</source>
        <translation>
            <numerusform>… %Ln text is left out here …</numerusform>
            <numerusform>… %Ln texts are left out here …</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>machine a100-4</name>
</context>
<context>
    <name>machine book-v100</name>
</context>
<context>
    <name>machine card-4gb</name>
</context>
<context>
    <name>machine h100-8</name>
</context>
<context>
    <name>machine laptop-2019</name>
</context>
<context>
    <name>machine m60-2019</name>
</context>
<context>
    <name>machine nvlink-8</name>
</context>
<context>
    <name>machine pcie-8</name>
</context>
<context>
    <name>machine v100-ethernet</name>
</context>
<context>
    <name>messages</name>
</context>
<context>
    <name>program</name>
</context>
<context>
    <name>program 13.1.1</name>
</context>
<context>
    <name>program 13.1.3</name>
</context>
<context>
    <name>program 13.1.3-forward</name>
</context>
<context>
    <name>program 13.1.3-torchscript</name>
</context>
<context>
    <name>program 13.2.1</name>
</context>
<context>
    <name>program 13.2.1-graph</name>
</context>
<context>
    <name>program 13.2.1-queue</name>
</context>
<context>
    <name>program 13.2.2</name>
</context>
<context>
    <name>program 13.2.2-cpu</name>
</context>
<context>
    <name>program 13.2.3</name>
</context>
<context>
    <name>program 13.2.4</name>
</context>
<context>
    <name>program 13.3-copy</name>
</context>
<context>
    <name>program 13.3-cpu-gpu</name>
</context>
<context>
    <name>program 13.3-e1</name>
</context>
<context>
    <name>program 13.3-e2</name>
</context>
<context>
    <name>program 13.3-e3</name>
</context>
<context>
    <name>program 13.3-e4</name>
</context>
<context>
    <name>program 13.3-e5</name>
</context>
<context>
    <name>program 13.3-figure</name>
</context>
<context>
    <name>program 13.3.1</name>
</context>
<context>
    <name>program 13.3.2</name>
</context>
<context>
    <name>program 13.3.2-small</name>
</context>
<context>
    <name>program 13.3.2-what-if</name>
</context>
<context>
    <name>program 13.5-ddp</name>
</context>
<context>
    <name>program 13.5.4</name>
</context>
<context>
    <name>program 13.5.5</name>
</context>
<context>
    <name>program 13.5.6</name>
</context>
<context>
    <name>program 13.5.6-torch</name>
</context>
<context>
    <name>program 13.6-ddp</name>
</context>
<context>
    <name>program 13.6.4</name>
</context>
<context>
    <name>program 13.6.4-torch</name>
</context>
<context>
    <name>program 13.7.2</name>
</context>
</TS>
