<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Overlap</name>
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
        <source>%n steps bring Python text of their own, which would run on this computer.</source>
        <translation>
            <numerusform>%n step brings Python text of its own, which would run on this computer.</numerusform>
            <numerusform>%n steps bring Python text of their own, which would run on this computer.</numerusform>
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
        <source>It has %n steps.</source>
        <translation>
            <numerusform>It has %n step.</numerusform>
            <numerusform>It has %n steps.</numerusform>
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
</TS>
