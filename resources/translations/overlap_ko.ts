<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ko" sourcelanguage="en">
<context>
    <name>Overlap</name>
    <message>
        <source> It does not wait for %1, which is still busy then.</source>
        <translation>%1은(는) 기다리지 않으며, 그때 아직 작업 중입니다.</translation>
    </message>
    <message>
        <source> It would read {after} instead of {before}.</source>
        <translation> {before} 대신 {after}이(가) 나옵니다.</translation>
    </message>
    <message>
        <source> It would read {after}.</source>
        <translation> {after}이(가) 나옵니다.</translation>
    </message>
    <message>
        <source> The program ran %1 %2 ahead of %3.</source>
        <translation> 프로그램이 %3보다 %2 %1개만큼 앞서 나갔습니다.</translation>
    </message>
    <message>
        <source> and %1 more</source>
        <translation> 외 %1개</translation>
    </message>
    <message>
        <source> on %1</source>
        <translation>, %1에서</translation>
    </message>
    <message>
        <source> · line %1 of the listing</source>
        <translation> · 코드 %1행</translation>
    </message>
    <message>
        <source>%1
The file: %2 × %3 px, %4 dpi</source>
        <translation>%1
파일: %2 × %3 px, %4 dpi</translation>
    </message>
    <message>
        <source>%1 % read</source>
        <translation>%1 % 읽음</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 %2 busy</source>
        <translation>%1 사용률 %2</translation>
    </message>
    <message>
        <source>%1 %2 in a row</source>
        <translation>연속 %1회 %2</translation>
    </message>
    <message>
        <source>%1 %2 → %3</source>
        <translation>%1 %2 → %3</translation>
    </message>
    <message>
        <source>%1 (whole run %2) compared with</source>
        <translation>%1(전체 실행 %2)의 비교 대상</translation>
    </message>
    <message>
        <source>%1 GPUs</source>
        <translation>GPU %1개</translation>
    </message>
    <message>
        <source>%1 The run before is not drawn: it has %2 operations, and at most %3 are kept.</source>
        <translation>%1 이전 실행은 그리지 않습니다. 연산이 %2개인데 최대 %3개까지 보관합니다.</translation>
    </message>
    <message>
        <source>%1 acc</source>
        <translation>%1 정확도</translation>
    </message>
    <message>
        <source>%1 after the start (in the warm-up)</source>
        <translation>시작 후 %1(예열 중)</translation>
    </message>
    <message>
        <source>%1 alive</source>
        <translation>%1개 살아 있음</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 및 %2</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 외 %2개</translation>
    </message>
    <message>
        <source>%1 and %2: no difference that this machine shows</source>
        <translation>%1, %2: 이 컴퓨터에서는 차이가 보이지 않습니다</translation>
    </message>
    <message>
        <source>%1 and %2: too few batches to tell them apart</source>
        <translation>%1, %2: 배치가 너무 적어 구별할 수 없습니다</translation>
    </message>
    <message>
        <source>%1 are still busy when the last clock stops.</source>
        <translation>마지막 시계가 멈출 때 아직 작업 중: %1.</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1, %2에</translation>
    </message>
    <message numerus="yes">
        <source>%1 batches</source>
        <translation>
            <numerusform>배치 %1개</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 busy</source>
        <comment>a device or its stream</comment>
        <translation>%1 사용률</translation>
    </message>
    <message>
        <source>%1 busy: %2 of %3</source>
        <translation>%1 사용: %3 가운데 %2</translation>
    </message>
    <message>
        <source>%1 by %2</source>
        <translation>%1, %2이(가) 만듦</translation>
    </message>
    <message>
        <source>%1 cached by the pool</source>
        <translation>풀이 %1 캐시</translation>
    </message>
    <message>
        <source>%1 communication</source>
        <translation>%1 통신</translation>
    </message>
    <message>
        <source>%1 compute</source>
        <translation>%1 계산</translation>
    </message>
    <message>
        <source>%1 computing</source>
        <translation>계산 %1</translation>
    </message>
    <message>
        <source>%1 concurrent</source>
        <translation>%1 동시</translation>
    </message>
    <message>
        <source>%1 continues for %2</source>
        <translation>%1이(가) %2 더 작업함</translation>
    </message>
    <message>
        <source>%1 copy hidden</source>
        <translation>복사 %1 숨김</translation>
    </message>
    <message>
        <source>%1 copy in</source>
        <translation>%1 입력 복사</translation>
    </message>
    <message>
        <source>%1 copy out</source>
        <translation>%1 출력 복사</translation>
    </message>
    <message>
        <source>%1 finished: %2</source>
        <translation>%1의 위치: %2</translation>
    </message>
    <message>
        <source>%1 fit</source>
        <translation>%1까지 들어감</translation>
    </message>
    <message>
        <source>%1 from %2 on, magnified</source>
        <translation>%2부터의 %1, 확대</translation>
    </message>
    <message>
        <source>%1 has %2, the program asks for more.</source>
        <translation>%1에는 %2가 있지만 이 프로그램은 더 많이 필요로 합니다.</translation>
    </message>
    <message>
        <source>%1 has changed since it was opened or saved here. Nothing was saved yet.</source>
        <translation>%1 파일이 여기에서 열거나 저장했을 때와 다릅니다. 아직 아무것도 저장하지 않았습니다.</translation>
    </message>
    <message>
        <source>%1 holds results</source>
        <translation>%1 결과 저장</translation>
    </message>
    <message>
        <source>%1 idle</source>
        <translation>%1 유휴</translation>
    </message>
    <message>
        <source>%1 in all</source>
        <translation>모두 %1</translation>
    </message>
    <message>
        <source>%1 in both</source>
        <translation>둘 다 %1</translation>
    </message>
    <message>
        <source>%1 is %2 in A, %3 in B</source>
        <translation>%1: A %2, B %3</translation>
    </message>
    <message>
        <source>%1 is a number from %2 to %3; this is %4.</source>
        <translation>%1은(는) %2에서 %3 사이의 수여야 합니다. 지금은 %4입니다.</translation>
    </message>
    <message>
        <source>%1 is a whole number from %2 to %3; this is %4.</source>
        <translation>%1은(는) %2에서 %3 사이의 정수여야 합니다. 지금은 %4입니다.</translation>
    </message>
    <message>
        <source>%1 is a whole number, at least %2; this is %3.</source>
        <translation>%1은(는) %2 이상의 정수여야 합니다. 지금은 %3입니다.</translation>
    </message>
    <message>
        <source>%1 is free.</source>
        <translation>비어 있음: %1.</translation>
    </message>
    <message>
        <source>%1 is issued and must still read it</source>
        <translation>%1이(가) 제출되었고 아직 읽어야 함</translation>
    </message>
    <message>
        <source>%1 is not available on this computer; using %2 instead.</source>
        <translation>지금 이 컴퓨터에서 %1을(를) 쓸 수 없어 %2(으)로 대신합니다.</translation>
    </message>
    <message>
        <source>%1 is still busy when the last clock stops.</source>
        <translation>마지막 시계가 멈출 때 아직 작업 중: %1.</translation>
    </message>
    <message>
        <source>%1 is used by “%2”, which would then have no key.</source>
        <translation>%1은(는) “%2”에 쓰이며, 그 명령은 키가 없어집니다.</translation>
    </message>
    <message>
        <source>%1 late</source>
        <translation>%1 늦음</translation>
    </message>
    <message>
        <source>%1 late, against the median rank</source>
        <translation>중앙값 랭크 대비 지연 (%1)</translation>
    </message>
    <message>
        <source>%1 longer</source>
        <translation>%1 더 걸림</translation>
    </message>
    <message>
        <source>%1 memory</source>
        <translation>%1 메모리</translation>
    </message>
    <message>
        <source>%1 milliseconds</source>
        <translation>%1밀리초</translation>
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
            <numerusform>블록 %2개 가운데 %1개의 시간이 잘못 측정됨</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 copying is hidden behind computing</source>
        <translation>복사 %2 중 %1이(가) 계산 뒤에 숨겨짐</translation>
    </message>
    <message>
        <source>%1 of %2 operations done</source>
        <translation>연산 %2개 중 %1개 완료</translation>
    </message>
    <message>
        <source>%1 of %2 waits on</source>
        <translation>대기 %2개 중 %1개 켜짐</translation>
    </message>
    <message>
        <source>%1 of 1 wait on</source>
        <translation>대기 1개 중 %1개 켜짐</translation>
    </message>
    <message>
        <source>%1 of ranks %2</source>
        <translation>랭크 %2 중 %1</translation>
    </message>
    <message>
        <source>%1 of the card with driver, context and display</source>
        <translation>드라이버, 컨텍스트, 화면까지 카드의 %1</translation>
    </message>
    <message>
        <source>%1 of the copying is hidden behind other operations instead of %2</source>
        <translation>복사 중 %2 대신 %1이(가) 다른 연산 뒤에 숨음</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%2에서 %1</translation>
    </message>
    <message>
        <source>%1 on %2, no waits, %3</source>
        <translation>%1, %2에서, 대기 없음, %3</translation>
    </message>
    <message>
        <source>%1 on %2, waits on %3 lines, %4</source>
        <translation>%1, %2에서, %3개 행에서 대기, %4</translation>
    </message>
    <message>
        <source>%1 on %2, waits on %3, %4</source>
        <translation>%1, %2에서, %3행에서 대기, %4</translation>
    </message>
    <message numerus="yes">
        <source>%1 operations</source>
        <translation>
            <numerusform>연산 %1개</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 operations issued, %2 computed when the program stopped</source>
        <translation>
            <numerusform>프로그램이 멈췄을 때 연산 %1개 제출, %2개 계산됨</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 operations on %2</source>
        <translation>
            <numerusform>%2에서 연산 %1개</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 operations, %2 … %3</source>
        <translation>연산 %1개, %2 … %3</translation>
    </message>
    <message numerus="yes">
        <source>%1 operations, none finished yet.</source>
        <translation>
            <numerusform>연산 %1개, 아직 끝난 것이 없습니다.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 operations; reads of another's result: %2</source>
        <translation>
            <numerusform>연산 %1개; 다른 연산의 결과 읽기: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 operations; reads of another's result: %2, overwrites of what another reads or wrote: %3</source>
        <translation>
            <numerusform>연산 %1개; 다른 연산의 결과 읽기: %2, 다른 연산이 읽거나 쓴 내용 덮어쓰기: %3</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 ops</source>
        <translation>연산 %1개</translation>
    </message>
    <message>
        <source>%1 over %2, which is outlined</source>
        <translation>윤곽선으로 그린 %2 위에 %1</translation>
    </message>
    <message>
        <source>%1 over A</source>
        <translation>A 위에 %1</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>매개변수 %1개</translation>
    </message>
    <message>
        <source>%1 parameters, %2</source>
        <translation>매개변수 %1개, %2</translation>
    </message>
    <message>
        <source>%1 per batch</source>
        <translation>배치당 %1</translation>
    </message>
    <message>
        <source>%1 products</source>
        <translation>곱 %1개</translation>
    </message>
    <message>
        <source>%1 queued</source>
        <translation>%1개 대기</translation>
    </message>
    <message>
        <source>%1 queued · %2 running</source>
        <translation>%1개 대기 · %2개 실행</translation>
    </message>
    <message>
        <source>%1 queued, %2 running%3. Select an operation to see why it started when it did.</source>
        <translation>%1개 대기, %2개 실행 중%3. 연산을 선택하면 왜 그때 시작했는지 볼 수 있습니다.</translation>
    </message>
    <message>
        <source>%1 refused</source>
        <translation>%1 거부됨</translation>
    </message>
    <message>
        <source>%1 refused on %2</source>
        <translation>%2에서 %1 거부됨</translation>
    </message>
    <message>
        <source>%1 refused: %2 on %3</source>
        <translation>%1 거부됨: %3의 %2</translation>
    </message>
    <message>
        <source>%1 reserved when issued</source>
        <translation>제출 시 %1 예약</translation>
    </message>
    <message>
        <source>%1 results</source>
        <translation>결과 %1개</translation>
    </message>
    <message>
        <source>%1 results of line %2</source>
        <translation>%2행의 결과 %1개</translation>
    </message>
    <message numerus="yes">
        <source>%1 runs, %2</source>
        <translation>
            <numerusform>%1회 실행, %2</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 seconds</source>
        <translation>%1초</translation>
    </message>
    <message>
        <source>%1 starts line %2 %3 earlier</source>
        <translation>%1에서 %2행이 %3 일찍 시작됩니다</translation>
    </message>
    <message>
        <source>%1 starts line %2 %3 later</source>
        <translation>%1에서 %2행이 %3 늦게 시작됩니다</translation>
    </message>
    <message numerus="yes">
        <source>%1 steps</source>
        <translation>
            <numerusform>스텝 %1개</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 still does work of the warm-up for %2 when “%3” begins</source>
        <translation>“%3”이(가) 시작될 때 %1이(가) 아직 %2 동안 예열 작업을 함</translation>
    </message>
    <message>
        <source>%1 stopped with %2 on line %3.</source>
        <translation>%1은(는) %3행에서 %2 때문에 멈췄습니다.</translation>
    </message>
    <message>
        <source>%1 stream</source>
        <translation>%1 스트림</translation>
    </message>
    <message>
        <source>%1 take %2 longer in %3, though.</source>
        <translation>다만 %3에서는 %1이(가) %2 더 걸립니다.</translation>
    </message>
    <message>
        <source>%1 take %3 in %2 and %5 in %4.</source>
        <translation>%1: %2에서는 %3, %4에서는 %5 걸립니다.</translation>
    </message>
    <message>
        <source>%1 takes %2 less %3 with %4 than with %5.</source>
        <translation>%1: %4에서는 %5보다 %3 %2 덜 걸립니다.</translation>
    </message>
    <message>
        <source>%1 takes %2 more %3 with %4 than with %5.</source>
        <translation>%1: %4에서는 %5보다 %3 %2 더 걸립니다.</translation>
    </message>
    <message>
        <source>%1 takes %2 ×</source>
        <translation>%1 소요 시간 %2배</translation>
    </message>
    <message>
        <source>%1 tensors</source>
        <translation>텐서 %1개</translation>
    </message>
    <message>
        <source>%1 time</source>
        <translation>%1 시간</translation>
    </message>
    <message>
        <source>%1 to peer</source>
        <translation>%1 피어 복사</translation>
    </message>
    <message>
        <source>%1 twice as fast</source>
        <translation>%1 두 배 빠르게</translation>
    </message>
    <message>
        <source>%1 used what it needs until %2.</source>
        <translation>필요한 것을 %1이(가) %2까지 차지하고 있었습니다.</translation>
    </message>
    <message>
        <source>%1 waits</source>
        <translation>대기 %1개</translation>
    </message>
    <message>
        <source>%1 was ready at %2, but </source>
        <translation>%1은(는) %2에 준비되었지만 </translation>
    </message>
    <message>
        <source>%1 was stopped.</source>
        <translation>%1은(는) 중지되었습니다.</translation>
    </message>
    <message>
        <source>%1 will read it</source>
        <translation>읽을 연산: %1</translation>
    </message>
    <message>
        <source>%1 with %2 of others</source>
        <translation>%1, 그중 다른 사용 %2</translation>
    </message>
    <message>
        <source>%1 works %2 instead of %3</source>
        <translation>%1이(가) %3 대신 %2 동안 일함</translation>
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
            <numerusform>%1 · 약 %n초 남음</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 · rank %2</source>
        <translation>%1 · 랭크 %2</translation>
    </message>
    <message>
        <source>%1 × %2 mm; %3 at %4 dpi</source>
        <translation>%1 × %2 mm; %4 dpi에서 %3</translation>
    </message>
    <message>
        <source>%1 × %2 px</source>
        <translation>%1 × %2 px</translation>
    </message>
    <message>
        <source>%1 × %2, shown at %3</source>
        <translation>%1 × %2, %3로 표시</translation>
    </message>
    <message>
        <source>%1 × %2, the same on both sides</source>
        <translation>%1 × %2, 양쪽 같음</translation>
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
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1, %2 of it others</source>
        <translation>%1, 그중 다른 사용 %2</translation>
    </message>
    <message>
        <source>%1, %2 of the link</source>
        <translation>%1, 링크의 %2</translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <translation>%1, %2, %3</translation>
    </message>
    <message>
        <source>%1, %2, %3 done</source>
        <translation>%1, %2, %3 완료</translation>
    </message>
    <message>
        <source>%1, %2, reads %3</source>
        <translation>%1, %2, %3 읽음</translation>
    </message>
    <message>
        <source>%1, %2: from %3 to %4, last %5</source>
        <translation>%1, %2: %3에서 %4까지, 마지막 %5</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n batch(es)</source>
        <translation>
            <numerusform>%1, 배치 %n개</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n time(s) in B</source>
        <translation>
            <numerusform>%1, B에서 %n회</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, and %2</source>
        <translation>%1, 그리고 %2</translation>
    </message>
    <message>
        <source>%1, and is busy nearly all of the time, also with other work such as reading data: more devices do not help.</source>
        <translation>%1. 데이터 읽기 같은 다른 작업까지 거의 내내 바빠서 장치를 늘려도 도움이 되지 않습니다.</translation>
    </message>
    <message>
        <source>%1, and is busy nearly all of the time, also with other work such as reading data: the devices wait for it.</source>
        <translation>%1. 데이터 읽기 같은 다른 작업까지 거의 내내 바빠서 장치들이 기다립니다.</translation>
    </message>
    <message>
        <source>%1, and issuing them takes nearly all of the time: more devices do not help.</source>
        <translation>%1. 제출이 거의 모든 시간을 차지하므로 장치를 늘려도 도움이 되지 않습니다.</translation>
    </message>
    <message>
        <source>%1, and issuing them takes nearly all of the time: the devices wait for it.</source>
        <translation>%1. 제출이 거의 모든 시간을 차지하므로 장치들이 기다립니다.</translation>
    </message>
    <message>
        <source>%1, and the devices, not the program, decide how long that takes.</source>
        <translation>%1. 걸리는 시간은 프로그램이 아니라 장치가 정합니다.</translation>
    </message>
    <message>
        <source>%1, as before</source>
        <translation>%1, 이전과 같음</translation>
    </message>
    <message>
        <source>%1, backward</source>
        <translation>%1, 역전파</translation>
    </message>
    <message>
        <source>%1, but the critical path stays the same</source>
        <translation>%1, 하지만 임계 경로는 그대로임</translation>
    </message>
    <message>
        <source>%1, line %2</source>
        <translation>%1, %2행</translation>
    </message>
    <message>
        <source>%1, nothing waits there in A</source>
        <translation>%1, A에서는 거기서 기다리는 것이 없음</translation>
    </message>
    <message>
        <source>%1, nothing waits there in B</source>
        <translation>%1, B에서는 거기서 기다리는 것이 없음</translation>
    </message>
    <message>
        <source>%1, run %2 of %3</source>
        <translation>%1, %3회 중 %2회</translation>
    </message>
    <message>
        <source>%1, what if: %2</source>
        <translation>%1, 만약: %2</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>%1. Click, or Shift+F2 on the line, to change it to %2.</source>
        <translation>%1. 누르거나 이 행에서 Shift+F2를 누르면 %2(으)로 바뀝니다.</translation>
    </message>
    <message>
        <source>%1. Click, or Shift+F2 on the line, to choose.</source>
        <translation>%1. 누르거나 이 행에서 Shift+F2를 눌러 고릅니다.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1: %2 in %3 blocks</source>
        <translation>%1: %2, 블록 %3개</translation>
    </message>
    <message>
        <source>%1: %2 in A, %3 in B.</source>
        <translation>%1: A에서 %2, B에서 %3.</translation>
    </message>
    <message>
        <source>%1: %2 saved</source>
        <translation>%1: %2 절약</translation>
    </message>
    <message>
        <source>%1: %2 slower</source>
        <translation>%1: %2 느림</translation>
    </message>
    <message>
        <source>%1: %2, busy %3, longest %4</source>
        <translation>%1: %2, 사용률 %3, 가장 긴 것 %4</translation>
    </message>
    <message>
        <source>%1: %2. %3</source>
        <translation>%1: %2. %3</translation>
    </message>
    <message>
        <source>%1: A %2, B %3, difference %4</source>
        <translation>%1: A %2, B %3, 차이 %4</translation>
    </message>
    <message>
        <source>%1: accuracy</source>
        <translation>%1: 정확도</translation>
    </message>
    <message>
        <source>%1: at most %2 allocated</source>
        <translation>%1: 최대 %2 할당됨</translation>
    </message>
    <message>
        <source>%1: both busy for %2 of the time</source>
        <translation>%1: 시간의 %2 동안 둘 다 바쁨</translation>
    </message>
    <message>
        <source>%1: loss</source>
        <translation>%1: 손실</translation>
    </message>
    <message>
        <source>%1: mean per late step.</source>
        <translation>%1: 늦은 스텝당 평균.</translation>
    </message>
    <message>
        <source>%1: no operations in this run</source>
        <translation>%1: 이번 실행에는 연산이 없음</translation>
    </message>
    <message>
        <source>%1: nothing</source>
        <translation>%1: 없음</translation>
    </message>
    <message>
        <source>%1: one at a time</source>
        <translation>%1: 한 번에 하나</translation>
    </message>
    <message>
        <source>%1: peak %2 of %3, %4 more refused</source>
        <translation>%1: 최대 %2(전체 %3), %4 추가 요청 거부됨</translation>
    </message>
    <message>
        <source>%1: running %2 s</source>
        <translation>%1: 실행 중 %2초</translation>
    </message>
    <message>
        <source>%1: the host memory is pageable</source>
        <translation>%1: 호스트 메모리가 페이지 가능</translation>
    </message>
    <message>
        <source>%1: the host memory is pageable, its pages new</source>
        <translation>%1: 호스트 메모리가 페이지 가능, 새 페이지</translation>
    </message>
    <message>
        <source>%1: the same time</source>
        <translation>%1: 같은 시간</translation>
    </message>
    <message>
        <source>%1: two or more busy for %2 of the time</source>
        <translation>%1: 시간의 %2 동안 둘 이상 바쁨</translation>
    </message>
    <message>
        <source>%1; the table of measures fits on a page only</source>
        <translation>%1, 측정값 표는 페이지에만 들어감</translation>
    </message>
    <message>
        <source>%1× · %2</source>
        <translation>%1× · %2</translation>
    </message>
    <message>
        <source>%Ln lanes</source>
        <translation>레인 %Ln개</translation>
    </message>
    <message numerus="yes">
        <source>%Ln nodes</source>
        <translation>
            <numerusform>노드 %Ln개</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln ranks</source>
        <translation>
            <numerusform>랭크 %Ln개</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n GPU(s)</source>
        <translation>
            <numerusform>GPU %n개</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n array(s)</source>
        <translation>
            <numerusform>배열 %n개</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n core(s)</source>
        <translation>
            <numerusform>코어 %n개</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n files</source>
        <translation>
            <numerusform>파일 %n개</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n found</source>
        <translation>
            <numerusform>%n개 찾음</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n nanosecond(s)</source>
        <translation>
            <numerusform>%n나노초</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operation(s)</source>
        <translation>
            <numerusform>연산 %n개</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operation(s) issued</source>
        <translation>
            <numerusform>연산 %n개 제출됨</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operation(s) of one batch</source>
        <translation>
            <numerusform>한 배치의 연산 %n개</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operation(s) of one step</source>
        <translation>
            <numerusform>한 스텝의 연산 %n개</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operation(s) only in A, %1 only in B</source>
        <translation>
            <numerusform>연산 %n개는 A에만, %1개는 B에만</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operation(s). %1</source>
        <translation>
            <numerusform>연산 %n개. %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operation(s); gradients join the devices</source>
        <translation>
            <numerusform>연산 %n개, 그래디언트가 장치를 잇습니다</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operations selected</source>
        <translation>
            <numerusform>연산 %n개 선택됨</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operations, %1 in the whole run</source>
        <translation>
            <numerusform>연산 %n개, 전체 실행에서 %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>랭크 %n개</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s): %1</source>
        <translation>
            <numerusform>랭크 %n개: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n steps contain Python text, which would run on this computer.</source>
        <translation>
            <numerusform>%n개 단계에 자체 Python 텍스트가 있으며, 이 컴퓨터에서 실행됩니다.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n stored runs could not be read and are not listed.</source>
        <translation>
            <numerusform>저장된 실행 %n개를 읽을 수 없어 목록에 없습니다.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n work at once</source>
        <translation>
            <numerusform>%n개가 동시에 작업</numerusform>
        </translation>
    </message>
    <message>
        <source>%n workers</source>
        <translation>워커 %n개</translation>
    </message>
    <message>
        <source>&amp;100 %</source>
        <translation>100 %(&amp;1)</translation>
    </message>
    <message>
        <source>&amp;About Overlap</source>
        <translation>Overlap 정보(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Add step…</source>
        <translation>단계 추가(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Caption</source>
        <translation>설명(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Charts</source>
        <translation>차트(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Clear breakpoints</source>
        <translation>중단점 모두 지우기(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Commands…</source>
        <translation>명령(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>비교(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Copy picture</source>
        <translation>그림 복사(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;End the lesson</source>
        <translation>수업 끝내기(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>내보내기(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Faster</source>
        <translation>빠르게(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Flip wait on current line</source>
        <translation>현재 행의 대기 전환(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Full screen</source>
        <translation>전체 화면(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Graph and inspector</source>
        <translation>그래프와 검사기(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;High contrast</source>
        <translation>고대비(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Instant</source>
        <translation>즉시(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Keys and gestures</source>
        <translation>키와 제스처(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Light or dark</source>
        <translation>밝게 또는 어둡게(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Moving</source>
        <translation>움직임(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;New program</source>
        <translation>새 프로그램(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Next pane</source>
        <translation>다음 창(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Next step</source>
        <translation>다음 단계(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Open lesson…</source>
        <translation>수업 열기(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Open program…</source>
        <translation>프로그램 열기(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Output</source>
        <translation>출력(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;PNG 2×</source>
        <translation>PNG 2×(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Play or pause</source>
        <translation>재생 또는 일시 정지(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Previous step</source>
        <translation>이전 단계(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Program pane</source>
        <translation>프로그램 창(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Question</source>
        <translation>질문(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>끝내기(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>다시 실행(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Reset listing</source>
        <translation>코드 초기화(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>실행(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Runs</source>
        <translation>실행 목록(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;SVG</source>
        <translation>SVG(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Save lesson…</source>
        <translation>수업 저장(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Save program</source>
        <translation>프로그램 저장(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>중지(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Table of operations</source>
        <translation>연산 표(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Title</source>
        <translation>제목(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>실행 취소(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;What if…</source>
        <translation>만약(&amp;W)…</translation>
    </message>
    <message>
        <source>, %1</source>
        <translation>, %1</translation>
    </message>
    <message>
        <source>, %1 %2, %1 %3 as fast</source>
        <translation>, %1 %2, %1의 속도는 %3</translation>
    </message>
    <message>
        <source>, %1 %2: %3</source>
        <translation>, %1 %2: %3</translation>
    </message>
    <message>
        <source>, %1 with others</source>
        <translation>, 다른 사용까지 %1</translation>
    </message>
    <message>
        <source>, %1 with pool and others</source>
        <translation>, 풀과 다른 사용까지 %1</translation>
    </message>
    <message>
        <source>, after earlier work that lasted %1</source>
        <translation>, %1 동안 이어진 앞선 작업 뒤</translation>
    </message>
    <message>
        <source>, of which %1 running</source>
        <translation>, 그중 실행 %1</translation>
    </message>
    <message>
        <source>, still refused</source>
        <translation>, 여전히 거부됨</translation>
    </message>
    <message>
        <source>, then </source>
        <translation>, 그다음 </translation>
    </message>
    <message>
        <source>1 GPU</source>
        <translation>GPU 1개</translation>
    </message>
    <message>
        <source>1 px = %1 ranks</source>
        <translation>1픽셀 = 랭크 %1개</translation>
    </message>
    <message>
        <source>1 rank = %1 px</source>
        <translation>랭크 1개 = %1픽셀</translation>
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
        <translation>각각 15.78 GiB인 V100 2개.</translation>
    </message>
    <message>
        <source>85 mm</source>
        <translation>85 mm</translation>
    </message>
    <message>
        <source>; %1 holds %2</source>
        <translation>; %1에 %2</translation>
    </message>
    <message>
        <source>&lt;p&gt;The program's pool takes %1 at most; driver, context and display hold %2. Both together must stay within the capacity of %3.&lt;/p&gt;</source>
        <translation>&lt;p&gt;프로그램의 풀은 많아야 %1를 차지하고, 드라이버와 컨텍스트와 화면이 %2를 쓰고 있습니다. 둘을 합해 용량 %3 안에 있어야 합니다.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>A PDF with one page per step: before, after and both; or the run as it proceeds</source>
        <translation>단계마다 한 쪽인 PDF: 이전, 이후, 둘 다. 또는 실행이 이루어지는 과정</translation>
    </message>
    <message>
        <source>A above B</source>
        <translation>A가 B 위</translation>
    </message>
    <message>
        <source>A batch takes %1 with %2 and %3 with %4.</source>
        <translation>배치 하나에 %2(으)로 %1, %4(으)로 %3이 걸립니다.</translation>
    </message>
    <message>
        <source>A becomes B, B becomes A</source>
        <translation>A는 B로, B는 A로</translation>
    </message>
    <message>
        <source>A click selects a box, a double click opens it.</source>
        <translation>클릭하면 상자를 선택하고, 두 번 클릭하면 엽니다.</translation>
    </message>
    <message>
        <source>A click shows that part of the graph</source>
        <translation>클릭하면 그래프의 해당 부분을 표시합니다</translation>
    </message>
    <message>
        <source>A lesson from a file; nothing of it runs until you agree</source>
        <translation>파일의 수업. 동의하기 전에는 아무것도 실행하지 않습니다</translation>
    </message>
    <message>
        <source>A model of the machine gives all times. Python itself takes no modelled time.</source>
        <translation>모든 시간은 장치 모델에서 나옵니다. Python 자체는 모델 시간을 쓰지 않습니다.</translation>
    </message>
    <message>
        <source>A new listing: a few timed operations and a wait</source>
        <translation>새 목록: 시간을 재는 연산 몇 개와 대기 하나</translation>
    </message>
    <message>
        <source>A on %1, B on %2</source>
        <translation>A는 %1, B는 %2</translation>
    </message>
    <message>
        <source>A prediction needs a model of this computer: choose “Calibrate this computer…” first.</source>
        <translation>예측하려면 모델이 필요합니다. 먼저 “이 컴퓨터 보정…”을 선택하세요.</translation>
    </message>
    <message>
        <source>A replay stops at line %1. Click to replay without this stop.</source>
        <translation>재생이 %1행에서 멈춥니다. 클릭하면 멈추지 않고 재생합니다.</translation>
    </message>
    <message>
        <source>A result's memory is reserved %1, not when it is computed.</source>
        <translation>결과의 메모리는 계산될 때가 아니라 %1 예약됩니다.</translation>
    </message>
    <message>
        <source>A result's memory is taken %1 and stays as long as the program names it.</source>
        <translation>결과의 메모리는 %1 잡히고, 프로그램이 그 이름을 쥐고 있는 동안 남습니다.</translation>
    </message>
    <message>
        <source>A run on this computer of another program: show it</source>
        <translation>이 컴퓨터에서 실행한 다른 프로그램: 표시</translation>
    </message>
    <message numerus="yes">
        <source>A text has at most %n characters; shorten it.</source>
        <translation>
            <numerusform>글은 최대 %n자입니다. 줄여 주세요.</numerusform>
        </translation>
    </message>
    <message>
        <source>A took %1, B %2. How much a run varies on this computer is unknown after one run.</source>
        <translation>A는 %1, B는 %2 걸렸습니다. 한 번의 실행으로는 이 컴퓨터에서 실행 시간이 얼마나 달라지는지 알 수 없습니다.</translation>
    </message>
    <message>
        <source>A took %1, B %2. Repeated runs on this computer vary more than that.</source>
        <translation>A는 %1, B는 %2 걸렸습니다. 이 컴퓨터에서 반복 실행의 편차가 이 차이보다 큽니다.</translation>
    </message>
    <message>
        <source>A with %1, B with %2</source>
        <translation>A는 %1, B는 %2</translation>
    </message>
    <message>
        <source>A, %1: %2; B, %3: %4, %5 as fast.</source>
        <translation>A, %1: %2; B, %3: %4, 속도 %5.</translation>
    </message>
    <message>
        <source>A, %1: %2; B, %3: %4; %5.</source>
        <translation>A, %1: %2; B, %3: %4; %5.</translation>
    </message>
    <message>
        <source>A: %1, B: %2</source>
        <translation>A: %1, B: %2</translation>
    </message>
    <message>
        <source>About Overlap</source>
        <translation>Overlap 정보</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>정확도</translation>
    </message>
    <message>
        <source>Accuracy and loss</source>
        <translation>정확도와 손실</translation>
    </message>
    <message>
        <source>Accuracy, loss, sweeps and the chapter's model below the timeline</source>
        <translation>타임라인 아래의 정확도, 손실, 스윕, 이 장의 모델</translation>
    </message>
    <message>
        <source>Add a simulated &amp;GPU</source>
        <translation>모의 GPU 추가(&amp;G)</translation>
    </message>
    <message>
        <source>After</source>
        <translation>다음 뒤에</translation>
    </message>
    <message>
        <source>All compute streams together: %1</source>
        <translation>모든 계산 스트림 합계: %1</translation>
    </message>
    <message>
        <source>All default keys</source>
        <translation>모두 기본 키로</translation>
    </message>
    <message>
        <source>All figures cover the block, then the visible range, then the whole run</source>
        <translation>모든 수치의 범위를 블록, 보이는 범위, 전체 실행 순으로 바꿉니다</translation>
    </message>
    <message>
        <source>All figures cover this scope; a click switches from the block to the visible range to the whole run</source>
        <translation>모든 수치는 이 범위에 대한 것입니다. 클릭하면 블록, 보이는 범위, 전체 실행 순으로 바뀝니다</translation>
    </message>
    <message>
        <source>All figures of the comparison cover this scope</source>
        <translation>비교의 모든 수치는 이 범위에 대한 것입니다</translation>
    </message>
    <message>
        <source>All keys on one page</source>
        <translation>모든 키를 한 쪽에</translation>
    </message>
    <message>
        <source>All of it fits.</source>
        <translation>모두 들어갑니다.</translation>
    </message>
    <message>
        <source>All runs of this start and of earlier ones: open, name, compare, delete</source>
        <translation>이번 시작과 이전 시작의 모든 실행: 열기, 이름 지정, 비교, 삭제</translation>
    </message>
    <message>
        <source>All that a device does between two waits</source>
        <translation>두 대기 사이에 장치가 하는 모든 일</translation>
    </message>
    <message>
        <source>All work of the block was complete %1 after the clock stopped, which hardly changes its time.</source>
        <translation>블록의 작업은 시계가 멈추고 %1 뒤에 모두 끝났으며, 이는 그 시간을 거의 바꾸지 않습니다.</translation>
    </message>
    <message>
        <source>All work of the block was complete when the clock stopped.</source>
        <translation>시계가 멈추었을 때 블록의 작업은 모두 끝나 있었습니다.</translation>
    </message>
    <message>
        <source>An SVG in which every operation moves from its old to its new place</source>
        <translation>모든 연산이 옛 자리에서 새 자리로 움직이는 SVG</translation>
    </message>
    <message>
        <source>An exception left the block: the time on the screen is the time until it failed, not the time of the work.</source>
        <translation>예외가 블록을 빠져나갔습니다. 화면의 시간은 실패할 때까지의 시간이지 작업의 시간이 아닙니다.</translation>
    </message>
    <message>
        <source>An operation that it depends on failed.</source>
        <translation>종속된 연산이 실패했습니다.</translation>
    </message>
    <message>
        <source>Animations off</source>
        <translation>미끄러지는 움직임 없이 변화가 바로 보입니다</translation>
    </message>
    <message>
        <source>Another program has changed this file</source>
        <translation>다른 프로그램이 이 파일을 변경했습니다</translation>
    </message>
    <message>
        <source>Another program recorded these times.</source>
        <translation>이 시간은 다른 프로그램이 기록했습니다.</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>답</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>모양</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>적용</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>인자</translation>
    </message>
    <message>
        <source>Arrangement</source>
        <translation>배치 방식</translation>
    </message>
    <message>
        <source>Arranging %1 operations…</source>
        <translation>연산 %1개를 정리하는 중…</translation>
    </message>
    <message>
        <source>Arrows: none, selected, all</source>
        <translation>화살표: 없음, 선택, 모두</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>시스템 설정</translation>
    </message>
    <message>
        <source>Ask, then show</source>
        <translation>묻고 나서 보여 주기</translation>
    </message>
    <message>
        <source>At least one runs</source>
        <translation>하나 이상 실행</translation>
    </message>
    <message>
        <source>At the playhead</source>
        <translation>재생 위치에서</translation>
    </message>
    <message>
        <source>At the playhead:</source>
        <translation>재생 위치에서:</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>B over A, which is outlined</source>
        <translation>윤곽선으로 그린 A 위에 B</translation>
    </message>
    <message>
        <source>B − A</source>
        <translation>B − A</translation>
    </message>
    <message>
        <source>Back to step %1</source>
        <translation>%1단계로 돌아가기</translation>
    </message>
    <message>
        <source>Back to the program</source>
        <translation>프로그램으로 돌아가기</translation>
    </message>
    <message>
        <source>Back to what you had open</source>
        <translation>열어 두었던 것으로 돌아가기</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>역전파</translation>
    </message>
    <message>
        <source>Backward operations</source>
        <translation>역전파 연산</translation>
    </message>
    <message>
        <source>Batches</source>
        <translation>배치</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>이전</translation>
    </message>
    <message>
        <source>Before: %1</source>
        <translation>이전: %1</translation>
    </message>
    <message>
        <source>Benchmark</source>
        <translation>벤치마크</translation>
    </message>
    <message>
        <source>Benchmark "%1"</source>
        <translation>벤치마크 "%1"</translation>
    </message>
    <message>
        <source>Benchmark %1</source>
        <translation>벤치마크 %1</translation>
    </message>
    <message>
        <source>Benchmark on line %1</source>
        <translation>%1행의 벤치마크</translation>
    </message>
    <message>
        <source>Benchmarks</source>
        <translation>벤치마크</translation>
    </message>
    <message>
        <source>Benchmarks: %1 in A, %2 in B</source>
        <translation>벤치마크: A %1개, B %2개</translation>
    </message>
    <message>
        <source>Benchmarks: %1 on each side</source>
        <translation>벤치마크: 양쪽에 %1개</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>블록</translation>
    </message>
    <message>
        <source>Blocks in use</source>
        <translation>사용 중인 블록</translation>
    </message>
    <message>
        <source>Book references</source>
        <translation>책의 값</translation>
    </message>
    <message>
        <source>Both busy</source>
        <translation>둘 다 바쁨</translation>
    </message>
    <message>
        <source>Both complete runs (Home)</source>
        <translation>두 실행 전체 (Home)</translation>
    </message>
    <message>
        <source>Both take the same time, except for %1, less than 1 %.</source>
        <translation>%1의 차이(1 % 미만)를 빼면 양쪽이 걸리는 시간은 같습니다.</translation>
    </message>
    <message>
        <source>Both take the same time.</source>
        <translation>둘 다 같은 시간이 걸립니다.</translation>
    </message>
    <message>
        <source>Bounds of a step</source>
        <translation>한 스텝의 하한</translation>
    </message>
    <message>
        <source>Buckets at the playhead, %1 from the step's start</source>
        <translation>재생 헤드의 버킷, 스텝 시작부터 %1</translation>
    </message>
    <message>
        <source>Busiest lane</source>
        <translation>가장 바쁜 레인</translation>
    </message>
    <message>
        <source>Busy devices</source>
        <translation>동시에 바쁜 장치</translation>
    </message>
    <message>
        <source>Busy streams</source>
        <translation>동시에 바쁜 스트림</translation>
    </message>
    <message>
        <source>By epoch</source>
        <translation>에포크별</translation>
    </message>
    <message>
        <source>By time</source>
        <translation>시간별</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>바이트</translation>
    </message>
    <message>
        <source>CPU %1</source>
        <translation>CPU %1</translation>
    </message>
    <message>
        <source>CPU work</source>
        <translation>CPU 작업</translation>
    </message>
    <message>
        <source>Calibrate</source>
        <translation>보정</translation>
    </message>
    <message>
        <source>Calibrate again</source>
        <translation>다시 보정</translation>
    </message>
    <message>
        <source>Calibrate this &amp;computer…</source>
        <translation>이 컴퓨터 보정(&amp;C)…</translation>
    </message>
    <message>
        <source>Calibrate this computer</source>
        <translation>이 컴퓨터 보정</translation>
    </message>
    <message>
        <source>Calibrate this computer…</source>
        <translation>이 컴퓨터 보정…</translation>
    </message>
    <message>
        <source>Calls of host threads: %1</source>
        <translation>호스트 스레드의 호출: %1</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>원인</translation>
    </message>
    <message>
        <source>Cause of its lateness:</source>
        <translation>늦은 원인:</translation>
    </message>
    <message>
        <source>Centre the selection</source>
        <translation>선택을 가운데로</translation>
    </message>
    <message>
        <source>Change &amp;lever on current line</source>
        <translation>현재 행의 조절 항목 바꾸기(&amp;L)</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>확인</translation>
    </message>
    <message>
        <source>Choose a command, then press its new keys.</source>
        <translation>명령을 고른 다음 새 키를 누르세요.</translation>
    </message>
    <message>
        <source>Choose run A</source>
        <translation>실행 A 고르기</translation>
    </message>
    <message>
        <source>Choose run B</source>
        <translation>실행 B 고르기</translation>
    </message>
    <message>
        <source>Chrome trace (*.json *.json.gz)</source>
        <translation>Chrome 추적 (*.json *.json.gz)</translation>
    </message>
    <message>
        <source>Clear selection and ruler</source>
        <translation>선택과 눈금자 지우기</translation>
    </message>
    <message>
        <source>Clear this list</source>
        <translation>이 목록 지우기</translation>
    </message>
    <message>
        <source>Click or T flips it</source>
        <translation>클릭하거나 T로 전환</translation>
    </message>
    <message>
        <source>Click the timeline to write a note there</source>
        <translation>타임라인을 클릭하면 그곳에 메모를 씁니다</translation>
    </message>
    <message>
        <source>Click this switch: the program runs without the wait</source>
        <translation>이 스위치를 클릭하면 대기 없이 프로그램이 실행됩니다</translation>
    </message>
    <message>
        <source>Click to show this batch</source>
        <translation>클릭하면 이 배치를 봅니다</translation>
    </message>
    <message>
        <source>Click to show this step</source>
        <translation>클릭하면 이 스텝을 봅니다</translation>
    </message>
    <message>
        <source>Click to stop a replay at line %1.</source>
        <translation>클릭하면 재생이 %1행에서 멈춥니다.</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>시계</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>닫기 (Esc)</translation>
    </message>
    <message>
        <source>Close all groups</source>
        <translation>모든 묶음 닫기</translation>
    </message>
    <message>
        <source>Close the comparison (Esc)</source>
        <translation>비교 닫기 (Esc)</translation>
    </message>
    <message>
        <source>Close the message</source>
        <translation>메시지 닫기</translation>
    </message>
    <message>
        <source>Close the search</source>
        <translation>검색 닫기</translation>
    </message>
    <message>
        <source>Close the window; a running program is stopped</source>
        <translation>창을 닫습니다. 진행 중인 실행은 중지됩니다</translation>
    </message>
    <message>
        <source>Collective</source>
        <translation>집합 통신</translation>
    </message>
    <message>
        <source>Collectives</source>
        <translation>집합 통신</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>컬러</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>색</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>명령</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>명령</translation>
    </message>
    <message>
        <source>Commands and their keys</source>
        <translation>명령과 그 키</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>통신</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>비교</translation>
    </message>
    <message>
        <source>Compare the next runs with this one (B)</source>
        <translation>다음 실행들을 이 실행과 비교 (B)</translation>
    </message>
    <message>
        <source>Compare the selected run with the displayed one, or up to three selected runs (Shift+Enter)</source>
        <translation>선택한 실행을 표시된 실행과 비교하거나, 선택한 실행을 최대 세 개까지 비교(Shift+Enter)</translation>
    </message>
    <message>
        <source>Compared</source>
        <translation>비교</translation>
    </message>
    <message>
        <source>Comparison, A %1</source>
        <translation>비교, A %1</translation>
    </message>
    <message>
        <source>Computational performance</source>
        <translation>컴퓨팅 성능</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>계산</translation>
    </message>
    <message>
        <source>Compute values</source>
        <translation>값 계산</translation>
    </message>
    <message>
        <source>Computed</source>
        <translation>계산됨</translation>
    </message>
    <message>
        <source>Computed</source>
        <comment>values</comment>
        <translation>값 계산</translation>
    </message>
    <message>
        <source>Computed &amp;values</source>
        <translation>값 계산(&amp;V)</translation>
    </message>
    <message>
        <source>Computing is slower than issuing, so the device is what limits it.</source>
        <translation>계산이 제출보다 느리므로 장치가 한계입니다.</translation>
    </message>
    <message>
        <source>Concurrency</source>
        <translation>동시성</translation>
    </message>
    <message>
        <source>Concurrency band</source>
        <translation>동시성 띠</translation>
    </message>
    <message>
        <source>Concurrent time: two or more work in %1 of %2 (%3)</source>
        <translation>동시 작업 시간: %2 중 %1 동안 둘 이상이 일함(%3)</translation>
    </message>
    <message>
        <source>Contrast of at least 7:1 for text and 4.5:1 for edges</source>
        <translation>글자는 7:1, 가장자리는 4.5:1로 두드러집니다</translation>
    </message>
    <message>
        <source>Copied as picture, SVG and text</source>
        <translation>그림, SVG, 텍스트로 복사됨</translation>
    </message>
    <message>
        <source>Copies between GPUs</source>
        <translation>GPU 사이의 복사</translation>
    </message>
    <message>
        <source>Copies to a GPU</source>
        <translation>GPU로의 복사</translation>
    </message>
    <message>
        <source>Copies to the CPU</source>
        <translation>CPU로의 복사</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>복사</translation>
    </message>
    <message>
        <source>Copy %1</source>
        <translation>복사 %1</translation>
    </message>
    <message>
        <source>Copy during the loop</source>
        <translation>계산하면서 복사</translation>
    </message>
    <message>
        <source>Copy engines per direction</source>
        <translation>방향마다 복사 엔진</translation>
    </message>
    <message>
        <source>Copy image</source>
        <translation>이미지 복사</translation>
    </message>
    <message>
        <source>Copy inside the loop: `.as_in_ctx(npx.cpu())`. The products leave the GPU.</source>
        <translation>루프 안에서 복사: `.as_in_ctx(npx.cpu())`. 곱이 GPU를 떠납니다.</translation>
    </message>
    <message>
        <source>Copy the figure to the clipboard, as bitmap and drawing</source>
        <translation>그림을 비트맵과 벡터로 클립보드에 넣습니다</translation>
    </message>
    <message>
        <source>Copy this figure. %1</source>
        <translation>이 수치를 복사합니다. %1</translation>
    </message>
    <message>
        <source>Copy to CPU</source>
        <translation>CPU로 복사</translation>
    </message>
    <message>
        <source>Copy to GPU</source>
        <translation>GPU로 복사</translation>
    </message>
    <message>
        <source>Copy to host</source>
        <translation>호스트로 복사</translation>
    </message>
    <message>
        <source>Copy to peer</source>
        <translation>피어로 복사</translation>
    </message>
    <message>
        <source>Copying hidden</source>
        <translation>숨겨진 복사</translation>
    </message>
    <message>
        <source>Cost of issuing</source>
        <translation>제출 비용</translation>
    </message>
    <message>
        <source>Costs per step</source>
        <translation>스텝당 다른 rank의 손실</translation>
    </message>
    <message>
        <source>Created by</source>
        <translation>만든 것</translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation>임계 경로</translation>
    </message>
    <message>
        <source>Critical path: %1</source>
        <translation>임계 경로: %1</translation>
    </message>
    <message>
        <source>Critical path: %1 = %2</source>
        <translation>임계 경로: %1 = %2</translation>
    </message>
    <message>
        <source>Ctrl + wheel, pinch</source>
        <translation>Ctrl + 휠, 핀치</translation>
    </message>
    <message>
        <source>Custom</source>
        <translation>사용자 지정</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>어둡게</translation>
    </message>
    <message>
        <source>Default keys</source>
        <translation>기본 키</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>삭제</translation>
    </message>
    <message>
        <source>Dependencies: %1 read after write, %2 write after read, %3 write after write</source>
        <translation>종속성: 쓰기 후 읽기 %1개, 읽기 후 쓰기 %2개, 쓰기 후 쓰기 %3개</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>장치</translation>
    </message>
    <message>
        <source>Dialect</source>
        <translation>프레임워크</translation>
    </message>
    <message numerus="yes">
        <source>Different graph: %n edge(s) only in A, %1 only in B</source>
        <translation>
            <numerusform>다른 그래프: 간선 %n개는 A에만, %1개는 B에만</numerusform>
        </translation>
    </message>
    <message>
        <source>Different result: %1 in A, %2 in B</source>
        <translation>다른 결과: A는 %1, B는 %2</translation>
    </message>
    <message>
        <source>Discard the run that was kept as “before”</source>
        <translation>이전으로 보관한 실행을 버립니다</translation>
    </message>
    <message>
        <source>Dive into Deep Learning, Section %1.</source>
        <translation>Dive into Deep Learning, %1절.</translation>
    </message>
    <message>
        <source>Do it again</source>
        <translation>다시 합니다</translation>
    </message>
    <message>
        <source>Do not group the graph</source>
        <translation>그래프를 묶지 않기</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>완료</translation>
    </message>
    <message>
        <source>Drag on the timeline to draw a box</source>
        <translation>타임라인에서 끌면 상자를 그립니다</translation>
    </message>
    <message>
        <source>Drag on the timeline to draw an arrow</source>
        <translation>타임라인에서 끌면 화살표를 그립니다</translation>
    </message>
    <message>
        <source>Draw a box</source>
        <translation>상자 그리기</translation>
    </message>
    <message>
        <source>Draw an arrow</source>
        <translation>화살표 그리기</translation>
    </message>
    <message>
        <source>Drawing (*.svg)</source>
        <translation>그림 (*.svg)</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>지속 시간</translation>
    </message>
    <message>
        <source>Duration (ms)</source>
        <translation>지속 시간 (ms)</translation>
    </message>
    <message>
        <source>E&amp;dit step…</source>
        <translation>단계 편집(&amp;D)…</translation>
    </message>
    <message>
        <source>Each layer is one box</source>
        <translation>층마다 상자 하나</translation>
    </message>
    <message>
        <source>Each line that can wait has a switch; if it is on, the program waits there.</source>
        <translation>기다릴 수 있는 행에는 스위치가 있습니다. 켜져 있으면 프로그램이 그곳에서 기다립니다.</translation>
    </message>
    <message>
        <source>Each operation is one box</source>
        <translation>연산마다 상자 하나</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>시간축 왼쪽으로</translation>
    </message>
    <message>
        <source>Earlier runs</source>
        <translation>앞선 실행</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>편집</translation>
    </message>
    <message>
        <source>Edits are lost when the window closes: save the program to a file elsewhere.</source>
        <translation>창을 닫으면 편집한 내용이 사라집니다. 프로그램을 다른 위치의 파일로 저장하세요.</translation>
    </message>
    <message>
        <source>Elementwise</source>
        <translation>원소별</translation>
    </message>
    <message>
        <source>Elementwise operations</source>
        <translation>원소별 연산</translation>
    </message>
    <message>
        <source>Elsewhere %1 takes %2 longer.</source>
        <translation>다른 곳에서는 %1이(가) %2 더 걸립니다.</translation>
    </message>
    <message>
        <source>End the lesson</source>
        <translation>수업 끝내기</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>에포크</translation>
    </message>
    <message>
        <source>Equally long</source>
        <translation>같은 길이</translation>
    </message>
    <message>
        <source>Equally long in total, not in each benchmark</source>
        <translation>전체는 같은 길이, 벤치마크마다는 다름</translation>
    </message>
    <message>
        <source>Equally long in total, not in the benchmark</source>
        <translation>전체는 같은 길이, 벤치마크는 다름</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>오차</translation>
    </message>
    <message>
        <source>Esc leaves the stage</source>
        <translation>Esc로 무대에서 나갑니다</translation>
    </message>
    <message>
        <source>Every block in use at the peak or at the playhead, and why</source>
        <translation>최대일 때나 재생 위치의 모든 블록과 사용 중인 까닭</translation>
    </message>
    <message>
        <source>Every operation and dependency as text for Graphviz</source>
        <translation>모든 연산과 종속성을 Graphviz용 텍스트로</translation>
    </message>
    <message>
        <source>Every operation is a node, up to 1000</source>
        <translation>연산마다 노드 하나, 최대 1000개</translation>
    </message>
    <message>
        <source>Everything at 100 %</source>
        <translation>모두 원래 크기로</translation>
    </message>
    <message>
        <source>Everything larger, up to 200 %</source>
        <translation>모두 크게, 최대 200 %</translation>
    </message>
    <message>
        <source>Everything smaller, down to 80 %</source>
        <translation>모두 작게, 최소 80 %</translation>
    </message>
    <message>
        <source>Export figure</source>
        <translation>그림 내보내기</translation>
    </message>
    <message>
        <source>Export the graph as a figure: SVG, PDF or PNG</source>
        <translation>그래프를 그림으로 내보내기: SVG, PDF 또는 PNG</translation>
    </message>
    <message>
        <source>Export the plot</source>
        <translation>차트 내보내기</translation>
    </message>
    <message>
        <source>Export the plot…</source>
        <translation>차트 내보내기…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>내보내기…</translation>
    </message>
    <message>
        <source>Exposed communication</source>
        <translation>숨겨지지 않은 통신</translation>
    </message>
    <message>
        <source>F&amp;ind a program</source>
        <translation>프로그램 찾기(&amp;I)</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>실패</translation>
    </message>
    <message>
        <source>Fewer products</source>
        <translation>곱 줄이기</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>그림</translation>
    </message>
    <message>
        <source>Figures (*.svg *.pdf *.png)</source>
        <translation>그림 (*.svg *.pdf *.png)</translation>
    </message>
    <message>
        <source>File</source>
        <translation>파일</translation>
    </message>
    <message>
        <source>File with one computer a line, this one first</source>
        <translation>한 줄에 컴퓨터 하나씩 적은 파일(이 컴퓨터가 첫 줄)</translation>
    </message>
    <message>
        <source>Filter the chapter by a word</source>
        <translation>단어로 이 장을 거릅니다</translation>
    </message>
    <message>
        <source>Find &amp;text or operation</source>
        <translation>텍스트 또는 연산 찾기(&amp;T)</translation>
    </message>
    <message>
        <source>Find a &amp;lane…</source>
        <translation>레인 찾기(&amp;L)…</translation>
    </message>
    <message>
        <source>Find a command</source>
        <translation>명령 찾기</translation>
    </message>
    <message>
        <source>Find a command by name</source>
        <translation>이름으로 명령 찾기</translation>
    </message>
    <message>
        <source>Find a program</source>
        <translation>프로그램 찾기</translation>
    </message>
    <message>
        <source>Find an operation</source>
        <translation>연산 찾기</translation>
    </message>
    <message>
        <source>Find in the graph</source>
        <translation>그래프에서 찾기</translation>
    </message>
    <message>
        <source>Find in the graph (/)</source>
        <translation>그래프에서 찾기 (/)</translation>
    </message>
    <message>
        <source>Find in the listing</source>
        <translation>코드에서 찾기</translation>
    </message>
    <message>
        <source>Find in the timeline</source>
        <translation>타임라인에서 찾기</translation>
    </message>
    <message>
        <source>Find text in the listing; elsewhere an operation by result, operator, statement, device or line</source>
        <translation>코드에서는 텍스트를, 다른 곳에서는 결과, 연산자, 문장, 장치 또는 줄로 연산을 찾습니다</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>완료</translation>
    </message>
    <message>
        <source>First arrival</source>
        <translation>첫 도착</translation>
    </message>
    <message>
        <source>First operation of the selected rank</source>
        <translation>선택한 랭크의 첫 연산</translation>
    </message>
    <message>
        <source>First:</source>
        <translation>먼저:</translation>
    </message>
    <message>
        <source>Flip or choose non_blocking, pinned memory, the stream or the device of the line</source>
        <translation>이 행의 non_blocking, 고정 메모리, 스트림 또는 장치를 바꾸거나 고릅니다</translation>
    </message>
    <message>
        <source>Flip the wait under the pointer</source>
        <translation>포인터 아래 대기 전환</translation>
    </message>
    <message>
        <source>Follow the live run</source>
        <translation>실시간 실행 따라가기</translation>
    </message>
    <message>
        <source>For Perfetto and chrome://tracing</source>
        <translation>Perfetto와 chrome://tracing용</translation>
    </message>
    <message>
        <source>For the &amp;presenter</source>
        <translation>발표자용(&amp;P)</translation>
    </message>
    <message>
        <source>Formats</source>
        <translation>형식</translation>
    </message>
    <message>
        <source>Forward, backward, update; else functions, computing and copying</source>
        <translation>순전파, 역전파, 갱신. 그 밖에는 함수, 계산, 복사</translation>
    </message>
    <message>
        <source>From start to end</source>
        <translation>시작부터 끝까지</translation>
    </message>
    <message>
        <source>From the first stopwatch to the end. Drag the bar or type a number.</source>
        <translation>첫 시계부터 끝까지. 막대를 끌거나 입력하고 확인하세요.</translation>
    </message>
    <message>
        <source>From – to</source>
        <translation>구간</translation>
    </message>
    <message>
        <source>Frontend</source>
        <translation>프런트엔드</translation>
    </message>
    <message>
        <source>Full screen, for a projector</source>
        <translation>전체 화면, 프로젝터용</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>GPU 0 and 1 are one, shared, no speed-up possible</source>
        <translation>GPU 0과 GPU 1은 같은 GPU를 공유하여 빨라질 수 없음</translation>
    </message>
    <message>
        <source>Gain</source>
        <translation>이득</translation>
    </message>
    <message>
        <source>Go to a consumer</source>
        <translation>소비자로 이동</translation>
    </message>
    <message>
        <source>Go to a lane of the timeline by its name</source>
        <translation>이름으로 타임라인의 레인으로 이동합니다</translation>
    </message>
    <message>
        <source>Go to a producer</source>
        <translation>생산자로 이동</translation>
    </message>
    <message>
        <source>Go to a saved view</source>
        <translation>보관한 보기로 이동</translation>
    </message>
    <message>
        <source>Go to this lane</source>
        <translation>이 레인으로 이동</translation>
    </message>
    <message>
        <source>Go to view %1</source>
        <translation>보기 %1: 이동</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>그래프</translation>
    </message>
    <message>
        <source>Graph and inspector</source>
        <translation>그래프와 검사기</translation>
    </message>
    <message>
        <source>Graph in a separate window</source>
        <translation>그래프를 별도 창으로</translation>
    </message>
    <message>
        <source>Graph of %1. %2.</source>
        <translation>%1의 그래프. %2.</translation>
    </message>
    <message>
        <source>Graphviz (*.dot *.gv)</source>
        <translation>Graphviz (*.dot *.gv)</translation>
    </message>
    <message>
        <source>Grayscale</source>
        <translation>회색조</translation>
    </message>
    <message>
        <source>Group similar operations of the graph</source>
        <translation>그래프에서 비슷한 연산끼리 묶기</translation>
    </message>
    <message>
        <source>Group the graph by device</source>
        <translation>그래프를 장치별로 묶기</translation>
    </message>
    <message>
        <source>Group the graph by layer</source>
        <translation>그래프를 층별로 묶기</translation>
    </message>
    <message>
        <source>Group the graph by phase</source>
        <translation>그래프를 단계별로 묶기</translation>
    </message>
    <message>
        <source>Grouping of the graph</source>
        <translation>그래프 묶음 방식</translation>
    </message>
    <message>
        <source>Half height: one works; full height: two or more</source>
        <translation>반 높이: 하나가 작업, 전체 높이: 둘 이상</translation>
    </message>
    <message>
        <source>Height in pixels</source>
        <translation>높이 (픽셀)</translation>
    </message>
    <message>
        <source>Held-out program</source>
        <translation>따로 둔 프로그램</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>도움말</translation>
    </message>
    <message>
        <source>Hidden behind others</source>
        <translation>다른 연산에 가려짐</translation>
    </message>
    <message>
        <source>Hidden communication</source>
        <translation>숨겨진 통신</translation>
    </message>
    <message>
        <source>Hidden until your guess is in.</source>
        <translation>예상을 입력할 때까지 숨깁니다.</translation>
    </message>
    <message>
        <source>Hide results until a &amp;guess</source>
        <translation>예상할 때까지 결과 숨기기(&amp;G)</translation>
    </message>
    <message>
        <source>Host memory</source>
        <translation>호스트 메모리</translation>
    </message>
    <message>
        <source>Host pages</source>
        <translation>호스트 페이지</translation>
    </message>
    <message>
        <source>Host work</source>
        <translation>호스트 작업</translation>
    </message>
    <message>
        <source>How far the graph is opened</source>
        <translation>그래프를 어디까지 펼칠지</translation>
    </message>
    <message>
        <source>How late each rank is, median of the steps.</source>
        <translation>각 rank가 늦은 시간, 스텝들의 중앙값.</translation>
    </message>
    <message>
        <source>How long will it take? %1</source>
        <translation>얼마나 걸릴까요? %1</translation>
    </message>
    <message>
        <source>How many ranks are how late</source>
        <translation>지연 정도별 랭크 수</translation>
    </message>
    <message>
        <source>Idle lanes</source>
        <translation>유휴 레인</translation>
    </message>
    <message>
        <source>Idle time of %1</source>
        <translation>%1의 유휴 시간</translation>
    </message>
    <message>
        <source>Idle time, all %1</source>
        <translation>유휴 시간, %1 모두</translation>
    </message>
    <message>
        <source>Idle time, both</source>
        <translation>유휴 시간, 둘 다</translation>
    </message>
    <message>
        <source>If empty, the suggestions for any program are used.</source>
        <translation>비워 두면 어떤 프로그램으로든 할 수 있는 일이 표시됩니다.</translation>
    </message>
    <message>
        <source>If empty, the summary is used.</source>
        <translation>비워 두면 수업 내용이 표시됩니다.</translation>
    </message>
    <message>
        <source>Imported trace</source>
        <translation>가져온 추적</translation>
    </message>
    <message>
        <source>In %1 it starts after %2.</source>
        <translation>%1에서는 %2 뒤에 시작합니다.</translation>
    </message>
    <message>
        <source>In %1 line %2 waits until %3 has finished, and the time counts that. In %4 nothing waits for it.</source>
        <translation>%1에서 %2행은 %3이(가) 끝날 때까지 기다리고 그 시간이 계산됩니다. %4에서는 기다리는 것이 없습니다.</translation>
    </message>
    <message>
        <source>In %1 operations wait longer for others than in %2.</source>
        <translation>%1의 연산은 %2에서보다 다른 연산을 더 오래 기다립니다.</translation>
    </message>
    <message>
        <source>In %1, %2 needed %3 first and started after %4.</source>
        <translation>%1에서 %2은(는) 먼저 %3이(가) 필요했고 %4 뒤에 시작했습니다.</translation>
    </message>
    <message>
        <source>In %1, %2 waited behind %3 for the copy engine and started after %4.</source>
        <translation>%1에서 %2은(는) 복사 엔진에서 %3 뒤에 서서 %4 뒤에 시작했습니다.</translation>
    </message>
    <message>
        <source>In %1, %2 waited behind %3 for the worker and started after %4.</source>
        <translation>%1에서 %2은(는) 워커에서 %3 뒤에 서서 %4 뒤에 시작했습니다.</translation>
    </message>
    <message>
        <source>In %1, %2 waited behind %3 in its stream and started after %4.</source>
        <translation>%1에서 %2은(는) 스트림에서 %3 뒤에 서서 %4 뒤에 시작했습니다.</translation>
    </message>
    <message>
        <source>In %1, %2 waited behind %3, which used what it needs, and started after %4.</source>
        <translation>%1에서 %2은(는) 필요한 것을 쥔 %3 뒤에 서서 %4 뒤에 시작했습니다.</translation>
    </message>
    <message>
        <source>In %1, %2 works for %3 of the time for which it is idle in %4.</source>
        <translation>%1에서는 %2이(가) %4에서 쉬는 시간 중 %3 동안 일합니다.</translation>
    </message>
    <message>
        <source>In %1, exposed communication takes %2, in %3 %4.</source>
        <translation>%1에서는 숨겨지지 않은 통신이 %2 걸리고, %3에서는 %4 걸립니다.</translation>
    </message>
    <message>
        <source>In %1, line %2 delayed issuing %3 until %4 had finished.</source>
        <translation>%1에서 %2행 때문에 프로그램은 %4이(가) 끝날 때까지 %3을(를) 제출하지 못했습니다.</translation>
    </message>
    <message>
        <source>In %1, line %2 delays the program %3 times before it issues more work, longest before %4.</source>
        <translation>%1에서 %2행은 프로그램이 더 제출하기 전에 %3번 붙잡으며, 가장 긴 것은 %4 앞입니다.</translation>
    </message>
    <message>
        <source>In %1, ranks wait %2 for late ranks, in %3 %4.</source>
        <translation>%1에서는 rank들이 늦은 rank를 %2 기다리고, %3에서는 %4 기다립니다.</translation>
    </message>
    <message>
        <source>In return, the program's thread takes %1 longer in %2.</source>
        <translation>그 대신 프로그램 자신의 스레드가 %2에서 %1 더 걸립니다.</translation>
    </message>
    <message>
        <source>In the warm-up</source>
        <translation>준비 실행 중</translation>
    </message>
    <message>
        <source>Input ready</source>
        <translation>입력 준비</translation>
    </message>
    <message>
        <source>Insert %1 after line %2. Click, or F2 on the line.</source>
        <translation>%2행 뒤에 %1을(를) 넣습니다. 클릭하거나 그 행에서 F2를 누르세요.</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>검사기</translation>
    </message>
    <message>
        <source>Instant</source>
        <translation>즉시</translation>
    </message>
    <message>
        <source>Issued</source>
        <translation>제출</translation>
    </message>
    <message>
        <source>Issued (ms)</source>
        <translation>제출 (ms)</translation>
    </message>
    <message>
        <source>Issued, ready</source>
        <translation>제출, 준비</translation>
    </message>
    <message>
        <source>Issuing is slower than computing, so the program is what limits it.</source>
        <translation>제출이 계산보다 느리므로 프로그램이 한계입니다.</translation>
    </message>
    <message>
        <source>It contains no dependencies: arrows show the order within streams.</source>
        <translation>무엇이 무엇의 결과를 필요로 하는지는 없습니다. 화살표는 스트림 안의 순서를 나타냅니다.</translation>
    </message>
    <message>
        <source>It contains no memory records.</source>
        <translation>메모리에 대한 내용이 없습니다.</translation>
    </message>
    <message>
        <source>It contains no waits of the program.</source>
        <translation>프로그램의 대기가 없습니다.</translation>
    </message>
    <message>
        <source>It depends on %1, which failed, so its result would be meaningless.</source>
        <translation>실패한 %1에 종속되므로 그 결과는 의미가 없습니다.</translation>
    </message>
    <message numerus="yes">
        <source>It has %n steps.</source>
        <translation>
            <numerusform>%n단계가 있습니다.</numerusform>
        </translation>
    </message>
    <message>
        <source>It has not run yet. Read it, then run it.</source>
        <translation>아직 아무것도 실행하지 않았습니다. 읽어 본 뒤 실행하세요.</translation>
    </message>
    <message>
        <source>It is valid if every operation takes the same time as in this run, and its result is waited for.</source>
        <translation>모든 연산이 같은 시간이 걸리고 그 결과를 기다리는 한 성립합니다.</translation>
    </message>
    <message>
        <source>It needs no input, but </source>
        <translation>입력은 필요 없지만 </translation>
    </message>
    <message>
        <source>It started at %1. This trace does not record dependencies.</source>
        <translation>%1에 시작했습니다. 이 추적에는 의존 관계가 기록되어 있지 않습니다.</translation>
    </message>
    <message>
        <source>It starts at %1. This trace does not record dependencies.</source>
        <translation>%1에 시작합니다. 이 추적에는 의존 관계가 기록되어 있지 않습니다.</translation>
    </message>
    <message>
        <source>It still runs on this computer. This program runs after it; the bar on top can stop it.</source>
        <translation>아직 이 컴퓨터에서 실행 중입니다. 이 프로그램은 그다음에 실행됩니다. 위쪽 막대에서 중지할 수 있습니다.</translation>
    </message>
    <message>
        <source>It waited for %1, which finished at %2, and then started at once.</source>
        <translation>%2에 끝난 %1을(를) 기다려야 했고, 그 뒤 바로 시작했습니다.</translation>
    </message>
    <message>
        <source>It waited for %1, which finished at %2. It started %3 later.</source>
        <translation>%2에 끝난 %1을(를) 기다렸고, %3 뒤에 시작했습니다.</translation>
    </message>
    <message>
        <source>It waits in the engine's queue for what it depends on.</source>
        <translation>엔진의 큐에서 종속된 연산을 기다립니다.</translation>
    </message>
    <message>
        <source>It waits longest for `%1` on %2, which finishes at %3. This is the time of the work, not of the wait.</source>
        <translation>마지막으로 기다리는 것은 %2의 `%1`이며 %3에 끝납니다. 이 시간은 대기가 아니라 작업의 시간입니다.</translation>
    </message>
    <message>
        <source>It was issued, but </source>
        <translation>제출되었지만 </translation>
    </message>
    <message>
        <source>It was ready at %1 and started at %2; the trace does not record what it waited for.</source>
        <translation>%1에 준비되어 %2에 시작했습니다. 무엇을 기다렸는지는 추적에 없습니다.</translation>
    </message>
    <message>
        <source>It was recorded by another program: there is no listing to flip waits in, and it cannot be run again.</source>
        <translation>다른 프로그램이 기록했습니다. 대기를 전환할 코드가 없고 다시 실행할 수 없습니다.</translation>
    </message>
    <message>
        <source>Its file cannot be read: %1</source>
        <translation>파일을 읽을 수 없습니다: %1</translation>
    </message>
    <message>
        <source>Its input %1 is not computed until %2.</source>
        <translation>입력 %1이(가) 아직 계산되지 않았습니다. %2에 계산됩니다.</translation>
    </message>
    <message>
        <source>Keep as before</source>
        <translation>이전으로 유지</translation>
    </message>
    <message>
        <source>Keep fewer results</source>
        <translation>결과를 덜 보관하기</translation>
    </message>
    <message>
        <source>Keep it with B, change a wait, a parameter or the machine, run, and compare again.</source>
        <translation>B로 보관하고 대기, 파라미터 또는 머신을 바꾸어 실행한 뒤 다시 비교하세요.</translation>
    </message>
    <message>
        <source>Keep only those results of line %1 that a later line reads, or copy them to host memory: `.as_in_ctx(npx.cpu())`.</source>
        <translation>%1행의 결과 가운데 뒤에서 읽는 것만 보관하거나 호스트 메모리로 복사하세요: `.as_in_ctx(npx.cpu())`.</translation>
    </message>
    <message>
        <source>Keep only those results of line %1 that a later line reads, or copy them to host memory: `.cpu()`.</source>
        <translation>%1행의 결과 가운데 뒤에서 읽는 것만 보관하거나 호스트 메모리로 복사하세요: `.cpu()`.</translation>
    </message>
    <message>
        <source>Keep this run as &amp;before</source>
        <translation>이 실행을 이전으로 보관(&amp;B)</translation>
    </message>
    <message>
        <source>Kept as before: %1</source>
        <translation>이전으로 보관됨: %1</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>범례</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>키</translation>
    </message>
    <message>
        <source>Keys and gestures</source>
        <translation>키와 제스처</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>종류</translation>
    </message>
    <message>
        <source>La&amp;rger</source>
        <translation>크게(&amp;R)</translation>
    </message>
    <message>
        <source>Labels of 14 pt and larger lanes, for a lecture hall</source>
        <translation>14 pt 라벨과 더 큰 레인, 강의실용</translation>
    </message>
    <message>
        <source>Lane</source>
        <translation>레인</translation>
    </message>
    <message>
        <source>Lane above</source>
        <translation>위 레인</translation>
    </message>
    <message>
        <source>Lane below</source>
        <translation>아래 레인</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>언어</translation>
    </message>
    <message>
        <source>Language and appearance</source>
        <translation>언어와 모양</translation>
    </message>
    <message>
        <source>Language, appearance, motion, size and keys</source>
        <translation>언어, 모양, 동작, 크기, 키</translation>
    </message>
    <message>
        <source>Last arrival</source>
        <translation>마지막 도착</translation>
    </message>
    <message>
        <source>Last in</source>
        <translation>마지막 도착</translation>
    </message>
    <message>
        <source>Last read</source>
        <translation>마지막 읽기</translation>
    </message>
    <message>
        <source>Late</source>
        <translation>지연</translation>
    </message>
    <message>
        <source>Lateness</source>
        <translation>지연</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>시간축 오른쪽으로</translation>
    </message>
    <message>
        <source>Later runs show what changed since; press again to discard it</source>
        <translation>뒤의 실행은 그 뒤로 바뀐 것을 보여 줍니다. 한 번 더 누르면 버립니다</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>층</translation>
    </message>
    <message>
        <source>Legend</source>
        <translation>범례</translation>
    </message>
    <message>
        <source>Lengths are not compared</source>
        <translation>길이를 비교하지 않음</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>수업</translation>
    </message>
    <message>
        <source>Lesson: %1</source>
        <translation>수업: %1</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>수업</translation>
    </message>
    <message>
        <source>Lessons (*%1 *.lesson);;All files (*)</source>
        <translation>수업 (*%1 *.lesson);;모든 파일 (*)</translation>
    </message>
    <message>
        <source>Lessons (*%1)</source>
        <translation>수업 (*%1)</translation>
    </message>
    <message>
        <source>Levers of line %1: %2</source>
        <translation>%1행의 조절 항목: %2</translation>
    </message>
    <message>
        <source>Lifetime of the operation</source>
        <translation>연산의 일생</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>밝게</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>행</translation>
    </message>
    <message>
        <source>Line %1 does not wait: its wait is off. Click, or F2 on the line, to switch it on.</source>
        <translation>%1행은 기다리지 않습니다: 대기가 꺼져 있습니다. 클릭하거나 그 행에서 F2를 누르면 켜집니다.</translation>
    </message>
    <message>
        <source>Line %1 is not Python: %2</source>
        <translation>%1행은 Python이 아닙니다: %2</translation>
    </message>
    <message>
        <source>Line %1 off</source>
        <translation>%1행 끔</translation>
    </message>
    <message>
        <source>Line %1 on</source>
        <translation>%1행 켬</translation>
    </message>
    <message>
        <source>Line %1 only in A: %2</source>
        <translation>%1행은 A에만: %2</translation>
    </message>
    <message>
        <source>Line %1 only in B: %2</source>
        <translation>%1행은 B에만: %2</translation>
    </message>
    <message>
        <source>Line %1 reads %2 in A, %3 in B</source>
        <translation>%1행은 A에서 %2, B에서 %3</translation>
    </message>
    <message>
        <source>Line %1 waits %2 times in %3</source>
        <translation>%1행은 %3에서 %2회 기다립니다</translation>
    </message>
    <message>
        <source>Line %1 waits here. Click, or F2 on the line, to switch the wait off.</source>
        <translation>%1행이 여기서 기다립니다. 클릭하거나 그 행에서 F2를 누르면 대기가 꺼집니다.</translation>
    </message>
    <message>
        <source>Line %1 waits in %2</source>
        <translation>%1행은 %2에서 기다립니다</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>%1행: %2</translation>
    </message>
    <message>
        <source>Line %1: %2 %3 → %4</source>
        <translation>%1행: %2 %3 → %4</translation>
    </message>
    <message>
        <source>Line %1: %2 off</source>
        <translation>%1행: %2 끔</translation>
    </message>
    <message>
        <source>Line %1: %2 on</source>
        <translation>%1행: %2 켬</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>링크</translation>
    </message>
    <message>
        <source>Link %1</source>
        <translation>링크 %1</translation>
    </message>
    <message>
        <source>Link bandwidth</source>
        <translation>링크 대역폭</translation>
    </message>
    <message>
        <source>Link use</source>
        <translation>링크 사용률</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>링크</translation>
    </message>
    <message>
        <source>Listing</source>
        <translation>코드</translation>
    </message>
    <message>
        <source>Listing beside timeline and nothing else, large, for a lecture; Esc leaves</source>
        <translation>강의용: 목록과 타임라인만 크게 표시합니다. Esc로 나갑니다</translation>
    </message>
    <message>
        <source>Listing edited</source>
        <translation>코드 편집됨</translation>
    </message>
    <message>
        <source>Live batches</source>
        <translation>살아 있는 배치</translation>
    </message>
    <message>
        <source>Logarithmic scale</source>
        <translation>로그 눈금</translation>
    </message>
    <message>
        <source>Longer</source>
        <translation>길어짐</translation>
    </message>
    <message>
        <source>Longest dependency chain</source>
        <translation>가장 긴 종속 사슬</translation>
    </message>
    <message>
        <source>Lost per step</source>
        <translation>스텝당 손실</translation>
    </message>
    <message>
        <source>Lower bounds of a step, mean over all steps: if every rank arrived with the median one, and if no transfer had to be waited for. The line is its actual length, %1.</source>
        <translation>한 스텝의 하한(모든 스텝의 평균): 모든 rank가 중앙값 rank와 함께 도착했을 때, 그리고 기다려야 하는 전송이 없을 때. 선은 실제 길이 %1입니다.</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>머신</translation>
    </message>
    <message>
        <source>Machine: %1</source>
        <translation>머신: %1</translation>
    </message>
    <message>
        <source>Machines (*.json)</source>
        <translation>머신 (*.json)</translation>
    </message>
    <message>
        <source>Machines (*.json);;All files (*)</source>
        <translation>머신 (*.json);;모든 파일 (*)</translation>
    </message>
    <message>
        <source>Machines: %1.</source>
        <translation>머신: %1.</translation>
    </message>
    <message>
        <source>Magnified start</source>
        <translation>시작 부분 확대</translation>
    </message>
    <message>
        <source>Makespan</source>
        <translation>총 소요 시간</translation>
    </message>
    <message>
        <source>Makespan, whole run</source>
        <translation>총 소요 시간(전체 실행)</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>축소판</translation>
    </message>
    <message>
        <source>Map of the graph</source>
        <translation>그래프의 축소판</translation>
    </message>
    <message>
        <source>Match before</source>
        <translation>이전 결과</translation>
    </message>
    <message>
        <source>Mean of %1 of the profiler's steps, %2 operations each, identified by their names and ranges.</source>
        <translation>프로파일러 스텝 %1개의 평균이며 스텝마다 연산이 %2개입니다. 이름과 구간으로 구분했습니다.</translation>
    </message>
    <message>
        <source>Mean step</source>
        <translation>평균 스텝</translation>
    </message>
    <message>
        <source>Meanwhile %1 computes %2</source>
        <translation>그동안 %1: %2 계산</translation>
    </message>
    <message>
        <source>Meanwhile %1 copies %2</source>
        <translation>그동안 %1: %2 복사</translation>
    </message>
    <message>
        <source>Measure the listing five times on this computer: times are medians with quartiles</source>
        <translation>이 컴퓨터에서 프로그램을 다섯 번 측정합니다. 시간은 중앙값과 사분위수입니다</translation>
    </message>
    <message>
        <source>Measure the selection</source>
        <translation>선택 측정</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>측정</translation>
    </message>
    <message>
        <source>Measured on %1.</source>
        <translation>%1에서 측정.</translation>
    </message>
    <message>
        <source>Measured on this computer.</source>
        <translation>이 컴퓨터에서 측정.</translation>
    </message>
    <message>
        <source>Measures</source>
        <translation>측정값</translation>
    </message>
    <message>
        <source>Measures processor, memory and GPUs, and the cost of issuing operations, in less than a minute. The result is a virtual machine that predicts this computer. Other running programs make every time too long; close them first.</source>
        <translation>프로세서, 메모리, GPU와 연산 제출 비용을 잽니다. 1분이 걸리지 않습니다. 결과는 이 컴퓨터를 예측하는 가상 머신입니다. 다른 프로그램이 돌고 있으면 모든 시간이 길어지니 먼저 끝내세요.</translation>
    </message>
    <message>
        <source>Measures this computer and makes a virtual machine of it</source>
        <translation>이 컴퓨터를 재서 가상 머신을 만듭니다</translation>
    </message>
    <message>
        <source>Median over the steps: its arrival after that of the median rank, of two ranks after the other's. Of equal ranks, the latest</source>
        <translation>스텝들의 중앙값: 중앙값 rank보다 늦게 도착한 시간, rank가 둘이면 다른 rank보다 늦은 시간. 같은 rank들은 가장 늦은 것</translation>
    </message>
    <message>
        <source>Median, quartiles</source>
        <translation>중앙값, 사분위수</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>메모리</translation>
    </message>
    <message>
        <source>Memory in &amp;use</source>
        <translation>사용 중인 메모리(&amp;A)</translation>
    </message>
    <message>
        <source>Memory in use, and why</source>
        <translation>사용 중인 메모리와 그 까닭</translation>
    </message>
    <message>
        <source>Memory over time of %1. %2.</source>
        <translation>%1의 시간별 메모리. %2.</translation>
    </message>
    <message>
        <source>Memory, as modelled on %1</source>
        <translation>메모리(%1에서 모델링)</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>메뉴</translation>
    </message>
    <message>
        <source>Model of this computer with one additional simulated GPU</source>
        <translation>이 컴퓨터의 모델, 모의 GPU 하나 추가</translation>
    </message>
    <message>
        <source>Moment</source>
        <translation>시점</translation>
    </message>
    <message>
        <source>More GPUs</source>
        <translation>더 많은 GPU</translation>
    </message>
    <message>
        <source>Move the focus to the next pane</source>
        <translation>키보드를 다음 창으로 옮깁니다</translation>
    </message>
    <message>
        <source>Move the focus to the previous pane</source>
        <translation>키보드를 이전 창으로 옮깁니다</translation>
    </message>
    <message>
        <source>Move the playhead to the next start or end</source>
        <translation>재생 위치를 다음 시작이나 끝으로 옮깁니다</translation>
    </message>
    <message>
        <source>Move the playhead to the next wait of the program</source>
        <translation>재생 위치를 프로그램의 다음 대기로 옮깁니다</translation>
    </message>
    <message>
        <source>Move the playhead to the previous start or end</source>
        <translation>재생 위치를 이전 시작이나 끝으로 옮깁니다</translation>
    </message>
    <message>
        <source>Move the playhead to the previous wait</source>
        <translation>재생 위치를 이전 대기로 옮깁니다</translation>
    </message>
    <message>
        <source>Move the playhead to the start</source>
        <translation>재생 위치를 처음으로</translation>
    </message>
    <message>
        <source>Move this step down</source>
        <translation>이 단계를 다음 단계 뒤로 옮깁니다</translation>
    </message>
    <message>
        <source>Move this step up</source>
        <translation>이 단계를 앞 단계 앞으로 옮깁니다</translation>
    </message>
    <message>
        <source>N  rounds</source>
        <translation>N  라운드 수</translation>
    </message>
    <message>
        <source>N (t₁ + t₂ + t₃)</source>
        <translation>N (t₁ + t₂ + t₃)</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>Name and endin&amp;g…</source>
        <translation>이름과 마무리(&amp;G)…</translation>
    </message>
    <message>
        <source>Name this run (F2)</source>
        <translation>이 실행의 이름 지정(F2)</translation>
    </message>
    <message>
        <source>Ne&amp;xt wait</source>
        <translation>다음 대기(&amp;X)</translation>
    </message>
    <message>
        <source>Needs an earlier run: keep this one as “before”</source>
        <translation>움직일 출발 실행이 필요합니다: 이것을 “이전”으로 보관하세요</translation>
    </message>
    <message>
        <source>Net</source>
        <translation>신경망</translation>
    </message>
    <message>
        <source>New program</source>
        <translation>새 프로그램</translation>
    </message>
    <message>
        <source>New program %1</source>
        <translation>새 프로그램 %1</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>다음</translation>
    </message>
    <message>
        <source>Next lesson</source>
        <translation>다음 수업</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>다음 결과</translation>
    </message>
    <message>
        <source>Next operation of the lane</source>
        <translation>레인의 다음 연산</translation>
    </message>
    <message>
        <source>Next view</source>
        <translation>다음 보기</translation>
    </message>
    <message>
        <source>No GPU was added</source>
        <translation>GPU를 추가하지 않았습니다</translation>
    </message>
    <message>
        <source>No box selected</source>
        <translation>선택한 상자 없음</translation>
    </message>
    <message>
        <source>No difference that one run shows</source>
        <translation>한 번의 실행으로는 차이가 보이지 않음</translation>
    </message>
    <message>
        <source>No difference that this machine shows</source>
        <translation>이 컴퓨터에서는 차이가 보이지 않음</translation>
    </message>
    <message>
        <source>No edge joins the %1 parts, so they may run together.</source>
        <translation>%1개 부분 사이에 간선이 없으므로 함께 실행할 수 있습니다.</translation>
    </message>
    <message>
        <source>No edge joins the two halves, but the program waits between them, on line %1.</source>
        <translation>두 부분 사이에 간선은 없지만, 프로그램이 그 사이의 %1행에서 기다립니다.</translation>
    </message>
    <message>
        <source>No edge joins the two halves, so they may run together.</source>
        <translation>두 부분 사이에 간선이 없으므로 함께 실행할 수 있습니다.</translation>
    </message>
    <message>
        <source>No edge leads from one of the %1 operations to another: only the queue of the device orders them.</source>
        <translation>연산 %1개 사이에 간선이 없습니다. 장치의 큐만이 순서를 정합니다.</translation>
    </message>
    <message>
        <source>No lane is busy here</source>
        <translation>여기서는 아무것도 작업하지 않음</translation>
    </message>
    <message>
        <source>No memory was recorded</source>
        <translation>기록된 메모리가 없음</translation>
    </message>
    <message>
        <source>No memory was recorded in this run.</source>
        <translation>이 실행에는 기록된 메모리가 없습니다.</translation>
    </message>
    <message>
        <source>No notes on this step.</source>
        <translation>이 단계에는 메모가 없습니다.</translation>
    </message>
    <message>
        <source>No operations were issued here. Run the program, or choose another part in the box above.</source>
        <translation>여기서는 제출된 연산이 없습니다. 프로그램을 실행하거나 위 상자에서 다른 부분을 고르세요.</translation>
    </message>
    <message>
        <source>No operations yet. Run the program: each of its operations is listed here.</source>
        <translation>아직 연산이 없습니다. 프로그램을 실행하면 모든 연산이 여기에 나열됩니다.</translation>
    </message>
    <message>
        <source>No program title contains this text. Esc shows all programs.</source>
        <translation>제목에 이 글자가 있는 프로그램이 없습니다. Esc를 누르면 모든 프로그램이 나타납니다.</translation>
    </message>
    <message>
        <source>No programs were found</source>
        <translation>프로그램을 찾지 못했습니다</translation>
    </message>
    <message>
        <source>No rank is a straggler: last in at least half of the steps, at a cost of at least 5 % of them.</source>
        <translation>뒤처지는 랭크가 없습니다. 뒤처지는 랭크는 스텝의 절반 이상에서 마지막이고 그 시간의 5 % 이상을 잃게 합니다.</translation>
    </message>
    <message>
        <source>No rank late</source>
        <translation>늦는 랭크가 없을 때</translation>
    </message>
    <message>
        <source>No run on this machine yet</source>
        <translation>이 머신에서는 아직 실행하지 않았습니다</translation>
    </message>
    <message>
        <source>No run yet</source>
        <translation>아직 실행 없음</translation>
    </message>
    <message>
        <source>No runs yet. Run a program: each of its runs is listed here, to open, name and compare it.</source>
        <translation>아직 실행이 없습니다. 프로그램을 실행하세요. 각 실행이 여기에 표시되며 열고, 이름을 짓고, 비교할 수 있습니다.</translation>
    </message>
    <message>
        <source>No single wait, copy or operation explains the difference.</source>
        <translation>어느 대기, 복사, 연산도 혼자서는 차이를 설명하지 못합니다.</translation>
    </message>
    <message numerus="yes">
        <source>No state of the waits is faster than this one: whole run %1, the least of %n states.</source>
        <translation>
            <numerusform>대기의 다른 어떤 상태도 지금보다 빠르지 않습니다. 전체 실행 %1, %n개 상태 중 최솟값.</numerusform>
        </translation>
    </message>
    <message>
        <source>No state of the waits makes the whole run faster than %1: %2 is busy that long.</source>
        <translation>대기가 어떤 상태여도 전체 실행은 %1보다 빨라지지 않습니다. %2가 그만큼 바쁩니다.</translation>
    </message>
    <message>
        <source>No state of the waits makes the whole run faster than %1: operations that depend on one another take that long.</source>
        <translation>대기가 어떤 상태여도 전체 실행은 %1보다 빨라지지 않습니다. 서로 의존하는 연산에 그만큼 걸립니다.</translation>
    </message>
    <message>
        <source>No state of the waits makes the whole run faster than %1: the program itself is busy that long.</source>
        <translation>대기가 어떤 상태여도 전체 실행은 %1보다 빨라지지 않습니다. 프로그램 자체가 그만큼 바쁩니다.</translation>
    </message>
    <message>
        <source>Node %1</source>
        <translation>노드 %1</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>노드</translation>
    </message>
    <message>
        <source>None of these operations is on the critical path.</source>
        <translation>이 연산들 중 임계 경로에 있는 것은 없습니다.</translation>
    </message>
    <message>
        <source>Not loaded:</source>
        <translation>불러오지 못함:</translation>
    </message>
    <message>
        <source>Not started</source>
        <translation>시작하지 않음</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>메모</translation>
    </message>
    <message>
        <source>Notes on it: %1.</source>
        <translation>그 위의 메모: %1.</translation>
    </message>
    <message>
        <source>Notes on the timeline</source>
        <translation>타임라인의 메모</translation>
    </message>
    <message>
        <source>Nothing can be stored in %1</source>
        <translation>%1에 아무것도 저장할 수 없습니다</translation>
    </message>
    <message>
        <source>Nothing delayed it: %1 was free when the program issued it at %2.</source>
        <translation>막는 것이 없었습니다. 프로그램이 %2에 제출했을 때 %1은(는) 비어 있었습니다.</translation>
    </message>
    <message>
        <source>Nothing has been printed yet.</source>
        <translation>아직 아무것도 출력되지 않았습니다.</translation>
    </message>
    <message>
        <source>Nothing ran here.</source>
        <translation>여기서는 아무것도 실행되지 않았습니다.</translation>
    </message>
    <message>
        <source>Nothing ran on a device: a model of the machine simulated the program.</source>
        <translation>어떤 장치에서도 실행하지 않았습니다. 머신의 모델이 프로그램을 따라갔습니다.</translation>
    </message>
    <message>
        <source>Nothing was printed up to this time.</source>
        <translation>이 순간까지는 아무것도 출력되지 않았습니다.</translation>
    </message>
    <message>
        <source>Nothing was written: %1</source>
        <translation>아무것도 쓰지 않았습니다: %1</translation>
    </message>
    <message>
        <source>Nothing with this name</source>
        <translation>이런 이름 없음</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>지금</translation>
    </message>
    <message>
        <source>Number to &amp;guess</source>
        <translation>예상할 수(&amp;G)</translation>
    </message>
    <message>
        <source>Numbers come from the run: {block:NAME}, {total}, {peak:GPU 0}, {book:NAME}, {block:A / block:B}.</source>
        <translation>수는 실행에서 옵니다: {block:NAME}, {total}, {peak:GPU 0}, {book:NAME}, {block:A / block:B}.</translation>
    </message>
    <message>
        <source>Off: the program continues without waiting</source>
        <translation>꺼짐: 프로그램이 기다리지 않고 계속합니다</translation>
    </message>
    <message>
        <source>On: drag to measure. Off: drag to move the view</source>
        <translation>끌면 측정, 끄면 끌어서 보기를 옮깁니다</translation>
    </message>
    <message>
        <source>One execution of the same statement: %1 before, %2 after.</source>
        <translation>같은 문장의 한 번 실행: 앞에 %1, 뒤에 %2.</translation>
    </message>
    <message>
        <source>One less</source>
        <translation>하나 덜</translation>
    </message>
    <message>
        <source>One more</source>
        <translation>하나 더</translation>
    </message>
    <message>
        <source>One node per layer of the network; without layers, one node per statement</source>
        <translation>신경망 층마다 노드 하나, 층이 없으면 문장마다 노드 하나</translation>
    </message>
    <message>
        <source>One run is simulated, the other measured: see the labels of A and B.</source>
        <translation>한 실행은 시뮬레이션이고 다른 하나는 측정입니다. A와 B의 이름표를 보세요.</translation>
    </message>
    <message>
        <source>One run: the spread of its times is unknown, so no bound and no verdict are stated.</source>
        <translation>한 번 실행: 시간의 편차를 알 수 없으므로 하한과 판정을 제시하지 않습니다.</translation>
    </message>
    <message>
        <source>One run: the spread of its times is unknown, so no reason is stated.</source>
        <translation>한 번 실행: 시간의 편차를 알 수 없으므로 원인을 제시하지 않습니다.</translation>
    </message>
    <message>
        <source>Only its beginning is shown. Shorten the loop, then run it again.</source>
        <translation>처음 부분을 표시합니다. 반복을 더 일찍 끝내고 다시 실행하세요.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>열기</translation>
    </message>
    <message>
        <source>Open &amp;trace…</source>
        <translation>추적 열기(&amp;T)…</translation>
    </message>
    <message>
        <source>Open a Python file or a notebook; nothing runs until you allow it</source>
        <translation>Python 파일이나 노트북을 엽니다. 지시하기 전에는 아무것도 실행하지 않습니다</translation>
    </message>
    <message>
        <source>Open another file…</source>
        <translation>다른 파일 열기…</translation>
    </message>
    <message>
        <source>Open lesson</source>
        <translation>수업 열기</translation>
    </message>
    <message>
        <source>Open machine file</source>
        <translation>머신 파일 열기</translation>
    </message>
    <message>
        <source>Open machine file…</source>
        <translation>머신 파일 열기…</translation>
    </message>
    <message>
        <source>Open or fold memory rows that show nothing new</source>
        <translation>새로운 것이 없는 메모리 행 펼치기 또는 접기</translation>
    </message>
    <message>
        <source>Open program</source>
        <translation>프로그램 열기</translation>
    </message>
    <message>
        <source>Open rec&amp;ent</source>
        <translation>최근 항목 열기(&amp;E)</translation>
    </message>
    <message>
        <source>Open the graph to blocks</source>
        <translation>그래프를 블록까지 펼치기</translation>
    </message>
    <message>
        <source>Open the graph to layers</source>
        <translation>그래프를 층까지 펼치기</translation>
    </message>
    <message>
        <source>Open the graph to operations</source>
        <translation>그래프를 연산까지 펼치기</translation>
    </message>
    <message>
        <source>Open the graph to stages</source>
        <translation>그래프를 단계까지 펼치기</translation>
    </message>
    <message>
        <source>Open the graph to the net</source>
        <translation>그래프를 신경망 하나로 접기</translation>
    </message>
    <message>
        <source>Open the right pane</source>
        <translation>오른쪽 창 열기</translation>
    </message>
    <message>
        <source>Open to</source>
        <translation>펼치기</translation>
    </message>
    <message>
        <source>Open trace</source>
        <translation>추적 열기</translation>
    </message>
    <message>
        <source>Open trace…</source>
        <translation>추적 열기…</translation>
    </message>
    <message>
        <source>Opened %1</source>
        <translation>%1 열림</translation>
    </message>
    <message>
        <source>Opened files</source>
        <translation>연 파일</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>%1 여는 중</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>연산</translation>
    </message>
    <message>
        <source>Operation, device, line…</source>
        <translation>연산, 장치, 행…</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>연산</translation>
    </message>
    <message>
        <source>Operations issued</source>
        <translation>제출된 연산</translation>
    </message>
    <message>
        <source>Operations of different size: %1</source>
        <translation>크기가 다른 연산: %1</translation>
    </message>
    <message>
        <source>Operations of the CPU</source>
        <translation>CPU의 연산</translation>
    </message>
    <message>
        <source>Operations that compute</source>
        <translation>계산하는 연산</translation>
    </message>
    <message>
        <source>Operations that only %1 has and waits for: %2, for %3.</source>
        <translation>%1에만 있고 기다려야 하는 연산: %2개, %3.</translation>
    </message>
    <message>
        <source>Operations: %1</source>
        <translation>연산: %1</translation>
    </message>
    <message>
        <source>Operations: %1, the same on both sides</source>
        <translation>연산: %1, 양쪽 같음</translation>
    </message>
    <message>
        <source>Other programs used %1 of the cores meanwhile, so no bound and no verdict are stated.</source>
        <translation>그동안 다른 프로그램이 코어의 %1를 사용했으므로 하한과 판정을 제시하지 않습니다.</translation>
    </message>
    <message>
        <source>Out of memory</source>
        <translation>메모리 부족</translation>
    </message>
    <message>
        <source>Out of memory at %1 number %2, line %3: it needs %4 in one block.</source>
        <translation>%1 %2번째(%3행)에서 거부됩니다: 한 덩어리로 %4.</translation>
    </message>
    <message>
        <source>Out of memory at product %1, line %2: it needs %3 in one block.</source>
        <translation>%1번째 곱(%2행)에서 거부됩니다: 한 덩어리로 %3.</translation>
    </message>
    <message>
        <source>Out of memory on line %1: it needs %2 in one block.</source>
        <translation>%1행에서 거부됩니다: 한 덩어리로 %2.</translation>
    </message>
    <message>
        <source>Out of memory: it needs %1 in one block.</source>
        <translation>거부됩니다: 한 덩어리로 %1.</translation>
    </message>
    <message>
        <source>Output of the program</source>
        <translation>프로그램의 출력</translation>
    </message>
    <message>
        <source>Overlaid</source>
        <translation>겹쳐 보기</translation>
    </message>
    <message>
        <source>Overlap %1</source>
        <translation>Overlap %1</translation>
    </message>
    <message>
        <source>Overlap was terminated. Your changes were saved; the run of that time is lost.</source>
        <translation>Overlap이 닫히기 전에 종료되었습니다. 바꾼 것은 보관되었고, 그때 실행하던 것은 없어졌습니다.</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>개요</translation>
    </message>
    <message>
        <source>P&amp;DF</source>
        <translation>PDF(&amp;D)</translation>
    </message>
    <message>
        <source>P&amp;ause</source>
        <translation>일시 정지(&amp;A)</translation>
    </message>
    <message>
        <source>P&amp;resenter view</source>
        <translation>발표자 보기(&amp;R)</translation>
    </message>
    <message>
        <source>Pa&amp;ges</source>
        <translation>페이지(&amp;G)</translation>
    </message>
    <message>
        <source>Pace</source>
        <translation>속도</translation>
    </message>
    <message>
        <source>Pace &amp;1×</source>
        <translation>속도 1×(&amp;1)</translation>
    </message>
    <message>
        <source>Panels</source>
        <translation>패널</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>파라미터</translation>
    </message>
    <message>
        <source>Part of the run</source>
        <translation>실행의 일부</translation>
    </message>
    <message>
        <source>Part of the run that the graph shows</source>
        <translation>그래프가 보여 주는 실행의 일부</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>일시 정지</translation>
    </message>
    <message>
        <source>Pause the playhead</source>
        <translation>재생 위치를 멈춥니다</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>최대</translation>
    </message>
    <message>
        <source>Peak allocated memory</source>
        <translation>할당된 메모리 최대값</translation>
    </message>
    <message>
        <source>Perfect overlap</source>
        <translation>완전히 겹칠 때</translation>
    </message>
    <message>
        <source>Playhead %1</source>
        <translation>재생 위치 %1</translation>
    </message>
    <message>
        <source>Playhead %1 of %2 seconds</source>
        <translation>재생 위치 %2초 중 %1초</translation>
    </message>
    <message>
        <source>Playhead in %1</source>
        <translation>재생 위치: %1</translation>
    </message>
    <message>
        <source>Posted</source>
        <translation>제출</translation>
    </message>
    <message>
        <source>Pre&amp;ferences…</source>
        <translation>환경 설정(&amp;F)…</translation>
    </message>
    <message>
        <source>Pre&amp;vious pane</source>
        <translation>이전 창(&amp;V)</translation>
    </message>
    <message>
        <source>Pre&amp;vious wait</source>
        <translation>이전 대기(&amp;V)</translation>
    </message>
    <message>
        <source>Predict first: guess how long the program takes before it runs</source>
        <translation>먼저 예측: 걸릴 시간을 예상하기 전에는 아무것도 실행하지 않습니다</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>예측</translation>
    </message>
    <message>
        <source>Predicted beside &amp;measured</source>
        <translation>예측과 측정을 나란히(&amp;M)</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>환경 설정</translation>
    </message>
    <message>
        <source>Presenter view</source>
        <translation>발표자 보기</translation>
    </message>
    <message>
        <source>Presenter view: %1</source>
        <translation>발표자 보기: %1</translation>
    </message>
    <message>
        <source>Press the new keys</source>
        <translation>새 키: 누르세요</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>미리 보기</translation>
    </message>
    <message>
        <source>Preview of the figure</source>
        <translation>그림 미리 보기</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>이전</translation>
    </message>
    <message>
        <source>Previous operation of the lane</source>
        <translation>레인의 이전 연산</translation>
    </message>
    <message>
        <source>Previous view</source>
        <translation>이전 보기</translation>
    </message>
    <message>
        <source>Printed</source>
        <translation>출력값</translation>
    </message>
    <message>
        <source>Printed, first run</source>
        <translation>출력, 첫 실행</translation>
    </message>
    <message>
        <source>Pro&amp;jector</source>
        <translation>프로젝터(&amp;J)</translation>
    </message>
    <message>
        <source>Processes that run the program together on the computers of %1; mpirun starts them</source>
        <translation>%1에 적힌 컴퓨터에서 프로그램을 함께 실행하는 프로세스(mpirun이 시작함)</translation>
    </message>
    <message>
        <source>Processes that run the program together on this computer; mpirun starts them. The context menu chooses other computers</source>
        <translation>이 컴퓨터에서 프로그램을 함께 실행하는 프로세스(mpirun이 시작함). 다른 컴퓨터는 컨텍스트 메뉴에서 선택합니다</translation>
    </message>
    <message>
        <source>Processes that run the program together, as torchrun starts them</source>
        <translation>torchrun이 시작하듯 프로그램을 함께 실행하는 프로세스</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>프로그램</translation>
    </message>
    <message>
        <source>Program waits</source>
        <translation>프로그램 대기</translation>
    </message>
    <message>
        <source>Program: %1</source>
        <translation>프로그램: %1</translation>
    </message>
    <message>
        <source>Programs (*.py *.ipynb);;Traces (*.overlap *.json *.json.gz *.sqlite);;All files (*)</source>
        <translation>프로그램 (*.py *.ipynb);;추적 (*.overlap *.json *.json.gz *.sqlite);;모든 파일 (*)</translation>
    </message>
    <message>
        <source>Programs cannot run</source>
        <translation>프로그램을 실행할 수 없습니다</translation>
    </message>
    <message>
        <source>Programs in files: %1. Each asks again before it runs.</source>
        <translation>파일의 프로그램: %1. 각각 실행 전에 다시 묻습니다.</translation>
    </message>
    <message>
        <source>Programs not used in the calibration</source>
        <translation>보정에 쓰이지 않은 프로그램</translation>
    </message>
    <message>
        <source>Programs of the chapter</source>
        <translation>이 장의 프로그램</translation>
    </message>
    <message>
        <source>Programs of the chapter: %1.</source>
        <translation>이 장의 프로그램: %1.</translation>
    </message>
    <message>
        <source>Progress of the calibration</source>
        <translation>보정 진행</translation>
    </message>
    <message>
        <source>Projector mode</source>
        <translation>프로젝터 모드</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>Python (*.py);;Notebook (*.ipynb)</source>
        <translation>Python (*.py);;노트북 (*.ipynb)</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>대기</translation>
    </message>
    <message>
        <source>R&amp;educed motion</source>
        <translation>동작 줄이기(&amp;E)</translation>
    </message>
    <message>
        <source>R&amp;eset</source>
        <translation>처음으로(&amp;E)</translation>
    </message>
    <message>
        <source>RAW %1</source>
        <translation>RAW %1</translation>
    </message>
    <message>
        <source>RAW: reads what was written. WAR: overwrites what was read. WAW: overwrites what was written.</source>
        <translation>RAW: 쓴 것을 읽음. WAR: 읽은 것을 덮어씀. WAW: 쓴 것을 덮어씀.</translation>
    </message>
    <message>
        <source>Ran</source>
        <translation>실행 구간</translation>
    </message>
    <message>
        <source>Ran&amp;ks by lateness</source>
        <translation>지연순 랭크(&amp;K)</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>랭크</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>랭크 %1</translation>
    </message>
    <message>
        <source>Rank %1 of %2 · %3</source>
        <translation>랭크 %2개 중 랭크 %1 · %3</translation>
    </message>
    <message>
        <source>Rank %1, mean of all steps. The mark is the median of all ranks.</source>
        <translation>rank %1, 모든 스텝의 평균. 표시는 모든 rank의 중앙값입니다.</translation>
    </message>
    <message>
        <source>Rank %1, mean of its late steps. The mark is the median of all ranks.</source>
        <translation>rank %1, 늦은 스텝들의 평균. 표시는 모든 rank의 중앙값입니다.</translation>
    </message>
    <message>
        <source>Rank, node or host</source>
        <translation>랭크, 노드 또는 호스트</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>랭크</translation>
    </message>
    <message>
        <source>Ranks %1 to %2</source>
        <translation>랭크 %1~%2</translation>
    </message>
    <message>
        <source>Ranks by lateness</source>
        <translation>지연순 랭크</translation>
    </message>
    <message>
        <source>Ranks wait for each other in collectives, which have no edges here. Inside a rank, edges join its own operations.</source>
        <translation>랭크들은 집합 통신에서 서로를 기다리며, 그 대기에는 여기에 간선이 없습니다. 간선은 한 랭크 안의 연산만 잇습니다.</translation>
    </message>
    <message>
        <source>Ranks: %1 in A, %2 in B. Their operations cannot be compared one by one.</source>
        <translation>rank 수: A는 %1, B는 %2. 연산을 하나씩 비교할 수 없습니다.</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>속도</translation>
    </message>
    <message>
        <source>Re&amp;move step</source>
        <translation>단계 제거(&amp;M)</translation>
    </message>
    <message>
        <source>Reads</source>
        <translation>읽기</translation>
    </message>
    <message>
        <source>Ready (ms)</source>
        <translation>준비 (ms)</translation>
    </message>
    <message>
        <source>Recorded by another program: %1.</source>
        <translation>다른 프로그램이 기록함: %1.</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>다시 실행</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>거부</translation>
    </message>
    <message>
        <source>Released by</source>
        <translation>해제한 것</translation>
    </message>
    <message>
        <source>Released by %1</source>
        <translation>해제: %1</translation>
    </message>
    <message>
        <source>Remove the note</source>
        <translation>메모 제거</translation>
    </message>
    <message>
        <source>Remove the note that is selected; can be undone</source>
        <translation>선택한 메모를 없앱니다. 실행 취소할 수 있습니다</translation>
    </message>
    <message>
        <source>Remove the selected runs from the list (Del)</source>
        <translation>선택한 실행을 목록에서 제거(Del)</translation>
    </message>
    <message>
        <source>Remove this step from the lesson</source>
        <translation>이 단계를 수업에서 뺍니다</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>이름 바꾸기</translation>
    </message>
    <message>
        <source>Replace %1?</source>
        <translation>%1을(를) 바꿀까요?</translation>
    </message>
    <message>
        <source>Replace the file</source>
        <translation>파일 바꾸기</translation>
    </message>
    <message>
        <source>Replay as fast as it ran</source>
        <translation>실행된 속도로 재생합니다</translation>
    </message>
    <message>
        <source>Replay at double speed</source>
        <translation>두 배 속도로 재생</translation>
    </message>
    <message>
        <source>Replay at half speed</source>
        <translation>절반 속도로 재생</translation>
    </message>
    <message>
        <source>Replay paused</source>
        <translation>재생 일시 정지됨</translation>
    </message>
    <message>
        <source>Replay the run, or pause it</source>
        <translation>실행을 재생하거나 재생 위치를 멈춥니다</translation>
    </message>
    <message>
        <source>Replay the whole run in 12 seconds</source>
        <translation>전체 실행을 12초에 재생합니다</translation>
    </message>
    <message>
        <source>Replay without stops</source>
        <translation>멈추지 않고 재생</translation>
    </message>
    <message>
        <source>Replaying</source>
        <translation>재생 중</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>초기화</translation>
    </message>
    <message>
        <source>Reset &amp;parameters</source>
        <translation>파라미터 초기화(&amp;P)</translation>
    </message>
    <message>
        <source>Restore the listing as it was opened; can be undone</source>
        <translation>열었을 때의 코드. 실행 취소할 수 있습니다</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>결과</translation>
    </message>
    <message>
        <source>Results are hidden</source>
        <translation>결과를 숨겼습니다</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>계속</translation>
    </message>
    <message>
        <source>Rows of the timeline</source>
        <translation>타임라인의 행</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>실행</translation>
    </message>
    <message>
        <source>Run %1</source>
        <translation>실행 %1</translation>
    </message>
    <message>
        <source>Run A, %1</source>
        <translation>실행 A, %1</translation>
    </message>
    <message>
        <source>Run B, %1</source>
        <translation>실행 B, %1</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>다시 실행</translation>
    </message>
    <message>
        <source>Run again and compute loss and accuracy; as Computed beside the machine</source>
        <translation>다시 실행하여 손실과 정확도를 계산합니다. 머신 옆의 ‘값 계산’과 같습니다</translation>
    </message>
    <message>
        <source>Run again with the settings of the run before</source>
        <translation>이전 실행의 설정으로 다시 실행</translation>
    </message>
    <message>
        <source>Run f&amp;ive times</source>
        <translation>다섯 번 실행(&amp;I)</translation>
    </message>
    <message>
        <source>Run it</source>
        <translation>실행</translation>
    </message>
    <message>
        <source>Run on the computers of a file…</source>
        <translation>파일에 적힌 컴퓨터에서 실행…</translation>
    </message>
    <message>
        <source>Run on this computer</source>
        <translation>이 컴퓨터에서 실행</translation>
    </message>
    <message>
        <source>Run the listing</source>
        <translation>코드를 실행합니다</translation>
    </message>
    <message>
        <source>Run the program first.</source>
        <translation>먼저 프로그램을 실행하세요.</translation>
    </message>
    <message>
        <source>Running %1 s</source>
        <translation>실행 중 %1 s</translation>
    </message>
    <message numerus="yes">
        <source>Running %n processes %1 s</source>
        <translation>
            <numerusform>프로세스 %n개 실행 중 %1 s</numerusform>
        </translation>
    </message>
    <message>
        <source>Running on this computer</source>
        <translation>이 컴퓨터에서 실행하는 중</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>실행</translation>
    </message>
    <message>
        <source>Runs cannot be stored in %1</source>
        <translation>%1에 실행을 저장할 수 없습니다</translation>
    </message>
    <message>
        <source>Runs since</source>
        <translation>실행 시작</translation>
    </message>
    <message>
        <source>S&amp;lower</source>
        <translation>느리게(&amp;L)</translation>
    </message>
    <message>
        <source>S&amp;maller</source>
        <translation>작게(&amp;M)</translation>
    </message>
    <message>
        <source>S&amp;tage</source>
        <translation>무대(&amp;T)</translation>
    </message>
    <message>
        <source>S&amp;tep</source>
        <translation>한 단계(&amp;T)</translation>
    </message>
    <message>
        <source>Same graph, edges: %1</source>
        <translation>같은 그래프, 간선: %1</translation>
    </message>
    <message>
        <source>Same graph: no edge between its operations</source>
        <translation>같은 그래프: 연산 사이에 간선 없음</translation>
    </message>
    <message>
        <source>Same lines of code</source>
        <translation>코드 행 같음</translation>
    </message>
    <message>
        <source>Same machine</source>
        <translation>같은 머신</translation>
    </message>
    <message>
        <source>Same parameters</source>
        <translation>같은 파라미터</translation>
    </message>
    <message>
        <source>Same results printed</source>
        <translation>출력된 결과가 같음</translation>
    </message>
    <message>
        <source>Same work of each operation</source>
        <translation>각 연산의 작업량이 같음</translation>
    </message>
    <message>
        <source>Save &amp;graph as SVG…</source>
        <translation>그래프를 SVG로 저장(&amp;G)…</translation>
    </message>
    <message>
        <source>Save as .dot…</source>
        <translation>.dot으로 저장…</translation>
    </message>
    <message>
        <source>Save as C&amp;hrome trace…</source>
        <translation>Chrome 추적으로 저장(&amp;H)…</translation>
    </message>
    <message>
        <source>Save as Chrome trace</source>
        <translation>Chrome 추적으로 저장</translation>
    </message>
    <message>
        <source>Save as SVG…</source>
        <translation>SVG로 저장…</translation>
    </message>
    <message>
        <source>Save as machine</source>
        <translation>머신으로 저장</translation>
    </message>
    <message>
        <source>Save as machine…</source>
        <translation>머신으로 저장…</translation>
    </message>
    <message>
        <source>Save figure</source>
        <translation>그림 저장</translation>
    </message>
    <message>
        <source>Save graph as .&amp;dot…</source>
        <translation>그래프를 .dot으로 저장(&amp;D)…</translation>
    </message>
    <message>
        <source>Save graph as .dot</source>
        <translation>그래프를 .dot으로 저장</translation>
    </message>
    <message>
        <source>Save graph as SVG</source>
        <translation>그래프를 SVG로 저장</translation>
    </message>
    <message>
        <source>Save lesson</source>
        <translation>수업 저장</translation>
    </message>
    <message>
        <source>Save program</source>
        <translation>프로그램 저장</translation>
    </message>
    <message>
        <source>Save program &amp;as…</source>
        <translation>다른 이름으로 프로그램 저장(&amp;A)…</translation>
    </message>
    <message>
        <source>Save the displayed graph, with its groups, as a drawing</source>
        <translation>지금 보이는 그래프를 묶음까지 그림으로</translation>
    </message>
    <message>
        <source>Save the displayed part of the run, to return to it later</source>
        <translation>지금 보이는 실행의 부분, 돌아올 곳</translation>
    </message>
    <message>
        <source>Save the lesson to a file</source>
        <translation>수업을 파일로 보관합니다</translation>
    </message>
    <message>
        <source>Save the listing</source>
        <translation>코드를 지금 그대로 저장합니다</translation>
    </message>
    <message>
        <source>Save the listing as a Python file or a notebook</source>
        <translation>코드를 Python 파일이나 노트북으로 저장합니다</translation>
    </message>
    <message>
        <source>Save the mark as a note</source>
        <translation>표시를 메모로 보관</translation>
    </message>
    <message>
        <source>Save this run to a file</source>
        <translation>이 실행을 파일로 보관합니다</translation>
    </message>
    <message>
        <source>Save this view	Ctrl+1 … 9</source>
        <translation>이 보기 보관	Ctrl+1 … 9</translation>
    </message>
    <message>
        <source>Save tra&amp;ce…</source>
        <translation>추적 저장(&amp;C)…</translation>
    </message>
    <message>
        <source>Save trace</source>
        <translation>추적 저장</translation>
    </message>
    <message>
        <source>Save under another name…</source>
        <translation>다른 이름으로 저장…</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>절약</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 저장됨</translation>
    </message>
    <message>
        <source>Saved %1 in %2</source>
        <translation>%1을(를) %2에 저장함</translation>
    </message>
    <message>
        <source>Saved traces can still be opened.</source>
        <translation>저장된 추적은 여전히 열 수 있습니다.</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>저장…</translation>
    </message>
    <message>
        <source>Scale bar</source>
        <translation>축척 막대</translation>
    </message>
    <message>
        <source>Scope: %1</source>
        <translation>범위: %1</translation>
    </message>
    <message>
        <source>Screen</source>
        <translation>화면</translation>
    </message>
    <message>
        <source>Search the graph for an operation, a device or a line</source>
        <translation>그래프에서 연산, 장치, 행을 검색</translation>
    </message>
    <message>
        <source>Searching for GPUs</source>
        <translation>GPU를 찾는 중</translation>
    </message>
    <message>
        <source>Section %1</source>
        <translation>%1절</translation>
    </message>
    <message numerus="yes">
        <source>Select the %n operation(s)</source>
        <translation>
            <numerusform>연산 %n개 선택</numerusform>
        </translation>
    </message>
    <message>
        <source>Selects the operations of the last late step that explain the delay</source>
        <translation>마지막으로 늦은 스텝에서 지연의 원인이 된 연산을 선택합니다</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>표시</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>%1 보기</translation>
    </message>
    <message>
        <source>Show a saved run, or a trace of PyTorch, Chrome or Nsight Systems</source>
        <translation>저장된 실행이나 PyTorch, Chrome, Nsight Systems의 추적을 보여 줍니다</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>전체 보기</translation>
    </message>
    <message>
        <source>Show line %1</source>
        <translation>%1행 보기</translation>
    </message>
    <message>
        <source>Show or hide chapter and listing</source>
        <translation>장과 코드를 보이거나 숨깁니다</translation>
    </message>
    <message>
        <source>Show or hide the notes on the timeline</source>
        <translation>타임라인의 메모를 보이거나 숨깁니다</translation>
    </message>
    <message>
        <source>Show or hide the right pane</source>
        <translation>오른쪽 창을 보이거나 숨깁니다</translation>
    </message>
    <message>
        <source>Show or hide what the program printed</source>
        <translation>프로그램이 출력한 것을 보이거나 숨깁니다</translation>
    </message>
    <message>
        <source>Show the answer to an open question, then the next step</source>
        <translation>열린 질문의 답, 그다음 다음 단계</translation>
    </message>
    <message>
        <source>Show the answer, then the next step (Page Down)</source>
        <translation>답, 그다음 다음 단계 (Page Down)</translation>
    </message>
    <message>
        <source>Show the result</source>
        <translation>결과 보기</translation>
    </message>
    <message>
        <source>Show the result at once</source>
        <translation>결과를 바로 보여 줍니다</translation>
    </message>
    <message>
        <source>Show the saved part of the run</source>
        <translation>보관한 실행의 부분을 보여 줍니다</translation>
    </message>
    <message>
        <source>Show this run with its listing, waits, parameters and machine (Enter)</source>
        <translation>이 실행을 코드, 대기, 파라미터, 머신과 함께 표시(Enter)</translation>
    </message>
    <message>
        <source>Shown in this step</source>
        <translation>지금 볼 것</translation>
    </message>
    <message>
        <source>Shows what an asynchronous dependency engine does. Results of a virtual machine are simulated and say so.

GPL-3.0-or-later. With Qt, QCustomPlot, oneDNN and CPython.</source>
        <translation>비동기 종속성 엔진이 하는 일을 보여 줍니다. 가상 머신의 결과는 시뮬레이션이며 그렇게 표시됩니다.

GPL-3.0-or-later. Qt, QCustomPlot, oneDNN, CPython 사용.</translation>
    </message>
    <message>
        <source>Similar operations are one node where there is no room for each</source>
        <translation>자리가 없으면 비슷한 연산을 한 노드로 묶음</translation>
    </message>
    <message>
        <source>Simulated on a virtual machine.</source>
        <translation>가상 머신에서 시뮬레이션.</translation>
    </message>
    <message>
        <source>Simulated on a virtual machine: %1.</source>
        <translation>가상 머신에서 시뮬레이션: %1.</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>크기</translation>
    </message>
    <message>
        <source>Size of everything</source>
        <translation>전체 크기</translation>
    </message>
    <message>
        <source>Slide 16:9</source>
        <translation>슬라이드 16:9</translation>
    </message>
    <message>
        <source>Sliders on the virtual machine: links, issuing, copy engines, streams</source>
        <translation>가상 머신의 슬라이더: 링크, 제출, 복사 엔진, 스트림</translation>
    </message>
    <message>
        <source>Slow &amp;motion</source>
        <translation>슬로 모션(&amp;M)</translation>
    </message>
    <message>
        <source>Slow motion</source>
        <translation>슬로 모션</translation>
    </message>
    <message>
        <source>Smaller matrices</source>
        <translation>행렬 줄이기</translation>
    </message>
    <message>
        <source>Some ranks did not make this call.</source>
        <translation>일부 랭크가 이 호출을 하지 않았습니다.</translation>
    </message>
    <message>
        <source>Some settings could not be read</source>
        <translation>일부 설정을 이해할 수 없습니다</translation>
    </message>
    <message>
        <source>Sort ranks: by similarity</source>
        <translation>랭크 정렬: 비슷한 것끼리</translation>
    </message>
    <message>
        <source>Sort ranks: the latest first</source>
        <translation>랭크 정렬: 가장 늦은 것부터</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>스페이스바</translation>
    </message>
    <message>
        <source>Span labels</source>
        <translation>구간 라벨</translation>
    </message>
    <message>
        <source>Speed-up</source>
        <translation>속도 향상</translation>
    </message>
    <message>
        <source>Stacked</source>
        <translation>위아래로</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>무대</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>단계</translation>
    </message>
    <message>
        <source>Start (ms)</source>
        <translation>시작 (ms)</translation>
    </message>
    <message>
        <source>Start of %1</source>
        <translation>%1의 시작</translation>
    </message>
    <message>
        <source>Start the lesson</source>
        <translation>수업 시작</translation>
    </message>
    <message>
        <source>Start this lesson?</source>
        <translation>이 수업을 시작하시겠습니까?</translation>
    </message>
    <message>
        <source>Starting Python</source>
        <translation>Python 시작 중</translation>
    </message>
    <message>
        <source>Starting the GPUs</source>
        <translation>GPU를 시작하는 중</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>시작하는 중…</translation>
    </message>
    <message>
        <source>State</source>
        <translation>상태</translation>
    </message>
    <message>
        <source>Statement</source>
        <translation>문장</translation>
    </message>
    <message>
        <source>Step %1 is about the program "%2", which does not exist.</source>
        <translation>%1단계는 "%2" 프로그램에 관한 것인데 그 프로그램이 없습니다.</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>%2단계 중 %1단계</translation>
    </message>
    <message>
        <source>Step &amp;back</source>
        <translation>한 단계 뒤로(&amp;B)</translation>
    </message>
    <message>
        <source>Step ear&amp;lier</source>
        <translation>단계를 앞으로(&amp;L)</translation>
    </message>
    <message>
        <source>Step la&amp;ter</source>
        <translation>단계를 뒤로(&amp;T)</translation>
    </message>
    <message>
        <source>Step of the lesson</source>
        <translation>수업의 단계</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>스텝</translation>
    </message>
    <message>
        <source>Steps in which the others waited longest for this rank</source>
        <translation>다른 랭크가 이 랭크를 가장 오래 기다린 스텝 수</translation>
    </message>
    <message>
        <source>Steps: %1</source>
        <translation>단계: %1</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>중지</translation>
    </message>
    <message>
        <source>Stop the replay at the current line, or at the selected operation</source>
        <translation>현재 행이나 선택한 연산에서 재생을 멈춥니다</translation>
    </message>
    <message>
        <source>Stop the run and keep what was recorded</source>
        <translation>실행을 중지합니다. 기록된 것은 남습니다</translation>
    </message>
    <message>
        <source>Stop this run</source>
        <translation>이 실행 중지</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>중지됨</translation>
    </message>
    <message>
        <source>Stopped at</source>
        <translation>멈춘 곳</translation>
    </message>
    <message>
        <source>Stopped in epoch %1, batch %2</source>
        <translation>에포크 %1, 배치 %2에서 중지</translation>
    </message>
    <message>
        <source>Stopped in epoch %1, batch %2 of %3</source>
        <translation>에포크 %1, 배치 %2/%3에서 중지</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>중지하는 중</translation>
    </message>
    <message>
        <source>Stopping: a call that cannot be interrupted must end first; closing the window also ends it</source>
        <translation>중지하는 중: 끊을 수 없는 호출이 끝나야 합니다. 창을 닫아도 끝납니다</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>중지하는 중…</translation>
    </message>
    <message>
        <source>Streams and workers</source>
        <translation>스트림과 워커</translation>
    </message>
    <message>
        <source>Sum of durations</source>
        <translation>지속 시간의 합</translation>
    </message>
    <message>
        <source>Sum of operations</source>
        <translation>연산의 합</translation>
    </message>
    <message>
        <source>Swap</source>
        <translation>바꾸기</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>스윕</translation>
    </message>
    <message>
        <source>Switch</source>
        <translation>바꾸기</translation>
    </message>
    <message>
        <source>Switch &amp;scope</source>
        <translation>범위 전환(&amp;S)</translation>
    </message>
    <message>
        <source>Switch a wait, change a number or a line of this program, guess what follows, and run it.</source>
        <translation>대기 하나를 켜거나 끄고, 이 프로그램의 숫자나 행을 바꾸고, 결과를 예상한 다음 실행해 보세요.</translation>
    </message>
    <message>
        <source>Switch between the light and the dark theme</source>
        <translation>밝은 테마와 어두운 테마를 바꿉니다</translation>
    </message>
    <message>
        <source>Sync marks</source>
        <translation>동기화 표시</translation>
    </message>
    <message>
        <source>Text of the listing</source>
        <translation>코드의 텍스트</translation>
    </message>
    <message>
        <source>Text of the note</source>
        <translation>메모의 글</translation>
    </message>
    <message>
        <source>That is %1 of the difference of %2.</source>
        <translation>차이 %2 가운데 %1입니다.</translation>
    </message>
    <message>
        <source>The answer to the question.</source>
        <translation>질문의 답.</translation>
    </message>
    <message>
        <source>The book prints</source>
        <translation>책의 출력</translation>
    </message>
    <message>
        <source>The book prints %1.</source>
        <translation>책의 출력: %1.</translation>
    </message>
    <message>
        <source>The book’s machine</source>
        <translation>책의 머신</translation>
    </message>
    <message>
        <source>The changed machine could not be written to %1: %2</source>
        <translation>변경한 머신을 %1에 쓸 수 없습니다: %2</translation>
    </message>
    <message>
        <source>The chapter's programs are in the tree on the left.</source>
        <translation>이 장의 프로그램은 왼쪽 트리에 있습니다.</translation>
    </message>
    <message>
        <source>The clock in %1 does not include work that nothing waits for: %2 continues for %3.</source>
        <translation>%1에서 이 시계는 아무도 기다리지 않는 일을 세지 않습니다: %2이(가) %3 동안 더 일합니다.</translation>
    </message>
    <message>
        <source>The clock of %1 stopped too early: %2 continues for %3, which is compared as well.</source>
        <translation>%1의 시계가 너무 일찍 멈췄습니다: %2이(가) %3 동안 계속하며, 그 시간도 비교에 포함됩니다.</translation>
    </message>
    <message>
        <source>The clock stopped too early: %1. What was printed is not the time of the work.</source>
        <translation>시계가 너무 일찍 멈췄습니다: %1. 출력된 것은 작업의 시간이 아닙니다.</translation>
    </message>
    <message>
        <source>The clocks of the ranks contradict each other, so it is unknown who is late.</source>
        <translation>rank들의 시계가 서로 모순되므로 누가 늦는지 알 수 없습니다.</translation>
    </message>
    <message>
        <source>The device reported a failure; the next wait of the program raises it.</source>
        <translation>장치가 오류를 알렸습니다. 프로그램의 다음 대기에서 예외가 납니다.</translation>
    </message>
    <message>
        <source>The end</source>
        <translation>끝</translation>
    </message>
    <message>
        <source>The end: what to do &amp;next</source>
        <translation>마무리: 다음에 할 일(&amp;N)</translation>
    </message>
    <message>
        <source>The end: what was &amp;seen</source>
        <translation>마무리: 본 것(&amp;S)</translation>
    </message>
    <message numerus="yes">
        <source>The fastest of %n states of the waits: whole run %1, with %2.</source>
        <translation>
            <numerusform>대기 상태 %n가지 중 가장 빠른 것: 전체 실행 %1, %2.</numerusform>
        </translation>
    </message>
    <message>
        <source>The figure always states where its numbers come from.</source>
        <translation>값의 출처는 항상 그림에 적힙니다.</translation>
    </message>
    <message>
        <source>The figure is being drawn …</source>
        <translation>그림을 그리는 중 …</translation>
    </message>
    <message>
        <source>The file has no records that name a program or a machine.</source>
        <translation>파일에 프로그램이나 컴퓨터를 알려 주는 기록이 없습니다.</translation>
    </message>
    <message>
        <source>The file of this machine cannot be read.</source>
        <translation>이 머신의 파일을 읽을 수 없습니다.</translation>
    </message>
    <message>
        <source>The folder %1 cannot be created.</source>
        <translation>폴더 %1을(를) 만들 수 없습니다.</translation>
    </message>
    <message>
        <source>The folder is read-only or its disk is full. Runs are lost when the window closes: save a run to a file elsewhere.</source>
        <translation>폴더가 읽기 전용이거나 디스크가 가득 찼습니다. 창을 닫으면 실행이 사라집니다. 실행을 다른 위치의 파일로 저장하세요.</translation>
    </message>
    <message>
        <source>The folder resources/workloads is missing beside the program; reinstall Overlap.</source>
        <translation>프로그램 옆에 resources/workloads 폴더가 없습니다. Overlap을 다시 설치하세요.</translation>
    </message>
    <message>
        <source>The fraction of the compared time in which two or more devices are busy, or two or more streams of the only device, in A and in B.</source>
        <translation>비교하는 시간 가운데 장치가 둘 이상(장치가 하나면 그 스트림이 둘 이상) 동시에 일하는 비율로, A와 B 각각의 값입니다.</translation>
    </message>
    <message>
        <source>The fraction of the copying time in which an operation that is no copy runs.</source>
        <translation>복사가 진행되는 시간 가운데 복사가 아닌 연산도 실행되는 비율입니다.</translation>
    </message>
    <message>
        <source>The fraction of the time with at least one running operation in which two or more run.</source>
        <translation>연산이 하나라도 실행되는 시간 가운데 둘 이상이 동시에 실행되는 비율입니다.</translation>
    </message>
    <message>
        <source>The graph was not saved</source>
        <translation>그래프를 저장하지 못했습니다</translation>
    </message>
    <message>
        <source>The input is ready, but at %1 the lane works on %2; its own turn comes at %3.</source>
        <translation>입력은 준비되었지만 %1에 레인은 %2을(를) 처리하고 있습니다. 차례는 %3에 옵니다.</translation>
    </message>
    <message>
        <source>The input is ready; its turn comes at %1.</source>
        <translation>입력은 준비되었습니다. 차례는 %1에 옵니다.</translation>
    </message>
    <message>
        <source>The input was ready, but </source>
        <translation>입력은 준비되었지만 </translation>
    </message>
    <message>
        <source>The lane that was busy longest in the scope, and for how long.</source>
        <translation>범위 안에서 가장 오래 일한 레인과 그 시간입니다.</translation>
    </message>
    <message>
        <source>The language of the window and of figures</source>
        <translation>창과 그림의 언어</translation>
    </message>
    <message>
        <source>The largest difference from the median rank before it arrived last</source>
        <translation>마지막으로 도착하기 전 중앙값 랭크와의 가장 큰 차이</translation>
    </message>
    <message>
        <source>The last chain of operations starts late: the program issues %1 only after %2.</source>
        <translation>마지막 연산 사슬이 늦게 시작합니다. 프로그램이 %2 뒤에야 %1을(를) 제출합니다.</translation>
    </message>
    <message>
        <source>The lesson</source>
        <translation>수업</translation>
    </message>
    <message>
        <source>The lesson is paused while another program is open.</source>
        <translation>직접 연 내용을 보는 동안 수업이 기다립니다.</translation>
    </message>
    <message>
        <source>The lesson was not saved</source>
        <translation>수업을 저장하지 못했습니다</translation>
    </message>
    <message>
        <source>The list above contains all machines; a machine file is given by its path.</source>
        <translation>위 목록에 있는 머신을 쓸 수 있습니다. 머신 파일은 경로로 지정하세요.</translation>
    </message>
    <message>
        <source>The listing changed since this run</source>
        <translation>이 실행 뒤에 코드가 바뀌었습니다</translation>
    </message>
    <message>
        <source>The listing has %1; the field %2 makes it %3.</source>
        <translation>코드에는 %1이(가) 있고, %2 항목이 이를 %3(으)로 바꿉니다.</translation>
    </message>
    <message>
        <source>The listing on another machine</source>
        <translation>다른 머신의 코드</translation>
    </message>
    <message numerus="yes">
        <source>The listing uses GPU %1, and this machine has %n GPU(s): it may stop there.</source>
        <translation>
            <numerusform>프로그램이 GPU %1을(를) 사용하는데 이 머신에는 GPU가 %n개 있습니다. 거기서 멈출 수 있습니다.</numerusform>
        </translation>
    </message>
    <message>
        <source>The listing with its switches and results, at the left of a slide</source>
        <translation>스위치와 결과가 있는 코드를 슬라이드 왼쪽에 둡니다</translation>
    </message>
    <message>
        <source>The longest chain of operations that depend on one another, by their running times alone: no waits and no program, which the graph's critical path includes. With any number of devices, the work does not end sooner.</source>
        <translation>서로 종속된 연산의 가장 긴 사슬로, 실행 시간만 셉니다. 그래프의 임계 경로는 대기와 프로그램도 포함합니다. 장치가 아무리 많아도 작업은 더 일찍 끝나지 않습니다.</translation>
    </message>
    <message>
        <source>The machine of the last session is missing</source>
        <translation>지난번 머신이 여기에 없습니다</translation>
    </message>
    <message>
        <source>The machine on which this trace was recorded</source>
        <translation>이 추적을 기록한 머신</translation>
    </message>
    <message>
        <source>The machine was not saved</source>
        <translation>머신을 저장하지 못했습니다</translation>
    </message>
    <message>
        <source>The makespan of A divided by the makespan of B.</source>
        <translation>A의 총 소요 시간을 B의 총 소요 시간으로 나눈 값입니다.</translation>
    </message>
    <message>
        <source>The memory that the allocator reserved: whole blocks, slightly more than the tensor needs.</source>
        <translation>할당자가 떼어 둔 크기: 조각 단위라서 텐서 자체보다 조금 큽니다.</translation>
    </message>
    <message>
        <source>The model</source>
        <translation>모델</translation>
    </message>
    <message>
        <source>The model does not explain these times: they differ from it by more than 10 %.</source>
        <translation>모델은 이 시간을 설명하지 못합니다: 10 % 넘게 다릅니다.</translation>
    </message>
    <message>
        <source>The model of this computer with one more GPU, as a separate machine</source>
        <translation>이 컴퓨터의 모델에 GPU 하나를 더한 별도의 머신</translation>
    </message>
    <message>
        <source>The model runs next; both are shown on one time axis.</source>
        <translation>이어서 모델을 실행하고 둘을 한 시간 축에 놓습니다.</translation>
    </message>
    <message>
        <source>The name of the lesson, and the text after its last step</source>
        <translation>수업의 이름과 마지막 단계 뒤에 나오는 글</translation>
    </message>
    <message>
        <source>The net is one box</source>
        <translation>신경망 전체가 상자 하나</translation>
    </message>
    <message>
        <source>The new machine is in the list of machines.</source>
        <translation>새 머신이 머신 목록에 있습니다.</translation>
    </message>
    <message>
        <source>The new machine is in the list of machines. Programs that were not used for the calibration were predicted with an error of at most %1.</source>
        <translation>새 머신이 머신 목록에 있습니다. 측정에 쓰이지 않은 프로그램의 예측 오차는 최대 %1입니다.</translation>
    </message>
    <message>
        <source>The new machine is in the list of machines; no prediction was made to check it.</source>
        <translation>새 머신이 머신 목록에 있습니다. 예측으로 확인하지는 않았습니다.</translation>
    </message>
    <message>
        <source>The number of the process. Neighbours are equal if none is a straggler, and how late they are, what they wait and what others wait for them differ by at most 1 % of a step</source>
        <translation>프로세스의 번호. 이웃한 rank 중 다른 rank를 지연시키는 것이 없고, 늦은 시간, 기다린 시간, 다른 rank가 기다린 시간이 각각 스텝의 1 % 이내로 다르면 같은 것으로 봅니다</translation>
    </message>
    <message>
        <source>The other run could not start</source>
        <translation>다른 실행을 시작하지 못했습니다</translation>
    </message>
    <message>
        <source>The previous step</source>
        <translation>이전 단계</translation>
    </message>
    <message>
        <source>The previous step (Page Up)</source>
        <translation>이전 단계 (Page Up)</translation>
    </message>
    <message>
        <source>The program could not run on %1</source>
        <translation>프로그램을 %1에서 실행할 수 없습니다</translation>
    </message>
    <message>
        <source>The program ended here; everything before is in the timeline and can be inspected.</source>
        <translation>프로그램은 여기서 끝났습니다. 그때까지의 모든 것은 타임라인에 남아 검사할 수 있습니다.</translation>
    </message>
    <message>
        <source>The program ended with %1 on line %2.</source>
        <translation>프로그램이 %2행에서 %1(으)로 끝났습니다.</translation>
    </message>
    <message>
        <source>The program ends without the error.</source>
        <translation>프로그램이 그 오류 없이 끝납니다.</translation>
    </message>
    <message>
        <source>The program has not issued it yet; it does so at %1.</source>
        <translation>프로그램이 아직 여기에 이르지 않았습니다. %1에 제출합니다.</translation>
    </message>
    <message>
        <source>The program issued it at %1. Handing it over took %2, and %3 was free by then.</source>
        <translation>프로그램이 %1에 제출했습니다. 넘겨주는 데 %2 걸렸고, 그때는 %3이(가) 비어 있었습니다.</translation>
    </message>
    <message>
        <source>The program issued it at %2, when %1 was free. Handing it over took %3.</source>
        <translation>프로그램이 %2에 제출했고, 그때 %1은(는) 비어 있었습니다. 넘겨주는 데 %3 걸렸습니다.</translation>
    </message>
    <message>
        <source>The program issues %1 operations %2 instead of %3</source>
        <translation>프로그램은 %2 연산을 %3개가 아니라 %1개 제출합니다</translation>
    </message>
    <message>
        <source>The program issues %1 operations per batch and is busy with that nearly all the time: the devices wait for it.</source>
        <translation>프로그램은 배치당 연산 %1개를 제출하느라 거의 내내 바쁩니다. 장치가 프로그램을 기다립니다.</translation>
    </message>
    <message>
        <source>The program issues %1 operations per batch in %2 and then waits for the devices.</source>
        <translation>프로그램은 배치당 연산 %1개를 %2에 제출하고 장치를 기다립니다.</translation>
    </message>
    <message>
        <source>The program issues %1 operations per batch in %2. It is busy nearly all the time, also with other work such as reading data: the devices wait for it.</source>
        <translation>프로그램은 배치마다 연산 %1개를 %2 동안 제출합니다. 데이터 읽기 같은 다른 작업까지 거의 내내 바빠서 장치들이 기다립니다.</translation>
    </message>
    <message>
        <source>The program keeps %1. Memory is freed only when nothing refers to a result any more.</source>
        <translation>프로그램이 %1를 보관하고 있습니다. 결과를 더 이상 참조하지 않아야 메모리가 해제됩니다.</translation>
    </message>
    <message>
        <source>The program of this step, as in the lesson (Page Down)</source>
        <translation>이 단계의 프로그램, 수업에서의 상태 그대로 (Page Down)</translation>
    </message>
    <message>
        <source>The program on this computer and on its model, on one time axis</source>
        <translation>프로그램의 실제 실행과 이 컴퓨터 모델에서의 실행을 한 시간 축에</translation>
    </message>
    <message>
        <source>The program overlap-run, which measures, is missing beside this one. Install it too.</source>
        <translation>측정하는 프로그램 overlap-run이 이 프로그램 옆에 없습니다. 함께 설치하세요.</translation>
    </message>
    <message>
        <source>The program printed nothing. What it prints with print() appears here.</source>
        <translation>프로그램이 출력한 것이 없습니다. print()로 출력한 내용이 여기에 나타납니다.</translation>
    </message>
    <message>
        <source>The program ran in the background in every state of its waits. A run ends when its work is complete, whether the program waits for it or not.</source>
        <translation>프로그램을 대기의 모든 상태로 백그라운드에서 실행했습니다. 프로그램이 기다리든 아니든 실행은 작업이 끝날 때 끝납니다.</translation>
    </message>
    <message>
        <source>The program sees the GPUs that are checked.</source>
        <translation>프로그램은 선택된 GPU를 봅니다.</translation>
    </message>
    <message>
        <source>The program sets the pace: it issues %1 only after %2.</source>
        <translation>속도는 프로그램이 정합니다. %2 뒤에야 %1을(를) 제출합니다.</translation>
    </message>
    <message>
        <source>The program sets the pace: no operation is on the critical path.</source>
        <translation>속도는 프로그램이 정합니다. 임계 경로에 연산이 없습니다.</translation>
    </message>
    <message>
        <source>The program stopped: %1.</source>
        <translation>프로그램이 멈췄습니다: %1.</translation>
    </message>
    <message>
        <source>The program waited in line %1 until %2 and issued it only then.</source>
        <translation>프로그램은 %1행에서 %2까지 대기하다가 그제야 제출했습니다.</translation>
    </message>
    <message>
        <source>The program waited until %1 and issued it only then.</source>
        <translation>프로그램은 %1까지 대기하다가 그제야 제출했습니다.</translation>
    </message>
    <message>
        <source>The program waits</source>
        <translation>프로그램 대기</translation>
    </message>
    <message>
        <source>The program waits here for %1</source>
        <translation>프로그램이 여기서 기다리는 것: %1</translation>
    </message>
    <message>
        <source>The program waits on %1 lines.</source>
        <translation>프로그램이 %1개 행에서 기다립니다.</translation>
    </message>
    <message>
        <source>The program waits on line %1.</source>
        <translation>프로그램이 %1행에서 기다립니다.</translation>
    </message>
    <message>
        <source>The program waits on lines %1.</source>
        <translation>프로그램이 %1행에서 기다립니다.</translation>
    </message>
    <message>
        <source>The program waits: %1, %2</source>
        <translation>프로그램 대기: %1, %2</translation>
    </message>
    <message>
        <source>The program was not saved</source>
        <translation>프로그램을 저장하지 못했습니다</translation>
    </message>
    <message>
        <source>The program was not started</source>
        <translation>프로그램을 시작하지 못했습니다</translation>
    </message>
    <message>
        <source>The program's own values</source>
        <translation>프로그램 자체의 값</translation>
    </message>
    <message>
        <source>The program's pool took %1 at most; driver, context and display hold %2.</source>
        <translation>프로그램의 풀이 많아야 %1를 차지했고, 드라이버와 컨텍스트와 화면이 %2를 쓰고 있습니다.</translation>
    </message>
    <message>
        <source>The program's thread takes %1 longer in %2 than in %3.</source>
        <translation>프로그램 자신의 스레드는 %2에서 %3에서보다 %1 더 걸립니다.</translation>
    </message>
    <message>
        <source>The program's waits set the pace: it issues %1 only after %2.</source>
        <translation>프로그램의 대기가 속도를 정합니다. %2 뒤에야 %1을(를) 제출합니다.</translation>
    </message>
    <message>
        <source>The program's work on pages sets the pace: it issues %1 only after %2.</source>
        <translation>프로그램의 페이지 작업이 속도를 정합니다. %2 뒤에야 %1을(를) 제출합니다.</translation>
    </message>
    <message>
        <source>The program's work on pages sets the pace: no operation is on the critical path.</source>
        <translation>프로그램의 페이지 작업이 속도를 정합니다. 임계 경로에 연산이 없습니다.</translation>
    </message>
    <message>
        <source>The programs and traces that were opened last</source>
        <translation>최근에 연 프로그램과 추적</translation>
    </message>
    <message>
        <source>The readable settings were loaded. A copy of the old settings could not be made.</source>
        <translation>이해할 수 있는 내용은 복원했습니다. 이전 설정의 사본은 만들지 못했습니다.</translation>
    </message>
    <message>
        <source>The readable settings were loaded. All old settings are stored in %1.</source>
        <translation>이해할 수 있는 내용은 복원했습니다. 이전 설정 전체는 %1에 보관했습니다.</translation>
    </message>
    <message>
        <source>The ruler, or the selected operation, with your text</source>
        <translation>눈금자나 선택한 연산에 말을 붙입니다</translation>
    </message>
    <message>
        <source>The run before was stopped, so lengths are not compared.</source>
        <translation>이전 실행은 중지되었으므로 길이를 비교하지 않습니다.</translation>
    </message>
    <message>
        <source>The run to compare with</source>
        <translation>비교할 실행</translation>
    </message>
    <message>
        <source>The run took %1 and %2.</source>
        <translation>실행은 %1, %2 걸렸습니다.</translation>
    </message>
    <message>
        <source>The run was stopped before its turn came.</source>
        <translation>차례가 오기 전에 실행이 중지되었습니다.</translation>
    </message>
    <message>
        <source>The run was stopped: it has too many operations to be recorded</source>
        <translation>실행을 멈췄습니다: 보관하기에 너무 깁니다</translation>
    </message>
    <message>
        <source>The run, which waits every round, took %1.</source>
        <translation>라운드마다 기다린 실행은 %1 걸렸습니다.</translation>
    </message>
    <message>
        <source>The same waits</source>
        <translation>같은 대기</translation>
    </message>
    <message>
        <source>The settings were written by another version of Overlap (%1)</source>
        <translation>다른 버전의 Overlap(%1)이 쓴 설정입니다</translation>
    </message>
    <message>
        <source>The simulated GPU is modelled on your own: choose “Calibrate this computer…” first.</source>
        <translation>모의 GPU는 가지고 있는 GPU와 같습니다. 먼저 “이 컴퓨터 보정…”을 선택하세요.</translation>
    </message>
    <message>
        <source>The sum of operations divided by the makespan.</source>
        <translation>연산의 합을 총 소요 시간으로 나눈 값입니다.</translation>
    </message>
    <message>
        <source>The sum of the running times of all operations, including those that run at the same time. An operation on several cores counts once.</source>
        <translation>모든 연산의 실행 시간을 더한 값으로, 동시에 실행된 것도 각각 셉니다. 여러 코어에서 실행된 연산은 한 번만 셉니다.</translation>
    </message>
    <message>
        <source>The time from the begin of the scope to its end, including all waits. A timed block ends when its clock has stopped and its work is complete.</source>
        <translation>범위의 시작부터 끝까지의 시간으로, 모든 대기를 포함합니다. 시간 블록은 시계가 멈추고 작업이 완료되어야 끝납니다.</translation>
    </message>
    <message>
        <source>The time of the run before the last one, divided by the time of the last.</source>
        <translation>마지막 바로 앞 훈련의 시간을 마지막 훈련의 시간으로 나눈 값입니다.</translation>
    </message>
    <message>
        <source>The timeline as a figure: SVG, PDF, PNG</source>
        <translation>타임라인을 그림으로: SVG, PDF, PNG</translation>
    </message>
    <message>
        <source>The timeline as a table: lane, operation, start, duration</source>
        <translation>말로 된 타임라인: 레인, 연산, 시작, 지속 시간</translation>
    </message>
    <message>
        <source>The trace on the screen has no listing, so it cannot be run again.</source>
        <translation>화면의 추적에는 코드가 없으므로 다시 실행할 수 없습니다.</translation>
    </message>
    <message>
        <source>The trace was not saved</source>
        <translation>추적을 저장하지 못했습니다</translation>
    </message>
    <message>
        <source>The variant fails: %1</source>
        <translation>이 변형은 끝까지 실행되지 않습니다: %1</translation>
    </message>
    <message>
        <source>The virtual machine models times; numbers that the program reads are nan</source>
        <translation>가상 머신은 시간만 모델링하며, 프로그램이 읽는 수는 nan입니다</translation>
    </message>
    <message>
        <source>The wait on line %1 is off.</source>
        <translation>%1행의 대기는 꺼져 있습니다.</translation>
    </message>
    <message>
        <source>The waits on lines %1 are off.</source>
        <translation>%1행의 대기는 꺼져 있습니다.</translation>
    </message>
    <message>
        <source>The whole run still takes %1.</source>
        <translation>전체 실행은 여전히 %1 걸립니다.</translation>
    </message>
    <message>
        <source>The words of this step</source>
        <translation>이 단계의 글</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>테마</translation>
    </message>
    <message>
        <source>Then the next lesson: %1.</source>
        <translation>그다음 수업: %1.</translation>
    </message>
    <message>
        <source>There is no figure to copy: run the program first</source>
        <translation>복사할 그림이 없습니다. 먼저 프로그램을 실행하세요</translation>
    </message>
    <message>
        <source>There is no listing to flip waits in, and it cannot be run again.</source>
        <translation>대기를 전환할 코드가 없고 다시 실행할 수 없습니다.</translation>
    </message>
    <message>
        <source>There is no machine %1</source>
        <translation>%1 머신이 없습니다</translation>
    </message>
    <message>
        <source>There is no program %1</source>
        <translation>%1 프로그램이 없습니다</translation>
    </message>
    <message>
        <source>There is nothing to compare yet</source>
        <translation>아직 비교할 것이 없습니다</translation>
    </message>
    <message>
        <source>There is nothing to export</source>
        <translation>내보낼 것이 없습니다</translation>
    </message>
    <message>
        <source>There is nothing to save</source>
        <translation>저장할 것이 없습니다</translation>
    </message>
    <message>
        <source>There is only one run to compare</source>
        <translation>비교할 실행이 하나뿐입니다</translation>
    </message>
    <message>
        <source>There was nothing to wait for: the work that it covers had already finished.</source>
        <translation>기다릴 것이 없었습니다. 대기 대상인 작업이 이미 끝나 있었습니다.</translation>
    </message>
    <message>
        <source>These times come from a model of a measured computer. Programs that were not used for the calibration were predicted with an error of at most %1.</source>
        <translation>이 시간은 측정한 컴퓨터의 모델에서 나왔습니다. 측정에 쓰이지 않은 프로그램의 예측 오차는 최대 %1입니다.</translation>
    </message>
    <message>
        <source>These times come from the model of a machine, not from a measurement.</source>
        <translation>이 시간은 측정이 아니라 머신의 모델에서 나온 것입니다.</translation>
    </message>
    <message>
        <source>These times were measured.</source>
        <translation>이 시간은 측정된 것입니다.</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>이 컴퓨터</translation>
    </message>
    <message>
        <source>This computer cannot be calibrated here</source>
        <translation>여기서는 이 컴퓨터를 보정할 수 없습니다</translation>
    </message>
    <message>
        <source>This computer computes what the program reads: loss, accuracy, printed numbers</source>
        <translation>이 컴퓨터가 프로그램이 읽는 수를 계산합니다: 손실, 정확도, 출력되는 수</translation>
    </message>
    <message>
        <source>This computer has not been calibrated</source>
        <translation>이 컴퓨터는 아직 보정하지 않았습니다</translation>
    </message>
    <message>
        <source>This file could not be opened</source>
        <translation>이 파일을 열 수 없습니다</translation>
    </message>
    <message>
        <source>This is not a figure of a run; see the last line of this window.</source>
        <translation>실행의 수가 아닙니다. 맨 아래 설명을 보세요.</translation>
    </message>
    <message>
        <source>This lesson could not be opened</source>
        <translation>이 수업을 열 수 없습니다</translation>
    </message>
    <message>
        <source>This listing comes from a trace</source>
        <translation>이 코드는 추적 파일에서 왔습니다</translation>
    </message>
    <message>
        <source>This listing comes from a trace. Run it?</source>
        <translation>이 코드는 추적 파일에서 왔습니다. 실행할까요?</translation>
    </message>
    <message>
        <source>This machine cannot be changed</source>
        <translation>이 머신은 바꿀 수 없습니다</translation>
    </message>
    <message>
        <source>This machine cannot be used</source>
        <translation>이 머신을 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>This program comes from a file</source>
        <translation>이 프로그램은 파일에서 왔습니다</translation>
    </message>
    <message>
        <source>This program comes from a file (%1). Run it?</source>
        <translation>이 프로그램은 파일(%1)에서 왔습니다. 실행하시겠습니까?</translation>
    </message>
    <message>
        <source>This run</source>
        <translation>이 실행</translation>
    </message>
    <message>
        <source>This run could not be read</source>
        <translation>이 실행을 읽을 수 없습니다</translation>
    </message>
    <message>
        <source>This run has no memory records. Run a program on a GPU: what it allocates is listed here, with the reason.</source>
        <translation>이 실행에는 메모리 기록이 없습니다. 프로그램을 GPU에서 실행하면 할당한 메모리와 그 이유가 여기에 나열됩니다.</translation>
    </message>
    <message>
        <source>This run was stopped, so lengths are not compared.</source>
        <translation>이 실행은 중지되었으므로 길이를 비교하지 않습니다.</translation>
    </message>
    <message>
        <source>This step cannot be shown</source>
        <translation>이 단계를 보여 줄 수 없습니다</translation>
    </message>
    <message>
        <source>This trace could not be opened</source>
        <translation>이 추적을 열 수 없습니다</translation>
    </message>
    <message>
        <source>This trace does not record dependencies: the edges show the order within streams, and where a stream waits for another.</source>
        <translation>이 추적에는 의존 관계가 기록되어 있지 않습니다. 선은 스트림 안의 순서와, 한 스트림이 다른 스트림을 기다리는 곳을 나타냅니다.</translation>
    </message>
    <message>
        <source>This trace records no dependencies, so it has neither a critical path nor a verdict.</source>
        <translation>이 트레이스에는 의존성이 기록되어 있지 않아 임계 경로도 판정도 없습니다.</translation>
    </message>
    <message>
        <source>Time lost in each step</source>
        <translation>스텝마다 잃은 시간</translation>
    </message>
    <message>
        <source>Time lost waiting for late ranks</source>
        <translation>늦은 rank를 기다리며 잃은 시간</translation>
    </message>
    <message>
        <source>Time of epochs</source>
        <translation>에포크 시간</translation>
    </message>
    <message>
        <source>Time per step for which it only waited for other ranks</source>
        <translation>스텝마다 다른 랭크를 기다리기만 한 시간</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>타임라인</translation>
    </message>
    <message>
        <source>Timeline of %1: %2.</source>
        <translation>%1의 타임라인: %2.</translation>
    </message>
    <message>
        <source>Timeline of %1: %2. %3.</source>
        <translation>%1의 타임라인: %2. %3.</translation>
    </message>
    <message>
        <source>Timeline, %1, makespan %2 seconds</source>
        <translation>타임라인, %1, 총 소요 시간 %2초</translation>
    </message>
    <message>
        <source>Times &amp;only</source>
        <translation>시간만(&amp;O)</translation>
    </message>
    <message>
        <source>Times counted</source>
        <translation>시간의 기준</translation>
    </message>
    <message>
        <source>Times on this computer are measured, so a run starts when you press Run.</source>
        <translation>이 컴퓨터의 시간은 측정되므로 ‘실행’을 눌러야 실행을 시작합니다.</translation>
    </message>
    <message>
        <source>Times only</source>
        <translation>시간만</translation>
    </message>
    <message>
        <source>To start:</source>
        <translation>시작하려면:</translation>
    </message>
    <message>
        <source>Toggle &amp;breakpoint</source>
        <translation>중단점 켜기/끄기(&amp;B)</translation>
    </message>
    <message>
        <source>Too few runs</source>
        <translation>실행 횟수가 너무 적음</translation>
    </message>
    <message>
        <source>Trace (*.overlap)</source>
        <translation>추적 (*.overlap)</translation>
    </message>
    <message>
        <source>Trace without a listing</source>
        <translation>코드가 없는 추적</translation>
    </message>
    <message>
        <source>Trace · %1</source>
        <translation>추적 · %1</translation>
    </message>
    <message>
        <source>Traces (*.overlap *.trace *.json *.json.gz *.sqlite);;All files (*)</source>
        <translation>추적 (*.overlap *.trace *.json *.json.gz *.sqlite);;모든 파일 (*)</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>훈련</translation>
    </message>
    <message>
        <source>Transfer</source>
        <translation>전송</translation>
    </message>
    <message>
        <source>Try this</source>
        <translation>해 보기</translation>
    </message>
    <message>
        <source>Turn the wait of the current line on or off, or insert one after it</source>
        <translation>현재 행의 대기를 켜거나 끄고, 없으면 그 뒤에 넣습니다</translation>
    </message>
    <message>
        <source>Twice as fast</source>
        <translation>두 배 빠르게</translation>
    </message>
    <message>
        <source>Two or more busy</source>
        <translation>둘 이상 바쁨</translation>
    </message>
    <message>
        <source>Two runs are compared; keep this run as “before” and change something.</source>
        <translation>두 실행을 비교합니다. 이 실행을 “이전”으로 보관하고 무언가를 바꾸세요.</translation>
    </message>
    <message>
        <source>Two runs on one axis, %1: %2</source>
        <translation>한 축 위의 두 실행, %1: %2</translation>
    </message>
    <message>
        <source>Two runs on one time axis: before and now, or any two (C)</source>
        <translation>한 시간축 위의 두 실행: 이전과 지금, 또는 아무 둘 (C)</translation>
    </message>
    <message>
        <source>Type a command</source>
        <translation>명령을 입력하세요</translation>
    </message>
    <message>
        <source>Type the name of a lane</source>
        <translation>레인의 이름을 입력하세요</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>실행 취소</translation>
    </message>
    <message numerus="yes">
        <source>Undo delete (%n)</source>
        <translation>
            <numerusform>삭제 취소(%n)</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo the last edit, flip or parameter</source>
        <translation>마지막 편집, 전환, 파라미터 변경을 되돌립니다</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>%1 사용</translation>
    </message>
    <message>
        <source>Use the virtual machine</source>
        <translation>가상 머신 사용</translation>
    </message>
    <message>
        <source>Use these keys</source>
        <translation>이 키 사용</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>값</translation>
    </message>
    <message>
        <source>Verdict: computing decides.</source>
        <translation>판정: 계산이 좌우합니다.</translation>
    </message>
    <message>
        <source>Verdict: copying decides.</source>
        <translation>판정: 복사가 좌우합니다.</translation>
    </message>
    <message>
        <source>Verdict: its waits make it slow.</source>
        <translation>판정: 대기 때문에 느립니다.</translation>
    </message>
    <message>
        <source>Verdict: the program sets the pace.</source>
        <translation>판정: 프로그램이 속도를 정합니다.</translation>
    </message>
    <message>
        <source>Verdict: the program's work on pages of memory decides.</source>
        <translation>판정: 프로그램의 메모리 페이지 작업이 결정합니다.</translation>
    </message>
    <message>
        <source>Version and licence</source>
        <translation>버전과 라이선스</translation>
    </message>
    <message>
        <source>View</source>
        <translation>보기</translation>
    </message>
    <message>
        <source>Virtual · %1</source>
        <translation>가상 · %1</translation>
    </message>
    <message>
        <source>Visible range %1</source>
        <translation>보이는 범위: %1</translation>
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
        <translation>대기</translation>
    </message>
    <message>
        <source>Wait and release inside the loop: `x.mm(x).cpu()`. One product lives at a time.</source>
        <translation>루프 안에서 기다리고 해제: `x.mm(x).cpu()`. 한 번에 곱 하나만 남습니다.</translation>
    </message>
    <message>
        <source>Wait on line %1 inserted</source>
        <translation>%1행에 대기를 넣음</translation>
    </message>
    <message>
        <source>Wait on line %1 removed</source>
        <translation>%1행의 대기를 없앰</translation>
    </message>
    <message>
        <source>Wait on line %1, %2</source>
        <translation>%1행에서 대기, %2</translation>
    </message>
    <message>
        <source>Waited %1 for %2</source>
        <translation>%2을(를) %1 기다림</translation>
    </message>
    <message>
        <source>Waited (ms)</source>
        <translation>대기 (ms)</translation>
    </message>
    <message>
        <source>Waiting every round takes %1, waiting once %2: %3.</source>
        <translation>라운드마다 기다리면 %1, 한 번만 기다리면 %2: %3.</translation>
    </message>
    <message>
        <source>Waiting for %1</source>
        <translation>%1 대기 중</translation>
    </message>
    <message>
        <source>Waiting for the run on this computer</source>
        <translation>이 컴퓨터의 실행 대기 중</translation>
    </message>
    <message>
        <source>Waits</source>
        <translation>대기</translation>
    </message>
    <message>
        <source>Waits and levers</source>
        <translation>대기와 조절 항목</translation>
    </message>
    <message>
        <source>Waits for</source>
        <translation>기다리는 것</translation>
    </message>
    <message>
        <source>Waits of the program: %1</source>
        <translation>프로그램의 대기: %1</translation>
    </message>
    <message>
        <source>Waits per step</source>
        <translation>스텝당 대기</translation>
    </message>
    <message>
        <source>Waits, mean per step</source>
        <translation>대기(스텝당 평균)</translation>
    </message>
    <message>
        <source>Ways out</source>
        <translation>해결 방법</translation>
    </message>
    <message>
        <source>What consists of blocks is one box</source>
        <translation>블록으로 이루어진 부분이 상자 하나</translation>
    </message>
    <message>
        <source>What consists of layers is one box</source>
        <translation>층으로 이루어진 부분이 상자 하나</translation>
    </message>
    <message>
        <source>What differs</source>
        <translation>다른 점</translation>
    </message>
    <message>
        <source>What failed?</source>
        <translation>무엇이 실패했나?</translation>
    </message>
    <message>
        <source>What follows the program's name in sys.argv; quotes keep words together</source>
        <translation>sys.argv에서 프로그램 이름 다음에 오는 것. 따옴표로 묶은 단어는 나뉘지 않습니다</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>무슨 일이 있었나</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>만약</translation>
    </message>
    <message>
        <source>What if the machine were different</source>
        <translation>머신이 다르다면</translation>
    </message>
    <message>
        <source>What if works on virtual machines; choose one in the bar above.</source>
        <translation>만약은 가상 머신에서 됩니다. 위의 막대에서 하나를 고르세요.</translation>
    </message>
    <message>
        <source>What is equal</source>
        <translation>같은 점</translation>
    </message>
    <message>
        <source>What is timed?</source>
        <translation>무엇을 재는가?</translation>
    </message>
    <message>
        <source>What it is &amp;about</source>
        <translation>수업 내용(&amp;A)</translation>
    </message>
    <message>
        <source>What the class &amp;reads</source>
        <translation>학생이 읽는 글(&amp;R)</translation>
    </message>
    <message>
        <source>What the window shows now becomes a step of the lesson</source>
        <translation>창이 지금 보여 주는 것이 수업의 한 단계가 됩니다</translation>
    </message>
    <message>
        <source>What this step &amp;shows</source>
        <translation>볼 것(&amp;S)</translation>
    </message>
    <message>
        <source>What this step shows</source>
        <translation>여기서 볼 것</translation>
    </message>
    <message>
        <source>What to do next</source>
        <translation>다음에 할 일</translation>
    </message>
    <message>
        <source>What was learned, and what to do next (Page Down)</source>
        <translation>배운 것과 다음에 할 일 (Page Down)</translation>
    </message>
    <message>
        <source>What was learned, and what to do next.</source>
        <translation>배운 것과 다음에 할 일.</translation>
    </message>
    <message>
        <source>What you have seen</source>
        <translation>본 것</translation>
    </message>
    <message>
        <source>Where a batch spends its %1</source>
        <translation>한 배치의 %1은(는) 어디에 쓰이나</translation>
    </message>
    <message>
        <source>Where a step spends its %1</source>
        <translation>한 스텝의 %1은(는) 어디에 쓰이나</translation>
    </message>
    <message>
        <source>Which rank comes last, how long the others wait for it, and why</source>
        <translation>어느 랭크가 마지막으로 오는지, 다른 랭크가 얼마나 기다리는지, 그 이유</translation>
    </message>
    <message>
        <source>Who is late</source>
        <translation>누가 늦는지</translation>
    </message>
    <message>
        <source>Who is late?</source>
        <translation>누가 늦나요?</translation>
    </message>
    <message>
        <source>Whole graph</source>
        <translation>그래프 전체</translation>
    </message>
    <message>
        <source>Whole run</source>
        <translation>전체 실행</translation>
    </message>
    <message>
        <source>Whole run %1 → %2, one of them measured once.</source>
        <translation>전체 실행 %1 → %2, 그중 하나는 한 번만 측정.</translation>
    </message>
    <message>
        <source>Whole run %1 → %2, one run each.</source>
        <translation>전체 실행 %1 → %2, 각각 한 번 실행.</translation>
    </message>
    <message>
        <source>Whole run %1 → %2.</source>
        <translation>전체 실행 %1 → %2.</translation>
    </message>
    <message>
        <source>Whole run %1 → %2: no difference that this machine shows.</source>
        <translation>전체 실행 %1 → %2: 이 컴퓨터에서는 차이가 보이지 않습니다.</translation>
    </message>
    <message>
        <source>Whole run %1: no difference that one run shows.</source>
        <translation>전체 실행 %1: 한 번의 실행으로는 차이가 보이지 않습니다.</translation>
    </message>
    <message>
        <source>Why %1 %2 faster here?</source>
        <translation>왜 %1 %2가 더 빠른가?</translation>
    </message>
    <message>
        <source>Why %1 %2 no faster here?</source>
        <translation>왜 %1 %2가 더 빠르지 않은가?</translation>
    </message>
    <message>
        <source>Why %1 %2 slower here?</source>
        <translation>왜 %1 %2가 더 느린가?</translation>
    </message>
    <message>
        <source>Why cancelled?</source>
        <translation>왜 취소되었나?</translation>
    </message>
    <message>
        <source>Why is B faster?</source>
        <translation>왜 B가 더 빠른가?</translation>
    </message>
    <message>
        <source>Why is B slower?</source>
        <translation>왜 B가 더 느린가?</translation>
    </message>
    <message>
        <source>Why it is in use</source>
        <translation>사용 중인 까닭</translation>
    </message>
    <message>
        <source>Why not yet?</source>
        <translation>왜 아직 시작하지 않았나?</translation>
    </message>
    <message>
        <source>Why now?</source>
        <translation>왜 지금 시작했나?</translation>
    </message>
    <message>
        <source>Why skipped?</source>
        <translation>왜 건너뛰었나?</translation>
    </message>
    <message>
        <source>Why so long?</source>
        <translation>왜 이렇게 오래 걸렸나?</translation>
    </message>
    <message>
        <source>Width in pixels</source>
        <translation>너비 (픽셀)</translation>
    </message>
    <message>
        <source>With %1</source>
        <translation>%1 있음</translation>
    </message>
    <message>
        <source>With the mouse</source>
        <translation>마우스로</translation>
    </message>
    <message>
        <source>Without</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>Without a guess</source>
        <translation>예상 없이</translation>
    </message>
    <message>
        <source>Without keys, the command is only in the menu and in the palette.</source>
        <translation>키가 없는 명령은 메뉴와 명령 팔레트에만 있습니다.</translation>
    </message>
    <message>
        <source>Without that wait %1 starts %2 earlier.</source>
        <translation>그 대기가 없으면 %1이(가) %2 더 일찍 시작합니다.</translation>
    </message>
    <message>
        <source>Without that wait %1 starts after %2, not after %3.</source>
        <translation>그 대기가 없으면 %1은(는) %3 뒤가 아니라 %2 뒤에 시작합니다.</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>작업</translation>
    </message>
    <message>
        <source>Work of the program's thread</source>
        <translation>프로그램 자신의 스레드 작업</translation>
    </message>
    <message>
        <source>Write on the timeline</source>
        <translation>타임라인에 쓰기</translation>
    </message>
    <message>
        <source>Write the plot to a file: SVG, PDF or PNG</source>
        <translation>차트를 파일로 씁니다: SVG, PDF, PNG</translation>
    </message>
    <message>
        <source>Writes</source>
        <translation>쓰기</translation>
    </message>
    <message>
        <source>You guessed %1; it is %2.</source>
        <translation>예상은 %1, 실제는 %2입니다.</translation>
    </message>
    <message>
        <source>You guessed %1; it is %2. Well predicted.</source>
        <translation>예상은 %1, 실제는 %2입니다. 잘 예측했습니다.</translation>
    </message>
    <message>
        <source>You guessed %1; it is %2: %3 too high.</source>
        <translation>예상은 %1, 실제는 %2입니다: %3 높음.</translation>
    </message>
    <message>
        <source>You guessed %1; it is %2: %3 too low.</source>
        <translation>예상은 %1, 실제는 %2입니다: %3 낮음.</translation>
    </message>
    <message>
        <source>You guessed %1; it is %2: it is %3 as high.</source>
        <translation>예상은 %1, 실제는 %2입니다: 예상의 %3입니다.</translation>
    </message>
    <message>
        <source>You guessed %1; it is %2: the guess is %3 as high.</source>
        <translation>예상은 %1, 실제는 %2입니다: 예상이 실제의 %3입니다.</translation>
    </message>
    <message>
        <source>Your edits are here again</source>
        <translation>바꾼 내용이 돌아왔습니다</translation>
    </message>
    <message>
        <source>Your guess as a bar</source>
        <translation>막대로 나타낸 예상</translation>
    </message>
    <message>
        <source>Your guess in seconds</source>
        <translation>초로 나타낸 예상</translation>
    </message>
    <message>
        <source>Your guess: %1</source>
        <translation>예상: %1</translation>
    </message>
    <message>
        <source>Your notes</source>
        <translation>내 메모</translation>
    </message>
    <message>
        <source>Your notes and the next step, in a separate window</source>
        <translation>나를 위한 메모와 다음 단계를 별도 창으로</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>확대</translation>
    </message>
    <message>
        <source>Zoom in (W)</source>
        <translation>확대 (W)</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>축소</translation>
    </message>
    <message>
        <source>Zoom out (S)</source>
        <translation>축소 (S)</translation>
    </message>
    <message>
        <source>Zoom to the selection</source>
        <translation>선택에 맞춰 확대</translation>
    </message>
    <message>
        <source>`%1` on %2 was issued before the block and still ran when it began: `%3` started later.</source>
        <translation>%2의 `%1`은(는) 블록보다 먼저 제출되어 블록이 시작될 때 아직 실행 중이었습니다: `%3`이(가) 더 늦게 시작했습니다.</translation>
    </message>
    <message>
        <source>a block</source>
        <translation>블록 하나</translation>
    </message>
    <message>
        <source>a run stopped early</source>
        <translation>실행 하나가 일찍 멈춤</translation>
    </message>
    <message>
        <source>a shared resource</source>
        <translation>공유 자원</translation>
    </message>
    <message>
        <source>a stream of %1</source>
        <translation>%1의 스트림 하나</translation>
    </message>
    <message>
        <source>a worker</source>
        <translation>워커</translation>
    </message>
    <message>
        <source>acc</source>
        <translation>정확도</translation>
    </message>
    <message>
        <source>after</source>
        <translation>이후</translation>
    </message>
    <message>
        <source>after %1</source>
        <translation>%1 다음</translation>
    </message>
    <message>
        <source>all</source>
        <translation>모두</translation>
    </message>
    <message>
        <source>all GPUs</source>
        <translation>모든 GPU</translation>
    </message>
    <message>
        <source>all issued work</source>
        <translation>제출된 모든 것</translation>
    </message>
    <message>
        <source>all issued work is finished. Select an operation to see why it started when it did.</source>
        <translation>제출된 것은 모두 끝났습니다. 연산을 선택하면 왜 그때 시작했는지 볼 수 있습니다.</translation>
    </message>
    <message>
        <source>all on</source>
        <translation>모두 켜짐</translation>
    </message>
    <message>
        <source>all operations take %1 ×</source>
        <translation>모든 연산 소요 시간 %1배</translation>
    </message>
    <message>
        <source>all streams of %1</source>
        <translation>%1의 모든 스트림</translation>
    </message>
    <message>
        <source>all waits on</source>
        <translation>모든 대기 켜짐</translation>
    </message>
    <message>
        <source>all-reduce</source>
        <translation>올리듀스</translation>
    </message>
    <message>
        <source>allocated with others: %1</source>
        <translation>다른 사용 포함 할당: %1</translation>
    </message>
    <message>
        <source>an event</source>
        <translation>이벤트</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>외 %1개</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>외 %n개</numerusform>
        </translation>
    </message>
    <message>
        <source>applies to A and B</source>
        <translation>A와 B에 적용됩니다</translation>
    </message>
    <message>
        <source>applies to A; B is a saved run</source>
        <translation>A에 적용됩니다. B는 보관된 실행입니다</translation>
    </message>
    <message>
        <source>applies to B; A is a saved run</source>
        <translation>B에 적용됩니다. A는 보관된 실행입니다</translation>
    </message>
    <message>
        <source>are</source>
        <translation>여기서</translation>
    </message>
    <message>
        <source>arranging</source>
        <translation>정리 중</translation>
    </message>
    <message>
        <source>as fast</source>
        <translation>속도</translation>
    </message>
    <message>
        <source>as fast, other operations</source>
        <translation>속도, 다른 연산</translation>
    </message>
    <message>
        <source>as fast, same operations</source>
        <translation>속도, 같은 연산</translation>
    </message>
    <message>
        <source>at</source>
        <translation>시각</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>최대 %1</translation>
    </message>
    <message>
        <source>at the peak</source>
        <translation>최대일 때</translation>
    </message>
    <message>
        <source>at the playhead</source>
        <translation>재생 위치에서</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>역전파</translation>
    </message>
    <message>
        <source>batch %1</source>
        <translation>배치 %1</translation>
    </message>
    <message>
        <source>batch %1 of %2</source>
        <translation>배치 %1 / %2</translation>
    </message>
    <message>
        <source>batch norm</source>
        <translation>배치 정규화</translation>
    </message>
    <message>
        <source>before</source>
        <translation>이전</translation>
    </message>
    <message>
        <source>before %1</source>
        <translation>%1 앞</translation>
    </message>
    <message>
        <source>before and after</source>
        <translation>이전과 이후</translation>
    </message>
    <message>
        <source>block %1</source>
        <translation>블록 %1</translation>
    </message>
    <message>
        <source>book</source>
        <translation>책</translation>
    </message>
    <message>
        <source>book %1</source>
        <translation>책 %1</translation>
    </message>
    <message>
        <source>both</source>
        <translation>둘 다</translation>
    </message>
    <message>
        <source>broadcast</source>
        <translation>브로드캐스트</translation>
    </message>
    <message>
        <source>cached by the pool</source>
        <translation>풀이 캐시</translation>
    </message>
    <message>
        <source>cached by the pool, not in use</source>
        <translation>풀이 캐시, 미사용</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>취소됨</translation>
    </message>
    <message>
        <source>capacity</source>
        <translation>용량</translation>
    </message>
    <message>
        <source>capacity %1</source>
        <translation>용량 %1</translation>
    </message>
    <message>
        <source>change a note</source>
        <translation>메모 변경</translation>
    </message>
    <message>
        <source>choose a program, then Run. Its operations appear here.</source>
        <translation>프로그램을 고르고 실행하세요. 하는 일이 연산마다 여기에 나타납니다.</translation>
    </message>
    <message>
        <source>choose values</source>
        <translation>값 방식 선택</translation>
    </message>
    <message>
        <source>click in the gutter</source>
        <translation>여백 클릭</translation>
    </message>
    <message>
        <source>clock ±%1 against node 0</source>
        <translation>노드 0 대비 시계 ±%1</translation>
    </message>
    <message>
        <source>clock ±%1: contradicts other clocks</source>
        <translation>시계 ±%1: 다른 시계와 모순</translation>
    </message>
    <message>
        <source>clocks contradict each other</source>
        <translation>시계들이 서로 모순됨</translation>
    </message>
    <message>
        <source>collective</source>
        <translation>집합 통신</translation>
    </message>
    <message>
        <source>collectives</source>
        <translation>집합 통신</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>통신</translation>
    </message>
    <message>
        <source>communication between ranks</source>
        <translation>랭크 간 통신</translation>
    </message>
    <message>
        <source>communication of ranks %1</source>
        <translation>랭크 %1의 통신</translation>
    </message>
    <message>
        <source>compared part</source>
        <translation>비교하는 부분</translation>
    </message>
    <message>
        <source>compiled graph</source>
        <translation>컴파일된 그래프</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>계산</translation>
    </message>
    <message>
        <source>compute stream</source>
        <translation>계산 스트림</translation>
    </message>
    <message>
        <source>computes</source>
        <translation>계산</translation>
    </message>
    <message>
        <source>conv</source>
        <translation>합성곱</translation>
    </message>
    <message>
        <source>convolutions</source>
        <translation>합성곱</translation>
    </message>
    <message>
        <source>copied: picture, SVG and caption</source>
        <translation>복사됨: 그림, SVG, 설명</translation>
    </message>
    <message>
        <source>copies</source>
        <translation>복사</translation>
    </message>
    <message>
        <source>copies %1</source>
        <translation>복사 %1</translation>
    </message>
    <message>
        <source>copies at %1</source>
        <translation>복사 속도 %1</translation>
    </message>
    <message>
        <source>copies in</source>
        <translation>입력 복사</translation>
    </message>
    <message>
        <source>copies out</source>
        <translation>출력 복사</translation>
    </message>
    <message>
        <source>copies take %1 instead of %2</source>
        <translation>복사에 %2 대신 %1이 걸림</translation>
    </message>
    <message>
        <source>copies to a peer</source>
        <translation>다른 장치로 복사</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>복사</translation>
    </message>
    <message>
        <source>copy %1</source>
        <translation>복사 %1</translation>
    </message>
    <message>
        <source>copy CPU to GPU</source>
        <translation>CPU에서 GPU로 복사</translation>
    </message>
    <message>
        <source>copy CPU → GPU</source>
        <translation>복사 CPU → GPU</translation>
    </message>
    <message>
        <source>copy GPU to CPU</source>
        <translation>GPU에서 CPU로 복사</translation>
    </message>
    <message>
        <source>copy GPU to GPU</source>
        <translation>GPU에서 GPU로 복사</translation>
    </message>
    <message>
        <source>copy GPU → CPU</source>
        <translation>복사 GPU → CPU</translation>
    </message>
    <message>
        <source>copy GPU → GPU</source>
        <translation>복사 GPU → GPU</translation>
    </message>
    <message>
        <source>copy engines: %1</source>
        <translation>복사 엔진: %1</translation>
    </message>
    <message>
        <source>copy in</source>
        <translation>입력 복사</translation>
    </message>
    <message>
        <source>copy in stream</source>
        <translation>입력 복사 스트림</translation>
    </message>
    <message>
        <source>copy out</source>
        <translation>출력 복사</translation>
    </message>
    <message>
        <source>copy out stream</source>
        <translation>출력 복사 스트림</translation>
    </message>
    <message>
        <source>core %1</source>
        <translation>코어 %1</translation>
    </message>
    <message>
        <source>could not be predicted: %1</source>
        <translation>예측하지 못함: %1</translation>
    </message>
    <message>
        <source>critical</source>
        <translation>임계</translation>
    </message>
    <message>
        <source>critical path</source>
        <translation>임계 경로</translation>
    </message>
    <message>
        <source>data</source>
        <translation>데이터</translation>
    </message>
    <message>
        <source>dense</source>
        <translation>완전 연결</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>차이</translation>
    </message>
    <message>
        <source>dispatch</source>
        <translation>디스패치</translation>
    </message>
    <message>
        <source>done</source>
        <translation>완료</translation>
    </message>
    <message>
        <source>done: the last rank has the average</source>
        <translation>완료: 마지막 랭크가 평균을 받음</translation>
    </message>
    <message>
        <source>done: the last rank has the result</source>
        <translation>완료: 마지막 랭크가 결과를 받음</translation>
    </message>
    <message>
        <source>done: the last rank has the sum</source>
        <translation>완료: 마지막 랭크가 합을 받음</translation>
    </message>
    <message>
        <source>double click</source>
        <translation>더블 클릭</translation>
    </message>
    <message>
        <source>drag on the canvas</source>
        <translation>캔버스에서 끌기</translation>
    </message>
    <message>
        <source>draw a note</source>
        <translation>메모 그리기</translation>
    </message>
    <message>
        <source>driver, context, display: %1</source>
        <translation>드라이버, 컨텍스트, 화면: %1</translation>
    </message>
    <message>
        <source>edit the listing</source>
        <translation>코드 편집</translation>
    </message>
    <message>
        <source>elementwise</source>
        <translation>원소별</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>에포크</translation>
    </message>
    <message>
        <source>epoch %1</source>
        <translation>에포크 %1</translation>
    </message>
    <message>
        <source>epoch %1 · %2 s</source>
        <translation>에포크 %1 · %2 s</translation>
    </message>
    <message>
        <source>epoch %1, %2</source>
        <translation>에포크 %1, %2</translation>
    </message>
    <message>
        <source>epoch %1, batch %2</source>
        <translation>%1번째 에포크, %2번째 배치</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>같음</translation>
    </message>
    <message>
        <source>equal lines: %1</source>
        <translation>같은 행: %1</translation>
    </message>
    <message>
        <source>every label at least 9 pt</source>
        <translation>모든 라벨이 9 pt 이상</translation>
    </message>
    <message>
        <source>exposed communication takes %1 instead of %2</source>
        <translation>숨겨지지 않은 통신이 %2 대신 %1</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>실패</translation>
    </message>
    <message>
        <source>failed: %1</source>
        <translation>실패: %1</translation>
    </message>
    <message>
        <source>flip the wait of the line</source>
        <translation>그 행의 대기를 전환</translation>
    </message>
    <message>
        <source>flip the wait on line %1</source>
        <translation>%1행의 대기 전환</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>순전파</translation>
    </message>
    <message>
        <source>forward %1</source>
        <translation>순전파 %1</translation>
    </message>
    <message>
        <source>free: %1</source>
        <translation>여유: %1</translation>
    </message>
    <message>
        <source>freed, and cached by the pool for later results: %1</source>
        <translation>반환되었고 풀이 다음 결과를 위해 캐시함: %1</translation>
    </message>
    <message>
        <source>from line %1</source>
        <translation>%1행부터</translation>
    </message>
    <message>
        <source>from the start</source>
        <translation>처음부터</translation>
    </message>
    <message>
        <source>full</source>
        <translation>채워짐</translation>
    </message>
    <message>
        <source>full: the median rank has computed the gradients, of two ranks the later one</source>
        <translation>채워짐: 중앙값 랭크(랭크가 둘이면 더 늦은 랭크)가 기울기를 계산함</translation>
    </message>
    <message>
        <source>gather</source>
        <translation>모으기</translation>
    </message>
    <message>
        <source>give your guess. Until then nothing of the run is shown.</source>
        <translation>예상을 입력하세요. 그때까지 실행 결과는 보이지 않습니다.</translation>
    </message>
    <message>
        <source>gradient</source>
        <translation>그래디언트</translation>
    </message>
    <message>
        <source>head</source>
        <translation>출력 부분</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>숨김</translation>
    </message>
    <message>
        <source>hidden: part of the transfer in which the ranks compute or copy</source>
        <translation>숨김: 전송 중 랭크가 계산하거나 복사하는 부분</translation>
    </message>
    <message>
        <source>holds results</source>
        <translation>결과 저장</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>유휴</translation>
    </message>
    <message>
        <source>idle until %1</source>
        <translation>%1까지 유휴</translation>
    </message>
    <message>
        <source>idle: delayed by %1</source>
        <translation>유휴: %1 때문에 지연</translation>
    </message>
    <message>
        <source>idle: not even issued</source>
        <translation>유휴: 아직 제출되지 않음</translation>
    </message>
    <message>
        <source>idle: nothing left to do</source>
        <translation>유휴: 남은 일이 없음</translation>
    </message>
    <message>
        <source>idle: only page work is left</source>
        <translation>유휴: 페이지 작업만 남음</translation>
    </message>
    <message>
        <source>idle: other cores still work</source>
        <translation>유휴: 다른 코어가 아직 작업 중</translation>
    </message>
    <message>
        <source>idle: stands in %1, line %2</source>
        <translation>유휴: %1에서 대기 중, %2행</translation>
    </message>
    <message>
        <source>idle: the program waits</source>
        <translation>유휴: 프로그램이 기다림</translation>
    </message>
    <message>
        <source>idle: the program waits in line %1</source>
        <translation>유휴: 프로그램이 %1행에서 기다림</translation>
    </message>
    <message>
        <source>idle: waits for %1</source>
        <translation>유휴: %1 대기</translation>
    </message>
    <message>
        <source>idle: waits for its input</source>
        <translation>유휴: 입력 대기</translation>
    </message>
    <message>
        <source>idle: waits for its turn</source>
        <translation>유휴: 차례 대기</translation>
    </message>
    <message>
        <source>imported</source>
        <translation>가져옴</translation>
    </message>
    <message>
        <source>in the warm-up, %1 after the start</source>
        <translation>준비 실행 중, 시작 후 %1</translation>
    </message>
    <message>
        <source>in the warm-up, %1 after the start, until %2</source>
        <translation>준비 실행 중(시작 후 %1)부터 %2까지</translation>
    </message>
    <message>
        <source>input</source>
        <translation>입력</translation>
    </message>
    <message>
        <source>is</source>
        <translation>여기서</translation>
    </message>
    <message>
        <source>issued %1</source>
        <translation>%1개 제출</translation>
    </message>
    <message>
        <source>issued later</source>
        <translation>늦게 제출됨</translation>
    </message>
    <message>
        <source>issuing %1</source>
        <translation>제출 %1</translation>
    </message>
    <message>
        <source>it waited for memory for its result until %1.</source>
        <translation>결과를 둘 메모리를 먼저 얻어야 했고, 그것이 %1까지 걸렸습니다.</translation>
    </message>
    <message>
        <source>its input</source>
        <translation>입력</translation>
    </message>
    <message>
        <source>largest free block %1 (%2 fragmented)</source>
        <translation>가장 큰 빈 조각 %1 (단편화 %2)</translation>
    </message>
    <message numerus="yes">
        <source>last in %1 of %n step(s)</source>
        <translation>
            <numerusform>%n스텝 중 %1스텝에서 마지막</numerusform>
        </translation>
    </message>
    <message>
        <source>late input</source>
        <translation>입력 지연</translation>
    </message>
    <message>
        <source>launches, waits</source>
        <translation>실행 요청, 대기</translation>
    </message>
    <message>
        <source>layer %1 · %2</source>
        <translation>%1층 · %2</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>%1행</translation>
    </message>
    <message>
        <source>line %1 is not Python</source>
        <translation>%1행은 Python이 아닙니다</translation>
    </message>
    <message>
        <source>line %1 off</source>
        <translation>%1행 꺼짐</translation>
    </message>
    <message>
        <source>line %1 waits</source>
        <translation>%1행이 기다림</translation>
    </message>
    <message>
        <source>line %1 waits %2 less instead</source>
        <translation>그 대신 %1행이 %2 덜 기다립니다</translation>
    </message>
    <message>
        <source>line %1 waits %2 longer instead</source>
        <translation>그 대신 %1행이 %2 더 기다립니다</translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation>%1행: %2</translation>
    </message>
    <message>
        <source>lines %1 off</source>
        <translation>%1행 꺼짐</translation>
    </message>
    <message>
        <source>lines %1–%2</source>
        <translation>%1–%2행</translation>
    </message>
    <message>
        <source>links</source>
        <translation>링크</translation>
    </message>
    <message>
        <source>links %1</source>
        <translation>링크 %1</translation>
    </message>
    <message>
        <source>loading…</source>
        <translation>불러오는 중…</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>손실</translation>
    </message>
    <message>
        <source>matched operations: %1</source>
        <translation>짝지은 연산: %1</translation>
    </message>
    <message>
        <source>mean rate %1</source>
        <translation>평균 속도 %1</translation>
    </message>
    <message>
        <source>measure; edges snap within 6 px</source>
        <translation>측정. 6 px 안에서 가장자리에 붙음</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>측정</translation>
    </message>
    <message>
        <source>measured on %1</source>
        <translation>%1에서 측정</translation>
    </message>
    <message>
        <source>median rank</source>
        <translation>중앙값 랭크</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>메모리</translation>
    </message>
    <message>
        <source>merged</source>
        <translation>병합됨</translation>
    </message>
    <message>
        <source>middle or Shift + drag</source>
        <translation>가운데 버튼 또는 Shift + 끌기</translation>
    </message>
    <message>
        <source>mistimed</source>
        <translation>시간 측정 오류</translation>
    </message>
    <message>
        <source>mistimed: %1</source>
        <translation>시간 측정 오류: %1</translation>
    </message>
    <message>
        <source>more %1</source>
        <translation>%1 더 많음</translation>
    </message>
    <message>
        <source>more GPUs: %1</source>
        <translation>더 많은 GPU: %1</translation>
    </message>
    <message>
        <source>most at once: %1</source>
        <translation>동시에 최대: %1</translation>
    </message>
    <message>
        <source>move in time</source>
        <translation>시간 이동</translation>
    </message>
    <message>
        <source>n = %1: %2 each, %3 in whole blocks of the pool; all %4 products fit.</source>
        <translation>n = %1: 하나에 %2, 풀의 온전한 조각으로는 %3이며 곱 %4개가 모두 들어갑니다.</translation>
    </message>
    <message>
        <source>net</source>
        <translation>신경망</translation>
    </message>
    <message>
        <source>never</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>never read again and never freed: %1</source>
        <translation>다시 읽지도 해제하지도 않음: %1</translation>
    </message>
    <message>
        <source>newly pinned</source>
        <translation>새로 고정</translation>
    </message>
    <message>
        <source>no colours: an older program</source>
        <translation>무채색: 이전 프로그램의 실행</translation>
    </message>
    <message>
        <source>no device</source>
        <translation>장치 없음</translation>
    </message>
    <message>
        <source>no difference shown</source>
        <translation>차이가 보이지 않음</translation>
    </message>
    <message>
        <source>no format is chosen</source>
        <translation>고른 형식이 없음</translation>
    </message>
    <message>
        <source>no layer</source>
        <translation>층 없음</translation>
    </message>
    <message>
        <source>no longer read; a variable of the program keeps it until %1</source>
        <translation>더 읽는 것이 없음. 프로그램의 이름이 %1까지 쥐고 있음</translation>
    </message>
    <message>
        <source>no longer read; the program keeps it until its end</source>
        <translation>더 읽는 것이 없음. 프로그램이 끝까지 보관함</translation>
    </message>
    <message>
        <source>no records</source>
        <translation>기록 없음</translation>
    </message>
    <message>
        <source>no single cause</source>
        <translation>단일 원인 없음</translation>
    </message>
    <message>
        <source>no wait here</source>
        <translation>여기서는 대기 없음</translation>
    </message>
    <message>
        <source>no waits</source>
        <translation>대기 없음</translation>
    </message>
    <message>
        <source>no work of the warm-up runs when “%1” begins</source>
        <translation>“%1”이(가) 시작될 때 예열 작업이 실행되지 않음</translation>
    </message>
    <message>
        <source>not compared</source>
        <translation>비교하지 않음</translation>
    </message>
    <message>
        <source>not in this trace</source>
        <translation>이 추적에 없음</translation>
    </message>
    <message>
        <source>not issued</source>
        <translation>제출 전</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>알 수 없음</translation>
    </message>
    <message>
        <source>not loaded</source>
        <translation>불러오지 못함</translation>
    </message>
    <message>
        <source>not reached</source>
        <translation>도달하지 않음</translation>
    </message>
    <message>
        <source>not used by this workload</source>
        <translation>이 프로그램에서 쓰지 않음</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>찾은 것 없음</translation>
    </message>
    <message>
        <source>of these, computed</source>
        <translation>그중 계산됨</translation>
    </message>
    <message>
        <source>off</source>
        <translation>끔</translation>
    </message>
    <message>
        <source>off here: line %1, %2</source>
        <translation>여기서 꺼짐: %1행, %2</translation>
    </message>
    <message>
        <source>off: %1</source>
        <translation>꺼짐: %1</translation>
    </message>
    <message>
        <source>on</source>
        <translation>켬</translation>
    </message>
    <message numerus="yes">
        <source>on %n devices</source>
        <translation>
            <numerusform>장치 %n개에서</numerusform>
        </translation>
    </message>
    <message>
        <source>on CPU</source>
        <translation>CPU에서</translation>
    </message>
    <message>
        <source>on the critical path, %3 takes %1 instead of %2</source>
        <translation>임계 경로에서 %3 시간이 %2 대신 %1</translation>
    </message>
    <message>
        <source>one batch, by layer</source>
        <translation>한 배치, 층별</translation>
    </message>
    <message>
        <source>one operation</source>
        <translation>연산 하나</translation>
    </message>
    <message>
        <source>one run</source>
        <translation>한 번 실행</translation>
    </message>
    <message>
        <source>one step</source>
        <translation>한 스텝</translation>
    </message>
    <message>
        <source>one time axis</source>
        <translation>같은 시간축</translation>
    </message>
    <message>
        <source>one works</source>
        <translation>하나가 작업</translation>
    </message>
    <message>
        <source>only here: line %1, %2</source>
        <translation>여기에만: %1행, %2</translation>
    </message>
    <message>
        <source>operation %1</source>
        <translation>연산 %1</translation>
    </message>
    <message>
        <source>operations</source>
        <translation>연산</translation>
    </message>
    <message>
        <source>operations issued</source>
        <translation>제출된 연산</translation>
    </message>
    <message>
        <source>operations not loaded</source>
        <translation>연산을 불러오지 않음</translation>
    </message>
    <message>
        <source>operations run side by side for %1 instead of %2</source>
        <translation>연산이 %2 대신 %1 동안 나란히 실행됨</translation>
    </message>
    <message>
        <source>other lines wait %1 less instead</source>
        <translation>그 대신 다른 행들이 %1 덜 기다립니다</translation>
    </message>
    <message>
        <source>other lines wait %1 longer instead</source>
        <translation>그 대신 다른 행들이 %1 더 기다립니다</translation>
    </message>
    <message>
        <source>other programs used %1 of the cores</source>
        <translation>다른 프로그램이 코어의 %1를 사용</translation>
    </message>
    <message>
        <source>other rank</source>
        <translation>다른 랭크</translation>
    </message>
    <message>
        <source>other work</source>
        <translation>다른 작업</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>메모리 부족</translation>
    </message>
    <message>
        <source>outside the scope</source>
        <translation>범위 밖</translation>
    </message>
    <message>
        <source>overwrites</source>
        <translation>덮어씀</translation>
    </message>
    <message>
        <source>owner not recorded in the trace</source>
        <translation>누구의 것인지는 추적에 없음</translation>
    </message>
    <message>
        <source>page work</source>
        <translation>페이지 작업</translation>
    </message>
    <message>
        <source>pageable</source>
        <translation>페이지 가능</translation>
    </message>
    <message>
        <source>pageable, new pages</source>
        <translation>페이지 가능, 새 페이지</translation>
    </message>
    <message>
        <source>pages</source>
        <translation>메모리 페이지</translation>
    </message>
    <message>
        <source>pages of the host</source>
        <translation>호스트 페이지</translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation>최대 %1</translation>
    </message>
    <message>
        <source>peak %1 of %2</source>
        <translation>최대 %1 / %2</translation>
    </message>
    <message>
        <source>peak in view %1</source>
        <translation>보이는 구간 최대 %1</translation>
    </message>
    <message>
        <source>peer copy stream</source>
        <translation>피어 복사 스트림</translation>
    </message>
    <message>
        <source>per batch</source>
        <translation>배치당</translation>
    </message>
    <message>
        <source>per epoch</source>
        <translation>에포크당</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>고정</translation>
    </message>
    <message>
        <source>pins pages</source>
        <translation>페이지 고정</translation>
    </message>
    <message>
        <source>pool</source>
        <translation>풀링</translation>
    </message>
    <message>
        <source>posted</source>
        <translation>제출</translation>
    </message>
    <message>
        <source>posted: it submits the collective</source>
        <translation>제출: 집합 통신을 제출함</translation>
    </message>
    <message>
        <source>predicted peak</source>
        <translation>예측 최대</translation>
    </message>
    <message>
        <source>predicted; held-out error %1</source>
        <translation>예측, 따로 둔 오차 %1</translation>
    </message>
    <message>
        <source>predicting…</source>
        <translation>예측 중…</translation>
    </message>
    <message>
        <source>products</source>
        <translation>행렬곱</translation>
    </message>
    <message>
        <source>products = %1, just under the line.</source>
        <translation>products = %1, 한계선 바로 아래.</translation>
    </message>
    <message>
        <source>program</source>
        <translation>프로그램</translation>
    </message>
    <message>
        <source>program issues, pages</source>
        <translation>프로그램 제출, 페이지</translation>
    </message>
    <message>
        <source>program waits</source>
        <translation>프로그램 대기</translation>
    </message>
    <message>
        <source>px</source>
        <translation>px</translation>
    </message>
    <message>
        <source>queued</source>
        <translation>대기 중</translation>
    </message>
    <message>
        <source>raised in</source>
        <translation>발생한 곳</translation>
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
        <translation>랭크 %1 → %2</translation>
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
        <translation>rank %1, 같음</translation>
    </message>
    <message>
        <source>ranks wait %1 for late ranks instead of %2</source>
        <translation>rank들이 늦은 rank를 기다리는 시간이 %2 대신 %1</translation>
    </message>
    <message>
        <source>readable in grayscale: patterns differ</source>
        <translation>회색조에서 읽힘: 무늬가 다름</translation>
    </message>
    <message>
        <source>reads what was written</source>
        <translation>쓴 것을 읽음</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>준비</translation>
    </message>
    <message>
        <source>reduce</source>
        <translation>리듀스</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>거부됨</translation>
    </message>
    <message>
        <source>refused: %1 more</source>
        <translation>거부됨: %1 더 필요</translation>
    </message>
    <message>
        <source>remove a note</source>
        <translation>메모 제거</translation>
    </message>
    <message>
        <source>requested: %1 in one block</source>
        <translation>요청: 한 덩어리로 %1</translation>
    </message>
    <message>
        <source>reserved %1</source>
        <translation>%1 예약됨</translation>
    </message>
    <message>
        <source>reserved %1 of %2</source>
        <translation>%2 중 %1 예약됨</translation>
    </message>
    <message>
        <source>reserved when issued</source>
        <translation>제출 시 예약</translation>
    </message>
    <message>
        <source>reserved when issued, not computed yet</source>
        <translation>제출 시 예약됨, 아직 계산되지 않음</translation>
    </message>
    <message>
        <source>result</source>
        <translation>결과</translation>
    </message>
    <message>
        <source>result %1</source>
        <translation>결과 %1</translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>실행 %1</translation>
    </message>
    <message>
        <source>running</source>
        <translation>실행 중</translation>
    </message>
    <message>
        <source>runs %1</source>
        <translation>%1 실행</translation>
    </message>
    <message>
        <source>saved %1</source>
        <translation>%1 절약</translation>
    </message>
    <message>
        <source>saved for backward</source>
        <translation>역전파를 위해 저장</translation>
    </message>
    <message>
        <source>scalar</source>
        <translation>스칼라</translation>
    </message>
    <message>
        <source>scatter</source>
        <translation>나누기</translation>
    </message>
    <message>
        <source>scroll lanes, move in time</source>
        <translation>레인 스크롤, 시간 이동</translation>
    </message>
    <message>
        <source>seconds per epoch</source>
        <translation>에포크당 초</translation>
    </message>
    <message>
        <source>set %1</source>
        <translation>%1 설정</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>시뮬레이션</translation>
    </message>
    <message>
        <source>simulated in %1</source>
        <translation>%1 만에 시뮬레이션</translation>
    </message>
    <message>
        <source>size</source>
        <translation>크기</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>건너뜀</translation>
    </message>
    <message>
        <source>slower copies</source>
        <translation>복사 느림</translation>
    </message>
    <message>
        <source>smallest label %1 pt</source>
        <translation>가장 작은 글자 %1 pt</translation>
    </message>
    <message>
        <source>smallest label %1 pt on a slide 13.33 in wide</source>
        <translation>너비 13.33인치 슬라이드에서 가장 작은 글자 %1 pt</translation>
    </message>
    <message>
        <source>speed</source>
        <translation>속도</translation>
    </message>
    <message>
        <source>speed-up %1</source>
        <translation>속도 향상 %1</translation>
    </message>
    <message>
        <source>started at once</source>
        <translation>바로 시작</translation>
    </message>
    <message>
        <source>stem</source>
        <translation>시작 부분</translation>
    </message>
    <message>
        <source>step</source>
        <translation>스텝</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>스텝 %1</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>스텝 %1/%2</translation>
    </message>
    <message>
        <source>step %1 of %2: the first %3</source>
        <translation>%2단계 중 %1단계: 처음 %3</translation>
    </message>
    <message>
        <source>step %1: %2 lost to rank %3</source>
        <translation>스텝 %1: rank %3 때문에 %2 손실</translation>
    </message>
    <message>
        <source>still draining</source>
        <translation>아직 처리 중</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>중지됨</translation>
    </message>
    <message>
        <source>stopped at %1</source>
        <translation>%1에 멈춤</translation>
    </message>
    <message>
        <source>stopped early</source>
        <translation>일찍 멈춤</translation>
    </message>
    <message>
        <source>stream</source>
        <translation>스트림</translation>
    </message>
    <message>
        <source>streams: %1</source>
        <translation>스트림: %1</translation>
    </message>
    <message>
        <source>syntax</source>
        <translation>구문</translation>
    </message>
    <message>
        <source>test accuracy</source>
        <translation>테스트 정확도</translation>
    </message>
    <message>
        <source>test accuracy %1</source>
        <translation>테스트 정확도 %1</translation>
    </message>
    <message>
        <source>text stays text</source>
        <translation>글자는 글자로 남음</translation>
    </message>
    <message>
        <source>the CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>the backward pass needs it: %1 reads it</source>
        <translation>그래디언트에 필요함: %1이(가) 역전파에서 읽음</translation>
    </message>
    <message>
        <source>the clock now stops when the work is done</source>
        <translation>이제 작업이 끝날 때 시계가 멈춥니다</translation>
    </message>
    <message>
        <source>the clock stops before the work is done, which takes %1</source>
        <translation>시계가 작업이 끝나기 전에 멈추며, 작업에는 %1이(가) 걸립니다</translation>
    </message>
    <message>
        <source>the clock stops later, but before the work is done</source>
        <translation>시계가 더 늦게, 그러나 작업이 끝나기 전에 멈춥니다</translation>
    </message>
    <message>
        <source>the copy engine</source>
        <translation>복사 엔진</translation>
    </message>
    <message>
        <source>the copy engine towards the CPU was busy with %1 until %2.</source>
        <translation>CPU 쪽 복사 엔진이 %2까지 %1(으)로 바빴습니다.</translation>
    </message>
    <message>
        <source>the copy engine was busy with %1 until %2.</source>
        <translation>복사 엔진이 %2까지 %1(으)로 바빴습니다.</translation>
    </message>
    <message>
        <source>the copy of %1</source>
        <translation>%1의 복사</translation>
    </message>
    <message>
        <source>the engine's worker for %1 was busy with %2 until %3.</source>
        <translation>엔진의 %1 워커가 %3까지 %2(으)로 바빴습니다.</translation>
    </message>
    <message>
        <source>the first %1 of “%2”, magnified</source>
        <translation>“%2”의 처음 %1, 확대</translation>
    </message>
    <message>
        <source>the line still takes %1</source>
        <translation>그 행은 여전히 %1 걸립니다</translation>
    </message>
    <message>
        <source>the line took %1 before, too</source>
        <translation>그 행은 전에도 %1 걸렸습니다</translation>
    </message>
    <message>
        <source>the listing cannot be read</source>
        <translation>코드를 읽을 수 없음</translation>
    </message>
    <message>
        <source>the model of this computer</source>
        <translation>이 컴퓨터의 모델</translation>
    </message>
    <message>
        <source>the number of mistimed blocks is %1 instead of %2</source>
        <translation>시간이 잘못 측정된 블록이 %2개 대신 %1개임</translation>
    </message>
    <message>
        <source>the number of operations is %1 instead of %2</source>
        <translation>%2개 대신 %1개의 연산이 제출됨</translation>
    </message>
    <message>
        <source>the operations compute %1 the FLOP</source>
        <translation>연산의 FLOP이 %1가 됩니다</translation>
    </message>
    <message>
        <source>the operations compute 1/%1 of the FLOP</source>
        <translation>연산들이 FLOP의 1/%1만 계산합니다</translation>
    </message>
    <message>
        <source>the other run goes on</source>
        <translation>다른 실행은 계속됨</translation>
    </message>
    <message>
        <source>the others have arrived</source>
        <translation>다른 랭크는 도착함</translation>
    </message>
    <message>
        <source>the pool holds %1, %2 idle</source>
        <translation>풀에 %1, 그중 %2 유휴</translation>
    </message>
    <message>
        <source>the program</source>
        <translation>프로그램</translation>
    </message>
    <message>
        <source>the program does not wait there</source>
        <translation>프로그램이 그곳에서 기다리지 않음</translation>
    </message>
    <message>
        <source>the program issues</source>
        <translation>프로그램이 제출함</translation>
    </message>
    <message>
        <source>the program waits</source>
        <translation>프로그램이 기다림</translation>
    </message>
    <message>
        <source>the program waits %1</source>
        <translation>프로그램 대기 %1</translation>
    </message>
    <message>
        <source>the program waits %1 instead of %2</source>
        <translation>프로그램이 %2 대신 %1 동안 기다림</translation>
    </message>
    <message>
        <source>the program waits %2 less, but works %1 longer on pages of host memory</source>
        <translation>프로그램이 %2 덜 기다리지만 호스트 메모리의 페이지 작업을 %1 더 함</translation>
    </message>
    <message>
        <source>the program waits only %1 there</source>
        <translation>프로그램이 그곳에서 %1만 기다림</translation>
    </message>
    <message>
        <source>the program works %1 less on pages of host memory, but waits %2 longer</source>
        <translation>프로그램이 호스트 메모리의 페이지 작업을 %1 덜 하지만 %2 더 기다림</translation>
    </message>
    <message>
        <source>the program works %1 on pages of host memory instead of %2</source>
        <translation>프로그램이 호스트 메모리의 페이지 작업을 %2 대신 %1 동안 함</translation>
    </message>
    <message>
        <source>the program's results</source>
        <translation>프로그램의 결과</translation>
    </message>
    <message>
        <source>the program's thread</source>
        <translation>프로그램의 스레드</translation>
    </message>
    <message>
        <source>the program's thread · line %1 of the listing</source>
        <translation>프로그램의 스레드 · 코드 %1행</translation>
    </message>
    <message>
        <source>the run before</source>
        <translation>이전 실행</translation>
    </message>
    <message>
        <source>the run hardly changes</source>
        <translation>실행이 거의 바뀌지 않음</translation>
    </message>
    <message>
        <source>the stream</source>
        <translation>스트림</translation>
    </message>
    <message>
        <source>the stream was busy with %1 until %2.</source>
        <translation>스트림이 %2까지 %1(으)로 바빴습니다.</translation>
    </message>
    <message>
        <source>the time of “%1” contains no work from before it now</source>
        <translation>이제 “%1”의 시간에는 그 전의 작업이 들어 있지 않습니다</translation>
    </message>
    <message>
        <source>the time of “%1” contains work from before it</source>
        <translation>“%1”의 시간에 그 전의 작업이 들어 있습니다</translation>
    </message>
    <message>
        <source>this computer</source>
        <translation>이 컴퓨터</translation>
    </message>
    <message>
        <source>this rank arrives last; the transfer starts</source>
        <translation>이 랭크가 마지막에 도착하고 전송이 시작됨</translation>
    </message>
    <message>
        <source>this shows the previous run</source>
        <translation>그림은 이전 실행의 것입니다</translation>
    </message>
    <message>
        <source>time</source>
        <translation>시간</translation>
    </message>
    <message>
        <source>time of N rounds, ms</source>
        <translation>N 라운드의 시간, ms</translation>
    </message>
    <message>
        <source>timed block</source>
        <translation>시간 블록</translation>
    </message>
    <message>
        <source>timed block · line %1 of the listing</source>
        <translation>시간 블록 · 코드 %1행</translation>
    </message>
    <message>
        <source>times only</source>
        <translation>시간만</translation>
    </message>
    <message>
        <source>times only: no values were computed</source>
        <translation>시간만: 값은 계산하지 않음</translation>
    </message>
    <message>
        <source>to peer</source>
        <translation>피어 복사</translation>
    </message>
    <message>
        <source>too few runs</source>
        <translation>실행 횟수가 너무 적음</translation>
    </message>
    <message>
        <source>total</source>
        <translation>합계</translation>
    </message>
    <message>
        <source>training loss</source>
        <translation>훈련 손실</translation>
    </message>
    <message>
        <source>training loss %1</source>
        <translation>훈련 손실 %1</translation>
    </message>
    <message>
        <source>training time</source>
        <translation>훈련 시간</translation>
    </message>
    <message>
        <source>transfers</source>
        <translation>전송</translation>
    </message>
    <message>
        <source>two or more for %1</source>
        <translation>%1 동안 둘 이상</translation>
    </message>
    <message>
        <source>two or more work</source>
        <translation>둘 이상이 작업</translation>
    </message>
    <message>
        <source>t₁  issue a round</source>
        <translation>t₁  한 라운드 제출</translation>
    </message>
    <message>
        <source>t₁ + (N − 1) max(t₁, t₂) + t₂ + t₃</source>
        <translation>t₁ + (N − 1) max(t₁, t₂) + t₂ + t₃</translation>
    </message>
    <message>
        <source>t₂  compute it</source>
        <translation>t₂  계산</translation>
    </message>
    <message>
        <source>t₂ = t₁</source>
        <translation>t₂ = t₁</translation>
    </message>
    <message>
        <source>t₂ now</source>
        <translation>지금의 t₂</translation>
    </message>
    <message>
        <source>t₂ now, about t₁</source>
        <translation>지금의 t₂, 약 t₁</translation>
    </message>
    <message>
        <source>t₃  notice its end</source>
        <translation>t₃  끝남을 알아챔</translation>
    </message>
    <message>
        <source>unmaps pages</source>
        <translation>페이지 매핑 해제</translation>
    </message>
    <message>
        <source>update</source>
        <translation>갱신</translation>
    </message>
    <message>
        <source>used by others</source>
        <translation>다른 프로그램 사용</translation>
    </message>
    <message>
        <source>wait</source>
        <translation>대기</translation>
    </message>
    <message>
        <source>wait returns</source>
        <translation>대기 끝</translation>
    </message>
    <message>
        <source>waited for %1</source>
        <translation>%1 대기함</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>대기</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>대기</translation>
    </message>
    <message>
        <source>waits %1</source>
        <translation>%1 대기</translation>
    </message>
    <message>
        <source>waits %1 times · %2</source>
        <translation>%1회 대기 · %2</translation>
    </message>
    <message>
        <source>waits every round</source>
        <translation>라운드마다 대기</translation>
    </message>
    <message>
        <source>waits for %1</source>
        <translation>%1 대기</translation>
    </message>
    <message>
        <source>waits for %1 %2</source>
        <translation>%1 기다림 %2</translation>
    </message>
    <message>
        <source>waits for all</source>
        <translation>모두 기다림</translation>
    </message>
    <message>
        <source>waits for an event</source>
        <translation>이벤트를 기다림</translation>
    </message>
    <message>
        <source>waits for another rank</source>
        <translation>다른 랭크를 기다림</translation>
    </message>
    <message>
        <source>waits for rank %1</source>
        <translation>랭크 %1 대기</translation>
    </message>
    <message>
        <source>waits for rank %1 · %2</source>
        <translation>랭크 %1 대기 · %2</translation>
    </message>
    <message>
        <source>waits once</source>
        <translation>한 번만 대기</translation>
    </message>
    <message>
        <source>warm-up</source>
        <translation>준비 실행</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>가중치</translation>
    </message>
    <message>
        <source>wheel, Shift + wheel</source>
        <translation>휠, Shift + 휠</translation>
    </message>
    <message>
        <source>when its operation runs</source>
        <translation>연산이 실행될 때</translation>
    </message>
    <message>
        <source>when its statement is issued</source>
        <translation>문장이 제출될 때</translation>
    </message>
    <message>
        <source>whole program</source>
        <translation>전체 프로그램</translation>
    </message>
    <message>
        <source>whole run</source>
        <translation>전체 실행</translation>
    </message>
    <message>
        <source>with the wait on line %1</source>
        <translation>%1행의 대기 있음</translation>
    </message>
    <message>
        <source>with the waits on lines %1</source>
        <translation>%1행의 대기 있음</translation>
    </message>
    <message>
        <source>without Python's own time</source>
        <translation>Python 자체의 시간 제외</translation>
    </message>
    <message>
        <source>without a line</source>
        <translation>행 없음</translation>
    </message>
    <message>
        <source>without the wait on line %1</source>
        <translation>%1행의 대기 없음</translation>
    </message>
    <message>
        <source>without the waits on lines %1</source>
        <translation>%1행의 대기 없음</translation>
    </message>
    <message>
        <source>work %1</source>
        <translation>작업 %1</translation>
    </message>
    <message>
        <source>work left at the end</source>
        <translation>끝에 남은 작업 있음</translation>
    </message>
    <message>
        <source>worker</source>
        <translation>워커</translation>
    </message>
    <message>
        <source>worker %1</source>
        <translation>워커 %1</translation>
    </message>
    <message>
        <source>your guess</source>
        <translation>예상</translation>
    </message>
    <message>
        <source>zoom at the pointer</source>
        <translation>포인터 위치에서 확대/축소</translation>
    </message>
    <message>
        <source>zoom to it; on an empty area, the whole run</source>
        <translation>해당 위치로 확대; 빈 곳에서는 전체 실행</translation>
    </message>
    <message>
        <source>±%1 against node 0</source>
        <translation>노드 0 대비 ±%1</translation>
    </message>
    <message>
        <source>±%1: contradicts other clocks</source>
        <translation>±%1: 다른 시계와 모순</translation>
    </message>
    <message>
        <source>“%1” comes from the file %2. It has not run.</source>
        <translation>“%1”은(는) 파일 %2에서 왔습니다. 아직 아무것도 실행하지 않았습니다.</translation>
    </message>
    <message>
        <source>“Back to the program” opens a program, which Run would run.</source>
        <translation>“프로그램으로 돌아가기”를 누르면 프로그램이 열리고, 그러면 실행 단추가 그것을 실행합니다.</translation>
    </message>
    <message>
        <source>“Back to the program” returns to %1, which Run would run.</source>
        <translation>“프로그램으로 돌아가기”를 누르면 %1(으)로 돌아가고, 그러면 실행 단추가 그것을 실행합니다.</translation>
    </message>
    <message>
        <source>“Measured” note</source>
        <translation>“측정” 설명</translation>
    </message>
    <message>
        <source>“Recorded” note</source>
        <translation>“기록” 표시</translation>
    </message>
    <message>
        <source>“Simulated” note</source>
        <translation>“시뮬레이션” 설명</translation>
    </message>
    <message numerus="yes">
        <source>… %Ln texts are left out here …</source>
        <translation>
            <numerusform>… 여기서 텍스트 %Ln개를 생략함 …</numerusform>
        </translation>
    </message>
    <message>
        <source>… ended in batch %1 of %2</source>
        <translation>… 배치 %1/%2에서 끝남</translation>
    </message>
    <message>
        <source>… see Memory Management and PYTORCH_CUDA_ALLOC_CONF</source>
        <translation>… Memory Management와 PYTORCH_CUDA_ALLOC_CONF 참조</translation>
    </message>
</context>
<context>
    <name>machine a100-4</name>
    <message>
        <source>4× A100 (NVLink)</source>
        <translation>4× A100 (NVLink)</translation>
    </message>
    <message>
        <source>server, 2 × 32 cores</source>
        <translation>서버, 2 × 32코어</translation>
    </message>
</context>
<context>
    <name>machine book-v100</name>
    <message>
        <source>2× V100 (the book’s machine)</source>
        <translation>2× V100 (책의 머신)</translation>
    </message>
    <message>
        <source>server of the book’s V100s (not named)</source>
        <translation>책의 V100 서버 (이름 없음)</translation>
    </message>
</context>
<context>
    <name>machine card-4gb</name>
    <message>
        <source>1× 4 GB laptop GPU</source>
        <translation>4 GB 노트북 GPU 1개</translation>
    </message>
    <message>
        <source>4 GB laptop GPU</source>
        <translation>4 GB 노트북 GPU</translation>
    </message>
    <message>
        <source>laptop CPU, 6 cores</source>
        <translation>노트북 CPU, 6코어</translation>
    </message>
</context>
<context>
    <name>machine h100-8</name>
    <message>
        <source>8× H100 (NVSwitch)</source>
        <translation>8× H100 (NVSwitch)</translation>
    </message>
    <message>
        <source>server, 2 × 56 cores</source>
        <translation>서버, 2 × 56코어</translation>
    </message>
</context>
<context>
    <name>machine laptop-2019</name>
    <message>
        <source>Laptop CPU (2019)</source>
        <translation>노트북 CPU (2019)</translation>
    </message>
    <message>
        <source>laptop CPU, 4 cores</source>
        <translation>노트북 CPU, 4코어</translation>
    </message>
</context>
<context>
    <name>machine m60-2019</name>
    <message>
        <source>2× Tesla M60 (2019)</source>
        <translation>2× Tesla M60 (2019)</translation>
    </message>
    <message>
        <source>Tesla M60 · 8 GB</source>
        <translation>Tesla M60 · 8 GB</translation>
    </message>
    <message>
        <source>server with 2× Tesla M60</source>
        <translation>2× Tesla M60 서버</translation>
    </message>
</context>
<context>
    <name>machine nvlink-8</name>
    <message>
        <source>8× V100 in a ring of NVLinks (the book’s sketch)</source>
        <translation>8× V100, NVLink 링 (책의 그림)</translation>
    </message>
    <message>
        <source>GPU of the book’s sketch</source>
        <translation>책 그림의 GPU</translation>
    </message>
    <message>
        <source>server of the book’s sketch</source>
        <translation>책 그림의 서버</translation>
    </message>
</context>
<context>
    <name>machine pcie-8</name>
    <message>
        <source>8× GPU on PCIe (the book’s sketch)</source>
        <translation>8× PCIe GPU (책의 그림)</translation>
    </message>
    <message>
        <source>GPU of the book’s sketch</source>
        <translation>책 그림의 GPU</translation>
    </message>
    <message>
        <source>server of the book’s sketch</source>
        <translation>책 그림의 서버</translation>
    </message>
</context>
<context>
    <name>machine v100-ethernet</name>
    <message>
        <source>V100 per computer, 10 Gbit/s Ethernet</source>
        <translation>컴퓨터당 V100 하나, 10 Gbit/s 이더넷</translation>
    </message>
    <message>
        <source>server of the book’s V100s (not named)</source>
        <translation>책의 V100 서버 (이름 없음)</translation>
    </message>
</context>
<context>
    <name>messages</name>
    <message>
        <source>"begin" and "end" must both be given, the end after the begin</source>
        <comment>lesson.range</comment>
        <translation>"begin"과 "end"를 모두 주어야 하며 끝이 시작보다 뒤여야 합니다</translation>
    </message>
    <message>
        <source>"{0}" belongs to another user, who could not read it after this. Save under another name.</source>
        <comment>io.other-owner</comment>
        <translation>"{0}"은(는) 다른 사용자의 파일이며, 저장하면 그 사용자가 읽을 수 없게 됩니다. 다른 이름으로 저장하세요.</translation>
    </message>
    <message>
        <source>"{0}" cannot be opened: {1}</source>
        <comment>trace.not-opened</comment>
        <translation>"{0}"을(를) 열 수 없습니다: {1}</translation>
    </message>
    <message>
        <source>"{0}" cannot be read: not enough memory.</source>
        <comment>io.no-memory-to-read</comment>
        <translation>"{0}"을(를) 읽을 수 없습니다: 메모리가 부족합니다.</translation>
    </message>
    <message>
        <source>"{0}" cannot be read: {1}.</source>
        <comment>io.not-read</comment>
        <translation>"{0}"을(를) 읽을 수 없습니다: {1}.</translation>
    </message>
    <message>
        <source>"{0}" cannot be written: it is a pipe or socket without a reader. Save to a file.</source>
        <comment>io.pipe-without-reader</comment>
        <translation>"{0}"에 쓸 수 없습니다: 읽는 쪽이 없는 파이프나 소켓입니다. 파일로 저장하세요.</translation>
    </message>
    <message>
        <source>"{0}" cannot be written: it is a symbolic link that leads back to itself. Save under another name, or remove the link.</source>
        <comment>io.link-circle</comment>
        <translation>"{0}"에 쓸 수 없습니다: 자기 자신을 가리키는 심볼릭 링크입니다. 다른 이름으로 저장하거나 링크를 지우세요.</translation>
    </message>
    <message>
        <source>"{0}" cannot be written: not enough memory.</source>
        <comment>io.no-memory-to-write</comment>
        <translation>"{0}"에 쓸 수 없습니다: 메모리가 부족합니다.</translation>
    </message>
    <message>
        <source>"{0}" cannot be written: the file is read-only. Save under another name, or make the file writable.</source>
        <comment>io.read-only</comment>
        <translation>"{0}"에 쓸 수 없습니다: 읽기 전용 파일입니다. 다른 이름으로 저장하거나 쓰기를 허용하세요.</translation>
    </message>
    <message>
        <source>"{0}" cannot be written: {1}.</source>
        <comment>io.not-written</comment>
        <translation>"{0}"에 쓸 수 없습니다: {1}.</translation>
    </message>
    <message>
        <source>"{0}" cannot be written: {1}. Choose another place.</source>
        <comment>io.not-written-elsewhere</comment>
        <translation>"{0}"에 쓸 수 없습니다: {1}. 다른 위치를 고르세요.</translation>
    </message>
    <message>
        <source>"{0}" cannot be written: {1}. The previous file is unchanged. Choose another place or free some space, and save again.</source>
        <comment>io.not-written-unchanged</comment>
        <translation>"{0}"에 쓸 수 없습니다: {1}. 이전 내용은 그대로입니다. 다른 위치를 고르거나 공간을 확보한 뒤 다시 저장하세요.</translation>
    </message>
    <message>
        <source>"{0}" has the language "{1}"; known are en, zh, ko</source>
        <comment>lesson.unknown-language</comment>
        <translation>"{0}"의 언어는 "{1}"입니다. 있는 것: en, zh, ko</translation>
    </message>
    <message>
        <source>"{0}" is not known here; known are {1}</source>
        <comment>lesson.unknown-name</comment>
        <translation>"{0}"은(는) 여기에 없는 이름입니다. 있는 것: {1}</translation>
    </message>
    <message>
        <source>"{0}" is not the name of a figure. Choose a name that ends in .svg, .pdf or .png.</source>
        <comment>figure.format</comment>
        <translation>"{0}"은(는) 그림 이름이 아닙니다. .svg, .pdf 또는 .png로 끝나는 이름을 고르세요.</translation>
    </message>
    <message>
        <source>"{0}" must be {1}</source>
        <comment>lesson.must-be</comment>
        <translation>"{0}" 값은 {1}이어야 합니다</translation>
    </message>
    <message>
        <source>A CPU can have 1 to 64 engine workers, not {0}.</source>
        <comment>run.cpu-workers</comment>
        <translation>CPU의 엔진 워커는 1개에서 64개까지이며 {0}개일 수 없습니다.</translation>
    </message>
    <message>
        <source>A factor of a changed machine must be above 0.</source>
        <comment>machine.factor</comment>
        <translation>바꾼 머신의 배수는 0보다 커야 합니다.</translation>
    </message>
    <message>
        <source>A fit needs {0} different sizes, not {1}. Measure more sizes.</source>
        <comment>calibrate.too-few-sizes</comment>
        <translation>적합에는 서로 다른 크기 {0}개가 필요한데 {1}개뿐입니다. 더 많은 크기를 재세요.</translation>
    </message>
    <message>
        <source>A time that is not above zero was measured: the clock of this platform is too coarse for so little work. Measure larger work.</source>
        <comment>calibrate.no-clock</comment>
        <translation>0보다 크지 않은 시간이 측정되었습니다. 이렇게 적은 작업에는 이 플랫폼의 시계가 너무 거칩니다. 더 큰 작업을 재세요.</translation>
    </message>
    <message>
        <source>An animated flip shows two runs, but there is only one. Keep a run as "before" first, or name the lines to flip.</source>
        <comment>figure.one-run</comment>
        <translation>전환 애니메이션에는 실행이 둘 필요하지만 하나뿐입니다. 먼저 실행을 "이전"으로 보관하거나 전환할 행을 지정하세요.</translation>
    </message>
    <message>
        <source>An image of {0} × {1} pixels is too large. Choose a smaller size, or SVG or PDF, which have no pixels.</source>
        <comment>figure.too-large</comment>
        <translation>{0} × {1} 픽셀의 그림은 너무 큽니다. 더 작은 크기나 픽셀이 없는 SVG 또는 PDF를 고르세요.</translation>
    </message>
    <message>
        <source>Another trace follows in the file. It is not shown.</source>
        <comment>trace.note.another-behind</comment>
        <translation>파일 뒤쪽에 다른 추적이 더 있으며 보여 주지 않습니다.</translation>
    </message>
    <message>
        <source>CUDA could not {0}: {1}.</source>
        <comment>run.cuda-failed</comment>
        <translation>CUDA 작업 "{0}" 실패: {1}.</translation>
    </message>
    <message>
        <source>CUDA graphs that were made: {0}, in {2} ms; their nodes: {1}.</source>
        <comment>gpu.note-graphs</comment>
        <translation>노드 {1}개의 CUDA 그래프 {0}개를 {2} ms에 만들었습니다.</translation>
    </message>
    <message>
        <source>CUDA {0} (driver {1} or newer)</source>
        <comment>gpu.driver-for</comment>
        <translation>CUDA {0}(드라이버 {1} 이상)</translation>
    </message>
    <message>
        <source>Cleaning up after the run failed: {0}.</source>
        <comment>run.note.not-cleaned</comment>
        <translation>실행 후 정리에 실패했습니다: {0}.</translation>
    </message>
    <message>
        <source>Collectives on {0} were ended before they were complete: {1}</source>
        <comment>run.gpu-interrupted</comment>
        <translation>{0}의 집합 통신이 완료되기 전에 종료되었습니다: {1}</translation>
    </message>
    <message>
        <source>Events that are left out, because the file has more events or tracks than can be shown: {0}.</source>
        <comment>trace.note.events-bound</comment>
        <translation>이벤트 {0}개를 뺐습니다: 파일에 보여 줄 수 있는 것보다 많은 이벤트나 트랙이 있습니다.</translation>
    </message>
    <message>
        <source>Events that are left out, because their length is negative: {0}.</source>
        <comment>trace.note.events-backwards</comment>
        <translation>길이가 음수인 이벤트 {0}개를 뺐습니다.</translation>
    </message>
    <message>
        <source>Events that are left out, because their time is not a number: {0}.</source>
        <comment>trace.note.events-timeless</comment>
        <translation>시간이 수가 아닌 이벤트 {0}개를 뺐습니다.</translation>
    </message>
    <message>
        <source>From step {0} on, "{1}" is not a number (NaN). A learning rate that is too large or not a number causes this. Check the values that the first such step reads.</source>
        <comment>run.not-a-number</comment>
        <translation>{0}단계부터 "{1}"이(가) 수가 아닙니다(NaN). 학습률이 너무 크거나 그 자체가 수가 아닐 때 이렇게 됩니다. 처음 그렇게 된 단계가 읽는 값을 보세요.</translation>
    </message>
    <message>
        <source>GPU 0 and GPU 1 are two sets of streams on one {0} and share its speed.</source>
        <comment>gpu.shared</comment>
        <translation>GPU 0과 GPU 1은 하나의 {0}에 있는 두 스트림 집합이며 그 속도를 나누어 씁니다.</translation>
    </message>
    <message>
        <source>GPU {0} and GPU {1} have no direct link: copies between them go through host memory.</source>
        <comment>calibrate.no-peer-link</comment>
        <translation>GPU {0}과(와) GPU {1} 사이에 직접 링크가 없습니다. 둘 사이의 복사는 호스트 메모리를 거칩니다.</translation>
    </message>
    <message>
        <source>Invalid records that were left out: {0}.</source>
        <comment>trace.note.records-dropped</comment>
        <translation>잘못된 기록 {0}개를 뺐습니다.</translation>
    </message>
    <message>
        <source>It needs a number that was not measured: {0}.</source>
        <comment>calibrate.needs</comment>
        <translation>측정되지 않은 값이 필요합니다: {0}.</translation>
    </message>
    <message>
        <source>It takes too long on this platform.</source>
        <comment>calibrate.too-slow</comment>
        <translation>이 플랫폼에서는 너무 오래 걸립니다.</translation>
    </message>
    <message>
        <source>Kernels in two streams never overlapped partly.</source>
        <comment>calibrate.never-side-by-side</comment>
        <translation>두 스트림의 커널이 부분적으로 겹친 적이 없습니다.</translation>
    </message>
    <message>
        <source>Line {0} decides by a value that was not computed, so this run may take another branch than one with computed values.</source>
        <comment>run.branch-on-nan</comment>
        <translation>{0}행은 계산되지 않은 값으로 판단하므로, 이 실행은 값을 계산할 때와 다른 분기를 탈 수 있습니다.</translation>
    </message>
    <message>
        <source>Line {0} of the listing ({1}) is not Python: {2}.</source>
        <comment>program.syntax-in-cell</comment>
        <translation>코드 {0}행({1})은 Python이 아닙니다: {2}.</translation>
    </message>
    <message>
        <source>Line {0} of the listing is not Python: {1}.</source>
        <comment>program.syntax</comment>
        <translation>코드 {0}행은 Python이 아닙니다: {1}.</translation>
    </message>
    <message>
        <source>More ranks ({0}) than cores ({1}) run on this computer: they take turns, so all times are longer than with a core for each rank.</source>
        <comment>run.note.shared-cores</comment>
        <translation>이 컴퓨터에서 코어({1}개)보다 많은 랭크({0}개)가 실행됩니다. 번갈아 실행되므로 모든 시간이 랭크마다 코어가 있을 때보다 깁니다.</translation>
    </message>
    <message>
        <source>Most of the lost time, {1}, is spent waiting for rank {0}</source>
        <comment>ranks.late.rarely</comment>
        <translation>잃은 시간의 대부분({1})은 랭크 {0}을(를) 기다린 시간입니다</translation>
    </message>
    <message>
        <source>NCCL is not available for this sum: it needs its library and several NVIDIA GPUs of this computer, one tensor on each. Choose the ring, or naive.</source>
        <comment>run.no-nccl</comment>
        <translation>이 합에는 NCCL을 쓸 수 없습니다. NCCL 라이브러리와 이 컴퓨터의 NVIDIA GPU 여러 개, GPU마다 텐서 하나가 필요합니다. ring이나 naive를 고르세요.</translation>
    </message>
    <message>
        <source>NCCL is not installed for rank {0}.</source>
        <comment>run.note.no-library</comment>
        <translation>랭크 {0}에 NCCL이 설치되어 있지 않습니다.</translation>
    </message>
    <message>
        <source>NCCL is used for collectives only, not for transfers between two ranks.</source>
        <comment>run.note.transfer</comment>
        <translation>NCCL은 집합 통신에만 쓰이며, 두 랭크 사이의 전송에는 쓰이지 않습니다.</translation>
    </message>
    <message>
        <source>Names late in the file are left out: together they are too long.</source>
        <comment>trace.note.names-bound</comment>
        <translation>파일 뒤쪽의 이름을 뺐습니다: 모두 합치면 너무 깁니다.</translation>
    </message>
    <message>
        <source>No GPU can be shared here. {0}</source>
        <comment>machine.no-shared-gpu</comment>
        <translation>여기에는 공유할 수 있는 GPU가 없습니다. {0}</translation>
    </message>
    <message>
        <source>Nothing makes this line wait for the other stream that writes or still reads its data. The virtual machine waits; a GPU would not. Call wait_stream() or use an event.</source>
        <comment>run.stream-unsynchronized</comment>
        <translation>이 행이 필요로 하는 것을 만들거나 아직 읽고 있는 다른 스트림을 기다리게 하는 것이 없습니다. 가상 머신은 기다리지만 GPU는 기다리지 않습니다. wait_stream()이나 이벤트로 밝히세요.</translation>
    </message>
    <message>
        <source>OVERLAP_RUN_MEMORY is "{0}", which is not a number of mebibytes: the records of this run may use {1}, as without it. For 8 GiB set it to 8192.</source>
        <comment>run.memory-variable</comment>
        <translation>OVERLAP_RUN_MEMORY 값 "{0}"은(는) 메비바이트 수가 아닙니다. 이 실행의 기록은 설정하지 않았을 때와 같이 {1}까지 쓸 수 있습니다. 8 GiB로 하려면 8192로 설정하세요.</translation>
    </message>
    <message>
        <source>Open MPI starts nothing as root unless OMPI_ALLOW_RUN_AS_ROOT=1 and OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 are set. Run as another user, or set both.</source>
        <comment>ranks.mpi.root</comment>
        <translation>OMPI_ALLOW_RUN_AS_ROOT=1과 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1을 설정하지 않으면 Open MPI는 root로 아무것도 시작하지 않습니다. 다른 사용자로 실행하거나 둘 다 설정하세요.</translation>
    </message>
    <message>
        <source>Opening "{0}" was stopped.</source>
        <comment>trace.stopped</comment>
        <translation>"{0}" 열기를 멈췄습니다.</translation>
    </message>
    <message>
        <source>Other programs used {0} % of the processor cores. Calibrate again when the computer is idle.</source>
        <comment>calibrate.others-at-work</comment>
        <translation>다른 프로그램이 프로세서 코어의 {0} %를 사용했습니다. 컴퓨터가 한가할 때 다시 보정하세요.</translation>
    </message>
    <message>
        <source>Overlap's programs and machines were not found in {0}. Set OVERLAP_RESOURCES to the folder that contains workloads and machines.</source>
        <comment>program.resources-missing</comment>
        <translation>{0}에서 Overlap의 프로그램과 머신을 찾지 못했습니다. OVERLAP_RESOURCES를 workloads와 machines가 있는 폴더로 설정하세요.</translation>
    </message>
    <message>
        <source>Python does not start ({0}): {1}.</source>
        <comment>python.not-started</comment>
        <translation>Python이 시작되지 않습니다 ({0}): {1}.</translation>
    </message>
    <message>
        <source>Python does not start: not enough memory.</source>
        <comment>python.no-memory</comment>
        <translation>Python이 시작되지 않습니다: 메모리가 없습니다.</translation>
    </message>
    <message>
        <source>Python is already running in this process.</source>
        <comment>python.already-running</comment>
        <translation>이 프로세스에서 Python이 이미 실행 중입니다.</translation>
    </message>
    <message>
        <source>Python itself takes no time on a virtual machine: between its operations, the program's own code took {0} ms on this computer, which the modelled times do not include.</source>
        <comment>run.python-unmodelled</comment>
        <translation>가상 장치에서 Python 자체는 시간을 쓰지 않습니다. 이 컴퓨터에서 프로그램 자신의 코드가 연산 사이에 {0} ms 걸렸고, 모델 시간에는 들어 있지 않습니다.</translation>
    </message>
    <message>
        <source>Python started, but the dialects cannot be loaded: {0}</source>
        <comment>python.dialects-not-loaded</comment>
        <translation>Python은 시작되었지만 프레임워크 층을 불러올 수 없습니다: {0}</translation>
    </message>
    <message>
        <source>Python's standard library was not found in {0}, and programs cannot run without it. Install the package libpython3.11-stdlib.</source>
        <comment>python.library-missing</comment>
        <translation>{0}에서 Python 표준 라이브러리를 찾지 못했으며, 없으면 프로그램을 실행할 수 없습니다. libpython3.11-stdlib 패키지를 설치하세요.</translation>
    </message>
    <message>
        <source>Rank 0 runs on another computer, from which the run cannot be shown. Name this computer first in the file of hosts.</source>
        <comment>ranks.first-host</comment>
        <translation>랭크 0이 다른 컴퓨터에서 실행되므로 실행을 표시할 수 없습니다. 호스트 파일에서 이 컴퓨터를 첫 줄에 적으세요.</translation>
    </message>
    <message>
        <source>Rank {0} costs the others {1} per collective</source>
        <comment>ranks.late.a-collective</comment>
        <translation>랭크 {0} 때문에 다른 랭크가 집합 통신마다 {1}을(를) 잃습니다</translation>
    </message>
    <message>
        <source>Rank {0} costs the others {1} per step</source>
        <comment>ranks.late.a-step</comment>
        <translation>랭크 {0} 때문에 다른 랭크가 스텝마다 {1}을(를) 잃습니다</translation>
    </message>
    <message>
        <source>Rank {0} runs on another computer, and {1} of its records have not arrived yet. They follow during the run or at its end.</source>
        <comment>ranks.note.late</comment>
        <translation>랭크 {0}은(는) 다른 컴퓨터에서 실행되며, 그 기록 중 {1}이(가) 아직 도착하지 않았습니다. 나머지는 실행 중이나 실행이 끝날 때 도착합니다.</translation>
    </message>
    <message>
        <source>Ranks on this computer communicate by MPI, and there is no {0}. Install openmpi-bin and libopenmpi-dev (apt-get install openmpi-bin libopenmpi-dev) and build again, or choose one rank, or a virtual machine.</source>
        <comment>ranks.mpi.missing</comment>
        <translation>이 컴퓨터의 랭크들은 MPI로 통신하는데 {0}이(가) 없습니다. openmpi-bin과 libopenmpi-dev를 설치하고(apt-get install openmpi-bin libopenmpi-dev) 다시 빌드하거나, 랭크 하나 또는 가상 머신을 고르세요.</translation>
    </message>
    <message>
        <source>Ranks on this computer communicate by MPI, and {0} cannot be loaded: {1}. Install openmpi-bin (apt-get install openmpi-bin), or choose one rank, or a virtual machine.</source>
        <comment>ranks.mpi.not-loaded</comment>
        <translation>이 컴퓨터의 랭크들은 MPI로 통신하는데 {0}을(를) 불러올 수 없습니다: {1}. openmpi-bin을 설치하거나(apt-get install openmpi-bin), 랭크 하나 또는 가상 머신을 고르세요.</translation>
    </message>
    <message>
        <source>Ranks on this computer communicate by MPI, and {0} is of another version. Build again, or choose one rank, or a virtual machine.</source>
        <comment>ranks.mpi.other-version</comment>
        <translation>이 컴퓨터의 랭크들은 MPI로 통신하는데 {0}의 버전이 다릅니다. 다시 빌드하거나, 랭크 하나 또는 가상 머신을 고르세요.</translation>
    </message>
    <message>
        <source>Ranks that have a trace here: {0} of {1}. Collectives wait for ranks that are not shown.</source>
        <comment>ranks.note.missing</comment>
        <translation>여기에는 랭크 {1}개 중 {0}개의 추적만 있습니다. 집합 통신은 보이지 않는 랭크를 기다립니다.</translation>
    </message>
    <message>
        <source>Ranks {0} and {1} have different versions of NCCL.</source>
        <comment>run.note.other-library</comment>
        <translation>랭크 {0}과(와) {1}의 NCCL 버전이 다릅니다.</translation>
    </message>
    <message>
        <source>Ranks {0} and {1} use the same GPU, and NCCL needs one for each.</source>
        <comment>run.note.same-gpu</comment>
        <translation>랭크 {0}과(와) {1}이(가) 같은 GPU를 사용하는데, NCCL에는 랭크마다 GPU가 하나씩 필요합니다.</translation>
    </message>
    <message>
        <source>Reading the trace was stopped.</source>
        <comment>trace.reading-stopped</comment>
        <translation>추적 읽기를 멈췄습니다.</translation>
    </message>
    <message>
        <source>Repeated measurements never agreed; the fastest samples were used: {0}.</source>
        <comment>calibrate.not-agreed</comment>
        <translation>반복 측정이 끝까지 일치하지 않아 가장 빠른 표본을 사용했습니다: {0}.</translation>
    </message>
    <message>
        <source>Several ranks need the program overlap-run beside this one. Install it, or run the program as one rank.</source>
        <comment>ranks.no-program</comment>
        <translation>여러 랭크에는 이 프로그램 옆의 overlap-run이 필요합니다. 설치하거나 랭크 하나로 실행하세요.</translation>
    </message>
    <message>
        <source>Spans overlap on lane "{0}", which should run one operation at a time: its busy time is counted twice there.</source>
        <comment>trace.note.lane-overlap</comment>
        <translation>레인 "{0}"에서 구간이 겹칩니다. 이 레인은 한 번에 연산 하나만 실행해야 하므로, 겹치는 곳의 사용 시간은 두 번 계산됩니다.</translation>
    </message>
    <message>
        <source>Stopped in batch {0} of {1}: everything recorded until then is kept and can be saved.</source>
        <comment>run.stopped-in-batch</comment>
        <translation>배치 {0}/{1}에서 중지했습니다. 그때까지 기록된 것은 남아 있으며 저장할 수 있습니다.</translation>
    </message>
    <message>
        <source>Stopped in batch {0}: everything recorded until then is kept and can be saved.</source>
        <comment>run.stopped-in</comment>
        <translation>배치 {0}에서 중지했습니다. 그때까지 기록된 것은 남아 있으며 저장할 수 있습니다.</translation>
    </message>
    <message>
        <source>Stored as metrics, because the file does not tell whose memory they count: {0} and more.</source>
        <comment>trace.note.byte-counters-more</comment>
        <translation>지표로 저장했습니다. 어느 메모리를 세는지 파일에 나와 있지 않습니다: {0} 등.</translation>
    </message>
    <message>
        <source>Stored as metrics, because the file does not tell whose memory they count: {0}.</source>
        <comment>trace.note.byte-counters</comment>
        <translation>지표로 저장했습니다. 어느 메모리를 세는지 파일에 나와 있지 않습니다: {0}.</translation>
    </message>
    <message>
        <source>TF32 changes nothing here. {0}</source>
        <comment>gpu.no-tf32</comment>
        <translation>TF32는 여기에서 아무것도 바꾸지 않습니다. {0}</translation>
    </message>
    <message>
        <source>The CUDA module cannot be used: {0}. Restarting the computer may help.</source>
        <comment>gpu.module-failed</comment>
        <translation>CUDA 모듈을 사용할 수 없습니다: {0}. 컴퓨터를 다시 시작하면 도움이 될 수 있습니다.</translation>
    </message>
    <message>
        <source>The CUDA module {0} cannot be used: it is not a module of this program.</source>
        <comment>gpu.module-foreign</comment>
        <translation>CUDA 모듈 {0}을(를) 사용할 수 없습니다. 이 프로그램의 모듈이 아닙니다.</translation>
    </message>
    <message>
        <source>The CUDA module {0} cannot be used: it was built for another version of this program. Rebuild it.</source>
        <comment>gpu.module-version</comment>
        <translation>CUDA 모듈 {0}을(를) 사용할 수 없습니다. 이 프로그램의 다른 버전용으로 빌드되었습니다. 다시 빌드하세요.</translation>
    </message>
    <message>
        <source>The CUDA module {0} cannot be used: {1}. Install its CUDA libraries, or remove the file.</source>
        <comment>gpu.module-not-loaded</comment>
        <translation>CUDA 모듈 {0}을(를) 사용할 수 없습니다: {1}. 필요한 CUDA 라이브러리를 설치하거나 파일을 삭제하세요.</translation>
    </message>
    <message>
        <source>The GPUs could not be connected. Rank {0}: {1}</source>
        <comment>run.note.not-connected</comment>
        <translation>GPU를 연결할 수 없었습니다. 랭크 {0}: {1}</translation>
    </message>
    <message>
        <source>The NVIDIA driver finds no GPU in this computer that programs may use (CUDA_VISIBLE_DEVICES can hide them).</source>
        <comment>gpu.none</comment>
        <translation>NVIDIA 드라이버가 이 컴퓨터에서 프로그램이 사용할 수 있는 GPU를 찾지 못했습니다(CUDA_VISIBLE_DEVICES가 숨길 수 있습니다).</translation>
    </message>
    <message>
        <source>The NVIDIA driver of this computer is too old: it supports CUDA {0}, the program needs {1}. Install a newer driver to run on its GPUs.</source>
        <comment>gpu.old-driver</comment>
        <translation>이 컴퓨터의 NVIDIA 드라이버가 너무 오래되었습니다. 드라이버는 CUDA {0}까지 지원하지만 프로그램에는 {1}이(가) 필요합니다. GPU에서 실행하려면 최신 드라이버를 설치하세요.</translation>
    </message>
    <message>
        <source>The calibration was stopped; nothing was written.</source>
        <comment>calibrate.stopped</comment>
        <translation>보정을 멈췄습니다. 아무것도 쓰지 않았습니다.</translation>
    </message>
    <message>
        <source>The chapter's programs were not found in {0}.</source>
        <comment>program.chapter-missing</comment>
        <translation>{0}에서 이 장의 프로그램을 찾지 못했습니다.</translation>
    </message>
    <message>
        <source>The clock of this platform recorded no time for it.</source>
        <comment>calibrate.no-samples</comment>
        <translation>이 플랫폼의 시계가 이에 대한 시간을 기록하지 않았습니다.</translation>
    </message>
    <message>
        <source>The clocks of the ranks contradict each other (collectives: {0}): one ends on rank {1} {2} before rank {3} arrives, which is more than the comparison of their clocks may be off by. Times of different ranks are off by at least that.</source>
        <comment>ranks.clocks</comment>
        <translation>랭크들의 시계가 서로 모순됩니다(집합 통신: {0}). 그중 하나는 랭크 {3}이(가) 도착하기 {2} 전에 랭크 {1}에서 끝나며, 이는 시계 비교의 오차보다 큽니다. 서로 다른 랭크의 시각은 적어도 그만큼 어긋나 있습니다.</translation>
    </message>
    <message>
        <source>The compression library failed: {0}. Try again, or choose another file name.</source>
        <comment>io.compression</comment>
        <translation>압축 라이브러리 오류: {0}. 다시 시도하거나 다른 파일 이름을 고르세요.</translation>
    </message>
    <message>
        <source>The computer has no 64 MiB of free memory. Close other programs.</source>
        <comment>calibrate.no-memory</comment>
        <translation>컴퓨터에 여유 메모리 64 MiB가 없습니다. 다른 프로그램을 닫으세요.</translation>
    </message>
    <message>
        <source>The database is damaged. What could be read is shown.</source>
        <comment>trace.note.database-damaged</comment>
        <translation>데이터베이스가 손상되었습니다. 읽을 수 있던 것을 보여 줍니다.</translation>
    </message>
    <message>
        <source>The dialects (torch, mxnet, d2l) were not found in {0}, and programs cannot run without them. Install Overlap again.</source>
        <comment>python.dialects-missing</comment>
        <translation>{0}에서 프레임워크 층(torch, mxnet, d2l)을 찾지 못했으며, 없으면 프로그램을 실행할 수 없습니다. Overlap을 다시 설치하세요.</translation>
    </message>
    <message>
        <source>The figure could not be drawn as {0}. Choose another format.</source>
        <comment>figure.not-drawn</comment>
        <translation>그림을 {0}(으)로 그릴 수 없습니다. 다른 형식을 고르세요.</translation>
    </message>
    <message>
        <source>The file has invalid JSON at byte {0}. Everything before that is shown.</source>
        <comment>trace.note.invalid-json</comment>
        <translation>파일이 {0}바이트에서 올바른 JSON이 아닙니다. 그 앞까지 보여 줍니다.</translation>
    </message>
    <message>
        <source>The file has more than a trace can store, 2 GiB or 134 million records. The first {0} records are shown.</source>
        <comment>trace.note.records-bound</comment>
        <translation>파일의 내용이 추적의 한도인 2 GiB 또는 기록 1억 3,400만 개를 넘습니다. 처음 기록 {0}개를 보여 줍니다.</translation>
    </message>
    <message>
        <source>The file is cut off or damaged after record {0}. Everything before that is shown.</source>
        <comment>trace.note.records-cut</comment>
        <translation>파일이 기록 {0}개 뒤에서 잘렸거나 손상되었습니다. 그 앞까지 보여 줍니다.</translation>
    </message>
    <message>
        <source>The file is cut off or damaged within its gzip data. Everything before that is shown.</source>
        <comment>trace.note.gzip-damaged</comment>
        <translation>파일이 gzip 압축 안에서 잘렸거나 손상되었습니다. 그 앞까지 보여 줍니다.</translation>
    </message>
    <message>
        <source>The file is cut off within an event. Everything before that is shown.</source>
        <comment>trace.note.event-cut</comment>
        <translation>파일이 이벤트 중간에서 잘렸습니다. 그 앞까지 보여 줍니다.</translation>
    </message>
    <message>
        <source>The file is larger than {0} GiB when decompressed. Its first {0} GiB are shown.</source>
        <comment>trace.note.unpacked-bound</comment>
        <translation>파일의 압축을 풀면 {0} GiB보다 큽니다. 처음 {0} GiB를 표시합니다.</translation>
    </message>
    <message>
        <source>The length of the launch queue was not found: no call blocked between the 16th and the 3000th launch.</source>
        <comment>calibrate.no-queue-length</comment>
        <translation>실행 대기열의 길이를 찾지 못했습니다. 16번째와 3000번째 실행 사이에 막힌 호출이 없습니다.</translation>
    </message>
    <message>
        <source>The lesson "{0}" cannot be used: {1}.</source>
        <comment>lesson.unusable</comment>
        <translation>강의 "{0}"을(를) 쓸 수 없습니다: {1}.</translation>
    </message>
    <message>
        <source>The limit on pending operations is 0 (no limit) or more, not {0}.</source>
        <comment>run.pending-bound</comment>
        <translation>대기 중인 연산의 한도는 0(무제한) 이상이어야 하며 {0}일 수 없습니다.</translation>
    </message>
    <message>
        <source>The listing is nested too deeply. Write its longest expression as several statements.</source>
        <comment>program.nested-too-deep</comment>
        <translation>코드가 너무 깊게 중첩되어 따라갈 수 없습니다. 가장 긴 식을 여러 문장으로 나누어 쓰세요.</translation>
    </message>
    <message>
        <source>The machine file {0} cannot be read: {1}.</source>
        <comment>machine.not-read</comment>
        <translation>머신 파일 {0}을(를) 읽을 수 없습니다: {1}.</translation>
    </message>
    <message>
        <source>The parameter allReduce selects how MXNet's Trainer adds gradients. It has no effect in a program for torch: leave it out, or run a listing for mxnet.</source>
        <comment>program.all-reduce-torch</comment>
        <translation>파라미터 allReduce는 MXNet의 Trainer가 그래디언트를 더하는 방법을 고릅니다. torch 프로그램에는 효과가 없습니다. 빼거나 mxnet 코드를 실행하세요.</translation>
    </message>
    <message>
        <source>The parameter devices names GPU {0}, but the machine {1} has no GPU. Leave devices out, or choose cpu.</source>
        <comment>program.devices-no-gpu</comment>
        <translation>파라미터 devices가 GPU {0}을(를) 가리키지만 머신 {1}에는 GPU가 없습니다. devices를 빼거나 cpu를 고르세요.</translation>
    </message>
    <message>
        <source>The parameter devices names GPU {0}, but the machine {1} has one, GPU 0.</source>
        <comment>program.devices-one-gpu</comment>
        <translation>파라미터 devices가 GPU {0}을(를) 가리키지만 머신 {1}에는 GPU 0 하나만 있습니다.</translation>
    </message>
    <message>
        <source>The parameter devices names GPU {0}, but the machine {1} has {2}, GPU 0 to GPU {3}.</source>
        <comment>program.devices-fewer-gpus</comment>
        <translation>파라미터 devices가 GPU {0}을(를) 가리키지만 머신 {1}에는 GPU 0에서 GPU {3}까지 {2}개가 있습니다.</translation>
    </message>
    <message>
        <source>The parameter devices takes numbers of GPUs such as 0,1, each once; it is {0}.</source>
        <comment>program.devices-repeated</comment>
        <translation>파라미터 devices는 0,1 같은 GPU 번호를 한 번씩 받습니다. 지금은 {0}입니다.</translation>
    </message>
    <message>
        <source>The parameter devices takes numbers of GPUs such as 0,1, or all, or cpu for none; it is {0}.</source>
        <comment>program.devices</comment>
        <translation>파라미터 devices는 0,1 같은 GPU 번호, all, 또는 GPU를 쓰지 않는 cpu를 받습니다. 지금은 {0}입니다.</translation>
    </message>
    <message>
        <source>The parameter {0} is one of {1}; it is {2}.</source>
        <comment>program.parameter-choice</comment>
        <translation>파라미터 {0}은(는) {1} 중 하나여야 합니다. 지금은 {2}입니다.</translation>
    </message>
    <message>
        <source>The parameter {0} must be {1}; it is {2}.</source>
        <comment>program.parameter-value</comment>
        <translation>파라미터 {0}은(는) {1}이어야 합니다. 지금은 {2}입니다.</translation>
    </message>
    <message>
        <source>The platform did not report when a kernel ran.</source>
        <comment>calibrate.no-kernel-times</comment>
        <translation>플랫폼이 커널의 실행 시각을 알리지 않았습니다.</translation>
    </message>
    <message>
        <source>The platform does not report how much memory the GPU has.</source>
        <comment>calibrate.no-gpu-memory</comment>
        <translation>플랫폼이 GPU 메모리의 크기를 알리지 않습니다.</translation>
    </message>
    <message>
        <source>The predictions were not compared with programs, because other programs used {0} % of the processor cores: calibrate again when the computer is idle.</source>
        <comment>calibrate.no-trial</comment>
        <translation>다른 프로그램이 프로세서 코어의 {0} %를 사용했기 때문에 예측을 프로그램과 비교하지 않았습니다. 컴퓨터가 한가할 때 다시 보정하세요.</translation>
    </message>
    <message>
        <source>The predictions were not compared with programs. {0}</source>
        <comment>calibrate.not-held-out</comment>
        <translation>예측을 프로그램과 비교하지 않았습니다. {0}</translation>
    </message>
    <message>
        <source>The program issues more operations than a run can store. Let it issue fewer.</source>
        <comment>run.too-many-operations</comment>
        <translation>프로그램이 한 실행에서 보관하는 것보다 많은 연산을 제출합니다. 작업을 줄이세요.</translation>
    </message>
    <message>
        <source>The program printed more than 4 MiB. The rest is not stored.</source>
        <comment>run.output-bound</comment>
        <translation>프로그램이 4 MiB 넘게 출력했습니다. 나머지는 저장하지 않습니다.</translation>
    </message>
    <message>
        <source>The program ran more than 200,000 statements. Later statements are not drawn one by one.</source>
        <comment>run.statements-bound</comment>
        <translation>프로그램이 문장을 200,000개 넘게 실행했습니다. 그 뒤의 문장은 하나씩 그리지 않습니다.</translation>
    </message>
    <message>
        <source>The program {0} raised: {1}.</source>
        <comment>calibrate.program-raised</comment>
        <translation>프로그램 {0}이(가) 예외를 일으켰습니다: {1}.</translation>
    </message>
    <message>
        <source>The ranks could not be started: {0}. Run the program on one rank, or reinstall Overlap.</source>
        <comment>ranks.not-served</comment>
        <translation>랭크를 시작할 수 없습니다: {0}. 프로그램을 랭크 하나로 실행하거나 Overlap을 다시 설치하세요.</translation>
    </message>
    <message>
        <source>The ranks exchange tensors of GPUs by MPI through page-locked memory of the host, not by NCCL between the GPUs: a copy to the host, the exchange, a copy back.</source>
        <comment>run.note.staged</comment>
        <translation>랭크는 GPU의 텐서를 GPU 사이의 NCCL이 아니라 호스트의 페이지 고정 메모리를 거쳐 MPI로 교환합니다. 호스트로 복사하고, 교환하고, 다시 GPU로 복사합니다.</translation>
    </message>
    <message>
        <source>The ranks exchange tensors of GPUs by {0}, between the GPUs. It adds in an order of its own, so sums may differ in their last digits from those of MPI, which adds in the order of the ranks.</source>
        <comment>run.note.library</comment>
        <translation>랭크는 GPU의 텐서를 {0}(으)로 GPU 사이에서 직접 교환합니다. 이 라이브러리는 자체 순서로 더하므로, 랭크 순서대로 더하는 MPI의 합과 마지막 자릿수가 다를 수 있습니다.</translation>
    </message>
    <message>
        <source>The records of rank {0} end here: after the stop, the rest was awaited for {1} s and did not arrive from its computer.</source>
        <comment>ranks.note.cut-at-limit</comment>
        <translation>랭크 {0}의 기록은 여기에서 끝납니다. 중지한 뒤 나머지를 {1}초 동안 기다렸지만 그 컴퓨터에서 도착하지 않았습니다.</translation>
    </message>
    <message>
        <source>The records of rank {0} end here: the rest did not arrive from its computer.</source>
        <comment>ranks.note.cut</comment>
        <translation>랭크 {0}의 기록은 여기에서 끝납니다. 나머지는 그 컴퓨터에서 도착하지 않았습니다.</translation>
    </message>
    <message>
        <source>The run failed: {0}.</source>
        <comment>run.failed</comment>
        <translation>실행이 실패했습니다: {0}.</translation>
    </message>
    <message>
        <source>The run has ended. It accepts no more operations.</source>
        <comment>run.ended</comment>
        <translation>실행이 끝났습니다. 더는 연산을 받지 않습니다.</translation>
    </message>
    <message>
        <source>The run needs more memory than this computer has free.</source>
        <comment>run.no-memory</comment>
        <translation>실행에 이 컴퓨터의 여유 메모리보다 많은 메모리가 필요합니다.</translation>
    </message>
    <message>
        <source>The run was stopped.</source>
        <comment>run.stopped</comment>
        <translation>실행이 중지되었습니다.</translation>
    </message>
    <message>
        <source>The system refused the program more memory or threads ({0}). Its limits are too small: see ulimit -a.</source>
        <comment>run.no-resources</comment>
        <translation>시스템이 프로그램에 메모리나 스레드를 더 주지 않았습니다({0}). 제한이 너무 작습니다: ulimit -a를 확인하세요.</translation>
    </message>
    <message>
        <source>The time for it was up.</source>
        <comment>calibrate.time-up</comment>
        <translation>정해진 시간이 다 되었습니다.</translation>
    </message>
    <message>
        <source>The times do not grow with the amount of work, so they contain no rate. Measure larger work.</source>
        <comment>calibrate.no-rate</comment>
        <translation>시간이 작업량과 함께 늘지 않아 속도를 얻을 수 없습니다. 더 큰 작업을 재세요.</translation>
    </message>
    <message>
        <source>The trace is complete. Bytes after it that do not belong to it: {0}.</source>
        <comment>trace.note.bytes-behind</comment>
        <translation>추적은 온전하지만 파일에 그에 속하지 않는 {0}바이트가 이어집니다.</translation>
    </message>
    <message>
        <source>The traces of these ranks are damaged and left out: {0}.</source>
        <comment>ranks.note.damaged</comment>
        <translation>다음 랭크의 추적은 손상되어 제외했습니다: {0}.</translation>
    </message>
    <message>
        <source>There is no file {0}.</source>
        <comment>program.no-file</comment>
        <translation>{0} 파일이 없습니다.</translation>
    </message>
    <message>
        <source>There is no folder for temporary files: {0}. Set TMPDIR to a folder that exists.</source>
        <comment>calibrate.no-temporary-folder</comment>
        <translation>임시 파일을 둘 폴더가 없습니다: {0}. TMPDIR을 있는 폴더로 설정하세요.</translation>
    </message>
    <message>
        <source>There is no machine "{0}" and no file of that name. Known: {1} (none in {2}).</source>
        <comment>machine.unknown-empty-folder</comment>
        <translation>"{0}" 머신도, 그런 이름의 파일도 없습니다. 알려진 것: {1} ({2}에는 없음).</translation>
    </message>
    <message>
        <source>There is no machine "{0}" and no file of that name. Known: {1}.</source>
        <comment>machine.unknown</comment>
        <translation>"{0}" 머신도, 그런 이름의 파일도 없습니다. 알려진 것: {1}.</translation>
    </message>
    <message>
        <source>There is no mpirun, which starts ranks on this computer. Install openmpi-bin (apt-get install openmpi-bin), or choose one rank, or a virtual machine.</source>
        <comment>ranks.mpi.no-mpirun</comment>
        <translation>이 컴퓨터에서 랭크를 시작하는 mpirun이 없습니다. openmpi-bin을 설치하거나(apt-get install openmpi-bin), 랭크 하나 또는 가상 머신을 고르세요.</translation>
    </message>
    <message>
        <source>There is no program {0}: neither a file nor one of {1}.</source>
        <comment>program.unknown</comment>
        <translation>{0} 프로그램이 없습니다: 파일도 아니고 {1} 중 하나도 아닙니다.</translation>
    </message>
    <message>
        <source>There is no variant "{0}" of this computer. There are this-computer+tf32 (matrix products in TF32 on its GPUs) and this-computer+shared (its one GPU twice).</source>
        <comment>machine.unknown-variant</comment>
        <translation>이 컴퓨터에는 변형 "{0}"이(가) 없습니다. this-computer+tf32(GPU 행렬곱에 TF32 사용)와 this-computer+shared(하나뿐인 GPU를 둘로 사용)가 있습니다.</translation>
    </message>
    <message>
        <source>There is not enough memory for an image of that size. Choose a smaller size.</source>
        <comment>figure.no-memory</comment>
        <translation>그 크기의 그림을 만들 메모리가 부족합니다. 더 작은 크기를 고르세요.</translation>
    </message>
    <message>
        <source>These profiles do not state their ranks, so the numbers in the names of the files are used.</source>
        <comment>ranks.note.by-name</comment>
        <translation>이 프로파일들은 랭크를 밝히지 않으므로 파일 이름의 번호를 사용합니다.</translation>
    </message>
    <message>
        <source>This computer has no NVIDIA driver, so its GPUs, if it has any, cannot be used. To run on them, install the driver for {0}.</source>
        <comment>gpu.no-driver</comment>
        <translation>이 컴퓨터에는 NVIDIA 드라이버가 없어 GPU가 있어도 사용할 수 없습니다. GPU에서 실행하려면 {0}용 드라이버를 설치하세요.</translation>
    </message>
    <message>
        <source>This computer has {0} GPUs, so none of them needs to be used twice. Choose this-computer.</source>
        <comment>machine.shared-needless</comment>
        <translation>이 컴퓨터에는 GPU가 {0}개 있어 하나를 둘로 쓸 필요가 없습니다. this-computer를 고르세요.</translation>
    </message>
    <message>
        <source>This computer's GPU does not respond: {0}. Restarting the computer may help.</source>
        <comment>gpu.no-response</comment>
        <translation>이 컴퓨터의 GPU가 응답하지 않습니다: {0}. 컴퓨터를 다시 시작하면 도움이 될 수 있습니다.</translation>
    </message>
    <message>
        <source>This computer's GPU, {0}, has compute capability {1}; the module for CUDA {2} has kernels for {3} and newer only.</source>
        <comment>gpu.too-old</comment>
        <translation>이 컴퓨터의 GPU({0})는 컴퓨트 기능이 {1}입니다. CUDA {2}용 모듈에는 {3} 이상용 커널만 있습니다.</translation>
    </message>
    <message>
        <source>This computer's GPUs, if it has any, cannot be used: the CUDA module was not found ({0}). It is built where the CUDA toolkit is installed.</source>
        <comment>gpu.module-not-found</comment>
        <translation>GPU가 있어도 사용할 수 없습니다. CUDA 모듈을 찾을 수 없습니다({0}). 이 모듈은 CUDA 툴킷이 설치된 곳에서 빌드됩니다.</translation>
    </message>
    <message>
        <source>This file has no operation that can be shown: no event has a start and an end that are numbers within the range of a trace.</source>
        <comment>trace.note.no-operations</comment>
        <translation>이 파일에는 보여 줄 수 있는 연산이 없습니다: 시작과 끝이 추적 범위 안의 수인 이벤트가 없습니다.</translation>
    </message>
    <message>
        <source>This is not a machine file: it has no {0}. Choose a complete machine file.</source>
        <comment>machine.incomplete</comment>
        <translation>머신 파일이 아닙니다: {0}이(가) 없습니다. 온전한 머신 파일을 고르세요.</translation>
    </message>
    <message>
        <source>This is not an Overlap trace: its first bytes differ.</source>
        <comment>trace.not-overlap</comment>
        <translation>Overlap의 추적이 아닙니다: 시작이 다릅니다.</translation>
    </message>
    <message>
        <source>This line uses data that a copy may still be writing. The virtual machine waits; a program on a GPU would not. Call synchronize() first.</source>
        <comment>run.copy-unsynchronized</comment>
        <translation>이 행은 아직 복사 중일 수 있는 것을 씁니다. 가상 머신은 기다리지만 GPU에서 프로그램은 기다리지 않습니다. 먼저 synchronize()를 부르세요.</translation>
    </message>
    <message>
        <source>This program has no parameter {0}. It has {1}.</source>
        <comment>program.no-parameter</comment>
        <translation>이 프로그램에는 파라미터 {0}이(가) 없습니다. {1}이(가) 있습니다.</translation>
    </message>
    <message>
        <source>This run has recorded {0} operations ({1} in memory), and {2}, so it was stopped. What was recorded is kept. Let the program issue fewer operations, or end its loop.</source>
        <comment>run.bound</comment>
        <translation>이 실행은 연산 {0}개를 기록했고(메모리 {1}), {2} 그래서 중지했습니다. 기록된 것은 남아 있습니다. 프로그램이 연산을 덜 제출하게 하거나 루프를 끝내세요.</translation>
    </message>
    <message>
        <source>This run models times only: from line {0} on, numbers that the program reads are nan (integers 0, booleans False). To see what it learns, choose Computed beside the machine, or --values computed.</source>
        <comment>run.reads-nan</comment>
        <translation>이 실행은 시간만 모델링합니다. {0}행부터 프로그램이 읽는 수는 nan입니다(정수는 0, 참거짓은 False). 무엇을 배우는지 보려면 머신 옆에서 ‘값 계산’을 선택하거나 --values computed를 쓰세요.</translation>
    </message>
    <message>
        <source>This run models times only: no values were computed. To read them, choose Computed beside the machine, or --values computed.</source>
        <comment>run.times-only</comment>
        <translation>이 실행은 시간만 다룹니다. 값은 계산하지 않았습니다. 값을 읽으려면 머신 옆에서 ‘값 계산’을 선택하거나 --values computed를 쓰세요.</translation>
    </message>
    <message>
        <source>This trace has version {0} of the format, and this program reads versions up to {1}. A newer Overlap may open it.</source>
        <comment>trace.other-version</comment>
        <translation>이 추적의 형식 버전은 {0}이고 이 프로그램은 버전 {1}까지 읽습니다. 더 새로운 Overlap이면 열 수도 있습니다.</translation>
    </message>
    <message>
        <source>This trace is cut off or damaged before its first record.</source>
        <comment>trace.no-record</comment>
        <translation>이 추적은 첫 기록 앞에서 잘렸거나 손상되었습니다.</translation>
    </message>
    <message>
        <source>Threads of the program may still be running: {0}.</source>
        <comment>run.note.threads-left</comment>
        <translation>프로그램의 스레드가 아직 실행 중일 수 있습니다: {0}.</translation>
    </message>
    <message>
        <source>Times that were moved to respect the order of operations: {0}, by at most {1} µs; times that were not measured: {2}.</source>
        <comment>gpu.note-moved</comment>
        <translation>연산 순서를 지키기 위해 시각 {0}개를 최대 {1} µs 옮겼고, {2}개는 측정되지 않았습니다.</translation>
    </message>
    <message>
        <source>Two kernels together take {0} times as long as one: either both fit or neither leaves room. Try other sizes.</source>
        <comment>calibrate.no-share</comment>
        <translation>커널 둘을 함께 돌리면 하나의 {0}배가 걸립니다. 둘 다 들어가거나 어느 쪽도 자리를 남기지 않습니다. 다른 크기를 써 보세요.</translation>
    </message>
    <message>
        <source>Values can be computed by 1 to 256 threads, not by {0}.</source>
        <comment>run.value-threads</comment>
        <translation>값은 스레드 1개에서 256개로 계산할 수 있으며 {0}개로는 할 수 없습니다.</translation>
    </message>
    <message>
        <source>Values cannot be computed here: this build has no CPU engine. Choose timing only.</source>
        <comment>run.no-cpu-engine</comment>
        <translation>여기서는 값을 계산할 수 없습니다. 이 빌드에는 CPU 엔진이 없습니다. 시간만 재는 것을 고르세요.</translation>
    </message>
    <message>
        <source>Views are copies on this computer: after a write to a tensor or to a view of it, operations (view, slice_assign) update the others. In PyTorch and MXNet they share the memory, and take no time.</source>
        <comment>run.note.views</comment>
        <translation>이 컴퓨터에서 뷰는 복사본입니다. 텐서나 그 뷰에 쓰면 연산(view, slice_assign)이 나머지를 갱신합니다. PyTorch와 MXNet에서는 뷰가 메모리를 공유하며 시간이 들지 않습니다.</translation>
    </message>
    <message>
        <source>a device</source>
        <comment>io.a-device</comment>
        <translation>장치</translation>
    </message>
    <message>
        <source>a folder</source>
        <comment>io.a-folder</comment>
        <translation>폴더</translation>
    </message>
    <message>
        <source>a list [ ... ]</source>
        <comment>field.list</comment>
        <translation>목록 [ ... ]</translation>
    </message>
    <message>
        <source>a list of at most {0}</source>
        <comment>lesson.short-list</comment>
        <translation>최대 {0}개의 목록</translation>
    </message>
    <message>
        <source>a list of texts</source>
        <comment>machine.field.texts</comment>
        <translation>텍스트 목록</translation>
    </message>
    <message>
        <source>a note needs a "shape" (text, arrow, box) and a place "from"</source>
        <comment>lesson.note-incomplete</comment>
        <translation>메모에는 "shape"(text, arrow, box)와 위치 "from"이 필요합니다</translation>
    </message>
    <message>
        <source>a number</source>
        <comment>field.number</comment>
        <translation>수</translation>
    </message>
    <message>
        <source>a number from {0} to {1}</source>
        <comment>program.number</comment>
        <translation>{0}에서 {1}까지의 수</translation>
    </message>
    <message>
        <source>a number or a short text</source>
        <comment>lesson.value</comment>
        <translation>수 또는 짧은 텍스트</translation>
    </message>
    <message>
        <source>a pipe</source>
        <comment>io.a-pipe</comment>
        <translation>파이프</translation>
    </message>
    <message>
        <source>a question needs a "text"</source>
        <comment>lesson.question-without-text</comment>
        <translation>질문에는 "text"가 필요합니다</translation>
    </message>
    <message>
        <source>a socket</source>
        <comment>io.a-socket</comment>
        <translation>소켓</translation>
    </message>
    <message>
        <source>a step needs a "title", a "text" and a "program" such as "13.3.1"</source>
        <comment>lesson.step-incomplete</comment>
        <translation>단계에는 "title", "text"와 "13.3.1" 같은 "program"이 필요합니다</translation>
    </message>
    <message>
        <source>a text</source>
        <comment>field.text</comment>
        <translation>텍스트</translation>
    </message>
    <message>
        <source>a text of at most {0} letters</source>
        <comment>lesson.short-text</comment>
        <translation>최대 {0}자의 텍스트</translation>
    </message>
    <message>
        <source>a text, or a text for each of en, zh, ko, of at most {0} letters</source>
        <comment>lesson.texts</comment>
        <translation>최대 {0}자의 텍스트, 또는 en, zh, ko마다의 텍스트</translation>
    </message>
    <message>
        <source>a time in seconds above 0</source>
        <comment>machine.field.seconds</comment>
        <translation>0보다 큰 초 단위 시간</translation>
    </message>
    <message>
        <source>a whole number</source>
        <comment>field.whole-number</comment>
        <translation>정수</translation>
    </message>
    <message>
        <source>a whole number from {0} to {1}</source>
        <comment>program.whole-number</comment>
        <translation>{0}에서 {1}까지의 정수</translation>
    </message>
    <message>
        <source>a whole number of at least {0}</source>
        <comment>program.whole-number-at-least</comment>
        <translation>{0} 이상의 정수</translation>
    </message>
    <message>
        <source>all GPUs at once</source>
        <comment>calibrate.all-gpus-at-once</comment>
        <translation>모든 GPU 동시에</translation>
    </message>
    <message>
        <source>allocations beside kernels on GPU {0}</source>
        <comment>calibrate.allocations-beside-kernels-on-gpu</comment>
        <translation>GPU {0}에서 커널과 함께 하는 메모리 할당</translation>
    </message>
    <message>
        <source>allocations on GPU {0}</source>
        <comment>calibrate.allocations-on-gpu</comment>
        <translation>GPU {0}의 메모리 할당</translation>
    </message>
    <message>
        <source>allreduce</source>
        <comment>part.allreduce</comment>
        <translation>allreduce</translation>
    </message>
    <message>
        <source>an object with value, kind and source</source>
        <comment>machine.field.measured</comment>
        <translation>value, kind, source가 있는 객체</translation>
    </message>
    <message>
        <source>an object { ... }</source>
        <comment>field.object</comment>
        <translation>객체 { ... }</translation>
    </message>
    <message>
        <source>and floorMiB leave nothing of memoryMiB</source>
        <comment>machine.field.no-memory</comment>
        <translation>값과 floorMiB를 빼면 memoryMiB가 남지 않습니다</translation>
    </message>
    <message>
        <source>backward</source>
        <comment>part.backward</comment>
        <translation>역전파</translation>
    </message>
    <message>
        <source>batches of images</source>
        <comment>calibrate.batches-of-images</comment>
        <translation>이미지 배치</translation>
    </message>
    <message>
        <source>between GPUs</source>
        <comment>part.between-gpus</comment>
        <translation>GPU 사이</translation>
    </message>
    <message>
        <source>calls of layers</source>
        <comment>calibrate.calls-of-layers</comment>
        <translation>층 호출</translation>
    </message>
    <message>
        <source>calls of the MXNet dialect</source>
        <comment>calibrate.calls-of-the-mxnet-dialect</comment>
        <translation>MXNet 프레임워크의 호출</translation>
    </message>
    <message>
        <source>calls of the PyTorch dialect</source>
        <comment>calibrate.calls-of-the-pytorch-dialect</comment>
        <translation>PyTorch 프레임워크의 호출</translation>
    </message>
    <message>
        <source>cell {0} has no source (a text or a list of lines)</source>
        <comment>program.notebook.cell-no-source</comment>
        <translation>셀 {0}에 source(텍스트나 행 목록)가 없습니다</translation>
    </message>
    <message>
        <source>convolutions</source>
        <comment>calibrate.convolutions</comment>
        <translation>합성곱</translation>
    </message>
    <message>
        <source>convolutions on GPU {0}</source>
        <comment>calibrate.convolutions-on-gpu</comment>
        <translation>GPU {0}의 합성곱</translation>
    </message>
    <message>
        <source>copies</source>
        <comment>part.copies</comment>
        <translation>복사</translation>
    </message>
    <message>
        <source>copies</source>
        <comment>ranks.late.copied</comment>
        <translation>복사</translation>
    </message>
    <message>
        <source>copies beside kernels on GPU {0}</source>
        <comment>calibrate.copies-beside-kernels-on-gpu</comment>
        <translation>GPU {0}에서 커널과 함께 하는 복사</translation>
    </message>
    <message>
        <source>copies both ways of GPU {0}</source>
        <comment>calibrate.copies-both-ways-of-gpu</comment>
        <translation>GPU {0}의 양방향 복사</translation>
    </message>
    <message>
        <source>copies from GPU {0} to GPU {1}</source>
        <comment>calibrate.copies-between-gpus</comment>
        <translation>GPU {0}에서 GPU {1}로의 복사</translation>
    </message>
    <message>
        <source>copies in memory</source>
        <comment>calibrate.copies-in-memory</comment>
        <translation>메모리 안 복사</translation>
    </message>
    <message>
        <source>copies to and from GPU {0}</source>
        <comment>calibrate.copies-to-and-from-gpu</comment>
        <translation>GPU {0}과의 복사</translation>
    </message>
    <message>
        <source>data</source>
        <comment>ranks.late.data</comment>
        <translation>데이터</translation>
    </message>
    <message>
        <source>dense layers</source>
        <comment>calibrate.dense-layers</comment>
        <translation>완전 연결층</translation>
    </message>
    <message>
        <source>elementwise work on GPU {0}</source>
        <comment>calibrate.elementwise-work-on-gpu</comment>
        <translation>GPU {0}의 원소별 연산</translation>
    </message>
    <message>
        <source>empty</source>
        <comment>program.parameter-empty</comment>
        <translation>비어 있음</translation>
    </message>
    <message>
        <source>empty kernels on GPU {0}</source>
        <comment>calibrate.empty-kernels-on-gpu</comment>
        <translation>GPU {0}의 빈 커널</translation>
    </message>
    <message>
        <source>ended by signal {0} ({1})</source>
        <comment>ranks.ended-by-signal</comment>
        <translation>신호 {0}({1})로 종료되었습니다</translation>
    </message>
    <message>
        <source>evaluate</source>
        <comment>part.evaluate</comment>
        <translation>평가</translation>
    </message>
    <message>
        <source>evaluation</source>
        <comment>part.evaluation</comment>
        <translation>평가</translation>
    </message>
    <message>
        <source>events</source>
        <comment>gpu.times-events</comment>
        <translation>이벤트</translation>
    </message>
    <message>
        <source>events on GPU {0}</source>
        <comment>calibrate.events-on-gpu</comment>
        <translation>GPU {0}의 이벤트</translation>
    </message>
    <message>
        <source>first touch</source>
        <comment>calibrate.first-touch</comment>
        <translation>첫 페이지 접근</translation>
    </message>
    <message>
        <source>forward</source>
        <comment>part.forward</comment>
        <translation>순전파</translation>
    </message>
    <message>
        <source>has a value outside its own low and high</source>
        <comment>machine.field.outside</comment>
        <translation>값이 low와 high를 벗어납니다</translation>
    </message>
    <message>
        <source>has more than {0} GPUs</source>
        <comment>machine.field.gpus-at-most</comment>
        <translation>값에 GPU가 {0}개를 넘습니다</translation>
    </message>
    <message>
        <source>invalid JSON at byte {0} ({1})</source>
        <comment>lesson.invalid-json</comment>
        <translation>{0}바이트에서 올바른 JSON이 아닙니다({1})</translation>
    </message>
    <message>
        <source>invalid JSON at byte {0}, where the file ends.</source>
        <comment>trace.invalid-json-end</comment>
        <translation>{0}바이트에서 올바른 JSON이 아니며, 거기서 끝납니다.</translation>
    </message>
    <message>
        <source>invalid JSON at byte {0}.</source>
        <comment>trace.invalid-json</comment>
        <translation>{0}바이트에서 올바른 JSON이 아닙니다.</translation>
    </message>
    <message>
        <source>invalid JSON in line {0}</source>
        <comment>json.invalid</comment>
        <translation>{0}행이 올바른 JSON이 아님</translation>
    </message>
    <message>
        <source>is missing; every machine file has it (see machine.schema.json)</source>
        <comment>machine.field.missing</comment>
        <translation>항목이 없습니다. 모든 머신 파일에 있습니다(machine.schema.json 참조)</translation>
    </message>
    <message>
        <source>is not a field of a machine file; remove it or correct its name</source>
        <comment>machine.field.unknown</comment>
        <translation>항목은 머신 파일의 필드가 아닙니다. 지우거나 이름을 고치세요</translation>
    </message>
    <message>
        <source>is {0}; this program reads schema {1}. A newer Overlap may read it</source>
        <comment>machine.field.newer-schema</comment>
        <translation>값은 {0}인데 이 프로그램은 스키마 {1}을 읽습니다. 더 새로운 Overlap에서는 읽을 수 있을지도 모릅니다</translation>
    </message>
    <message>
        <source>it cannot be read, because of a fault in Overlap. Report the fault together with the file.</source>
        <comment>trace.unreadable</comment>
        <translation>Overlap의 결함 때문에 읽을 수 없습니다. 파일과 함께 결함을 알려 주세요.</translation>
    </message>
    <message>
        <source>it does not begin with "format": "{0}"</source>
        <comment>lesson.no-format</comment>
        <translation>"format": "{0}"(으)로 시작하지 않습니다</translation>
    </message>
    <message>
        <source>it has another version; this program reads version {0}</source>
        <comment>lesson.other-version</comment>
        <translation>다른 버전입니다. 이 프로그램은 버전 {0}을 읽습니다</translation>
    </message>
    <message>
        <source>it has more than {0} MiB; a lesson is text</source>
        <comment>lesson.too-large</comment>
        <translation>{0} MiB를 넘습니다. 강의는 텍스트입니다</translation>
    </message>
    <message>
        <source>it has no "title" or no steps</source>
        <comment>lesson.empty</comment>
        <translation>"title"이나 단계가 없습니다</translation>
    </message>
    <message>
        <source>it has no list of cells (notebooks of format 4 have one)</source>
        <comment>program.notebook.no-cells</comment>
        <translation>셀 목록이 없습니다 (형식 4의 노트북에는 있습니다)</translation>
    </message>
    <message>
        <source>it is JSON, but has no list of trace events ("traceEvents").</source>
        <comment>trace.no-events</comment>
        <translation>JSON이지만 추적 이벤트 목록("traceEvents")이 없습니다.</translation>
    </message>
    <message>
        <source>it is UTF-16 text. Save it as UTF-8.</source>
        <comment>trace.utf16</comment>
        <translation>UTF-16 텍스트입니다. UTF-8로 저장하세요.</translation>
    </message>
    <message>
        <source>it is a damaged SQLite database. Export the report again.</source>
        <comment>trace.bad-sqlite</comment>
        <translation>손상된 SQLite 데이터베이스입니다. 보고서를 다시 내보내세요.</translation>
    </message>
    <message>
        <source>it is a folder</source>
        <comment>io.folder</comment>
        <translation>폴더입니다</translation>
    </message>
    <message>
        <source>it is a run of one process, not of several ranks. Open it as a trace.</source>
        <comment>ranks.one-run</comment>
        <translation>여러 랭크가 아니라 한 프로세스의 실행입니다. 추적으로 여세요.</translation>
    </message>
    <message>
        <source>it is a zip archive. Unpack it and open the trace inside.</source>
        <comment>trace.zip</comment>
        <translation>zip 파일입니다. 풀어서 안의 추적을 여세요.</translation>
    </message>
    <message>
        <source>it is an Nsight Systems report. Export it as SQLite first: nsys export --type sqlite {0}.</source>
        <comment>trace.nsight-report</comment>
        <translation>Nsight Systems의 보고서입니다. 먼저 SQLite로 쓰세요: nsys export --type sqlite {0}.</translation>
    </message>
    <message>
        <source>it is an SQLite database of another program: it has none of the tables that Nsight Systems writes (nsys export --type sqlite).</source>
        <comment>trace.other-sqlite</comment>
        <translation>다른 프로그램의 SQLite 데이터베이스입니다: Nsight Systems가 쓰는 표가 없습니다 (nsys export --type sqlite).</translation>
    </message>
    <message>
        <source>it is an SQLite file compressed with gzip. Unpack it first.</source>
        <comment>trace.packed-sqlite</comment>
        <translation>gzip으로 압축된 SQLite 파일입니다. 먼저 푸세요.</translation>
    </message>
    <message>
        <source>it is compressed with bzip2 or xz. Unpack it first.</source>
        <comment>trace.bzip2-xz</comment>
        <translation>bzip2나 xz로 압축되어 있습니다. 먼저 푸세요.</translation>
    </message>
    <message>
        <source>it is compressed with zstd. Unpack it first: unzstd {0}.</source>
        <comment>trace.zstd</comment>
        <translation>zstd로 압축되어 있습니다. 먼저 푸세요: unzstd {0}.</translation>
    </message>
    <message>
        <source>it is empty.</source>
        <comment>trace.empty-file</comment>
        <translation>비어 있습니다.</translation>
    </message>
    <message>
        <source>it is larger than 1 GiB when decompressed.</source>
        <comment>trace.unpacked-too-large</comment>
        <translation>풀면 1 GiB보다 큽니다.</translation>
    </message>
    <message>
        <source>it is neither an Overlap trace nor Chrome trace events (JSON) nor an SQLite export of Nsight Systems, as its first bytes show.</source>
        <comment>trace.unknown-format</comment>
        <translation>첫 바이트로 보아 Overlap의 추적도, Chrome 추적 이벤트(JSON)도, Nsight Systems의 SQLite 내보내기도 아닙니다.</translation>
    </message>
    <message>
        <source>it is too large</source>
        <comment>io.too-large</comment>
        <translation>너무 큽니다</translation>
    </message>
    <message>
        <source>it is {0}, not a file</source>
        <comment>io.not-a-file</comment>
        <translation>파일이 아니라 {0}입니다</translation>
    </message>
    <message>
        <source>it needs more memory than this computer has free.</source>
        <comment>trace.no-memory</comment>
        <translation>이 컴퓨터의 여유 메모리보다 많은 메모리가 필요합니다.</translation>
    </message>
    <message>
        <source>it runs more {0} than {1}, {2} in total</source>
        <comment>ranks.late.more</comment>
        <translation>{0}을(를) {1}보다 더 많이 실행하며 모두 {2}입니다</translation>
    </message>
    <message>
        <source>it spends {0} more in {1} than {2}</source>
        <comment>ranks.late.call</comment>
        <translation>{1}에서 {2}보다 {0} 더 걸립니다</translation>
    </message>
    <message>
        <source>it starts like a gzip file but cannot be unpacked.</source>
        <comment>trace.bad-gzip</comment>
        <translation>gzip으로 시작하지만 풀 수 없습니다.</translation>
    </message>
    <message>
        <source>it was written again after the run was opened. Open the run again.</source>
        <comment>ranks.changed</comment>
        <translation>실행을 연 뒤에 파일이 다시 쓰였습니다. 실행을 다시 여세요.</translation>
    </message>
    <message>
        <source>its files were written by different versions of Overlap. Open the folder, then save it as one trace.</source>
        <comment>ranks.versions</comment>
        <translation>파일들이 서로 다른 버전의 Overlap에서 작성되었습니다. 폴더를 연 다음 하나의 추적으로 저장하세요.</translation>
    </message>
    <message>
        <source>its folder does not exist</source>
        <comment>io.no-folder</comment>
        <translation>폴더가 없습니다</translation>
    </message>
    <message>
        <source>its name is too long</source>
        <comment>io.name-too-long</comment>
        <translation>이름이 너무 깁니다</translation>
    </message>
    <message>
        <source>its operations take {0} times as long as on {1}</source>
        <comment>ranks.late.slower-unnamed</comment>
        <translation>연산이 {1}의 {0}배 걸립니다</translation>
    </message>
    <message>
        <source>its operations take {0} times as long as on {1}, above all {2}</source>
        <comment>ranks.late.slower-all</comment>
        <translation>연산이 {1}의 {0}배 걸리며, 특히 {2}입니다</translation>
    </message>
    <message>
        <source>its program issues {0} {1} later than on {2}</source>
        <comment>ranks.late.issue</comment>
        <translation>프로그램이 {0}을(를) {2}보다 {1} 늦게 제출합니다</translation>
    </message>
    <message>
        <source>its {0} arrive {1} later than on {2}</source>
        <comment>ranks.late.input</comment>
        <translation>{0}이(가) {2}보다 {1} 늦게 도착합니다</translation>
    </message>
    <message>
        <source>its {0} take {1} longer than on {2}</source>
        <comment>ranks.late.copies</comment>
        <translation>{0}이(가) {2}보다 {1} 더 걸립니다</translation>
    </message>
    <message>
        <source>its {0} takes {1} times as long as on {2}</source>
        <comment>ranks.late.slower</comment>
        <translation>{0}이(가) {2}의 {1}배 걸립니다</translation>
    </message>
    <message>
        <source>kernels</source>
        <comment>part.kernels</comment>
        <translation>커널</translation>
    </message>
    <message>
        <source>kernels side by side on GPU {0}</source>
        <comment>calibrate.kernels-side-by-side-on-gpu</comment>
        <translation>GPU {0}에서 나란히 도는 커널</translation>
    </message>
    <message>
        <source>launches on GPU {0}</source>
        <comment>calibrate.launches-on-gpu</comment>
        <translation>GPU {0}의 실행 시작</translation>
    </message>
    <message>
        <source>layers of the MXNet dialect</source>
        <comment>calibrate.layers-of-the-mxnet-dialect</comment>
        <translation>MXNet 프레임워크의 층</translation>
    </message>
    <message>
        <source>line {0} (ranks: {1})</source>
        <comment>ranks.lines.of</comment>
        <translation>{0}번 줄(랭크: {1})</translation>
    </message>
    <message>
        <source>line {0} has half of a character (\ud800 to \udfff alone)</source>
        <comment>json.lone-surrogate</comment>
        <translation>{0}행에 문자의 절반만 있음(\ud800~\udfff 하나만)</translation>
    </message>
    <message>
        <source>may use {0} (OVERLAP_RUN_MEMORY)</source>
        <comment>run.bound-chosen</comment>
        <translation>최대 {0}까지 쓸 수 있습니다(OVERLAP_RUN_MEMORY).</translation>
    </message>
    <message>
        <source>may use {0}, so that the computer stays usable</source>
        <comment>run.bound-most</comment>
        <translation>컴퓨터를 계속 쓸 수 있도록 최대 {0}까지 쓸 수 있습니다.</translation>
    </message>
    <message>
        <source>memory</source>
        <comment>calibrate.memory</comment>
        <translation>메모리</translation>
    </message>
    <message>
        <source>mpirun ended with status {0}</source>
        <comment>ranks.mpi.status</comment>
        <translation>mpirun이 상태 {0}(으)로 끝났습니다</translation>
    </message>
    <message>
        <source>must be a list of at least {0} GPUs</source>
        <comment>machine.field.gpus-at-least</comment>
        <translation>값은 GPU {0}개 이상의 목록이어야 합니다</translation>
    </message>
    <message>
        <source>must be empty: this machine has no GPUs</source>
        <comment>machine.field.no-gpus</comment>
        <translation>값은 비어 있어야 합니다. 이 머신에는 GPU가 없습니다</translation>
    </message>
    <message>
        <source>must be {0}</source>
        <comment>machine.field.schema</comment>
        <translation>값은 {0}이어야 합니다</translation>
    </message>
    <message>
        <source>must be {0}, is {1}</source>
        <comment>machine.field.must-be</comment>
        <translation>값은 {0}이어야 하는데 지금은 {1}입니다</translation>
    </message>
    <message>
        <source>must name different GPUs of this machine by number, from 0 to {0}</source>
        <comment>machine.field.different-gpus</comment>
        <translation>값은 0에서 {0}까지의 번호로 이 머신의 서로 다른 GPU를 가리켜야 합니다</translation>
    </message>
    <message>
        <source>no permission</source>
        <comment>machine.no-permission</comment>
        <translation>권한 없음</translation>
    </message>
    <message>
        <source>no reason given</source>
        <comment>python.no-reason</comment>
        <translation>이유가 주어지지 않음</translation>
    </message>
    <message>
        <source>no single difference from {0} explains half of it</source>
        <comment>ranks.late.unknown</comment>
        <translation>{0}와(과)의 어떤 한 가지 차이도 그 절반을 설명하지 못합니다</translation>
    </message>
    <message>
        <source>normal random numbers</source>
        <comment>calibrate.normal-random-numbers</comment>
        <translation>정규 난수</translation>
    </message>
    <message>
        <source>norms</source>
        <comment>calibrate.norms</comment>
        <translation>노름</translation>
    </message>
    <message>
        <source>one core</source>
        <comment>calibrate.one-core</comment>
        <translation>코어 하나</translation>
    </message>
    <message>
        <source>one of its cells is not an object</source>
        <comment>program.notebook.cell-no-object</comment>
        <translation>셀 하나가 객체가 아닙니다</translation>
    </message>
    <message>
        <source>one of its cells is not text</source>
        <comment>program.notebook.cell-no-text</comment>
        <translation>셀 하나가 텍스트가 아닙니다</translation>
    </message>
    <message>
        <source>one of its numbers is too large</source>
        <comment>json.huge-number</comment>
        <translation>너무 큰 수가 있음</translation>
    </message>
    <message>
        <source>one of {0}</source>
        <comment>machine.field.one-of</comment>
        <translation>{0} 중 하나</translation>
    </message>
    <message>
        <source>oneDNN has no convolution of this shape for this computer. Use another shape.</source>
        <comment>run.onednn-shape</comment>
        <translation>이 컴퓨터의 oneDNN에는 이 모양의 합성곱이 없습니다. 다른 모양을 쓰세요.</translation>
    </message>
    <message>
        <source>oneDNN has not enough memory for an operation. Use smaller tensors, or keep fewer results.</source>
        <comment>run.onednn-memory</comment>
        <translation>oneDNN에 연산을 위한 메모리가 부족합니다. 텐서를 줄이거나 결과를 덜 보관하세요.</translation>
    </message>
    <message>
        <source>oneDNN refused an operation ({0}, status {1}).</source>
        <comment>run.onednn-failed</comment>
        <translation>oneDNN이 연산을 거부했습니다({0}, 상태 {1}).</translation>
    </message>
    <message>
        <source>only {0} of this computer's memory are free</source>
        <comment>run.bound-free</comment>
        <translation>이 컴퓨터의 여유 메모리가 {0}뿐입니다.</translation>
    </message>
    <message>
        <source>operations</source>
        <comment>calibrate.operations</comment>
        <translation>연산</translation>
    </message>
    <message>
        <source>operations of a worker</source>
        <comment>calibrate.operations-of-a-worker</comment>
        <translation>워커의 연산</translation>
    </message>
    <message>
        <source>optimizer</source>
        <comment>part.optimizer</comment>
        <translation>최적화기</translation>
    </message>
    <message>
        <source>page-locking for GPU {0}</source>
        <comment>calibrate.page-locking-for-gpu</comment>
        <translation>GPU {0}을 위한 페이지 고정</translation>
    </message>
    <message>
        <source>pageable copies from GPU {0}</source>
        <comment>calibrate.pageable-copies-from-gpu</comment>
        <translation>GPU {0}에서 페이지 가능 메모리로의 복사</translation>
    </message>
    <message>
        <source>pages</source>
        <comment>calibrate.pages</comment>
        <translation>메모리 페이지</translation>
    </message>
    <message>
        <source>part of its path is not a folder</source>
        <comment>io.path-not-folder</comment>
        <translation>경로의 일부가 폴더가 아닙니다</translation>
    </message>
    <message>
        <source>products</source>
        <comment>calibrate.products</comment>
        <translation>행렬곱</translation>
    </message>
    <message>
        <source>products on GPU {0}</source>
        <comment>calibrate.products-on-gpu</comment>
        <translation>GPU {0}의 행렬곱</translation>
    </message>
    <message>
        <source>random numbers</source>
        <comment>calibrate.random-numbers</comment>
        <translation>난수</translation>
    </message>
    <message>
        <source>rank {0}</source>
        <comment>ranks.late.other</comment>
        <translation>랭크 {0}</translation>
    </message>
    <message>
        <source>rank {0} and rank {2} belong to runs of different numbers of ranks ({1} and {3}): these are not traces of one run.</source>
        <comment>ranks.other-count</comment>
        <translation>랭크 {0}과(와) 랭크 {2}은(는) 랭크 수가 다른 실행({1}, {3})에 속합니다: 한 실행의 추적이 아닙니다.</translation>
    </message>
    <message>
        <source>rank {0} exists twice: these are not traces of one run.</source>
        <comment>ranks.twice</comment>
        <translation>랭크 {0}이(가) 두 번 있습니다. 한 실행의 추적이 아닙니다.</translation>
    </message>
    <message>
        <source>rank {0} in {1} is damaged: none of its records can be read.</source>
        <comment>ranks.damaged</comment>
        <translation>{1}의 랭크 {0}이(가) 손상되어 기록을 하나도 읽을 수 없습니다.</translation>
    </message>
    <message>
        <source>rank {0}: {1}</source>
        <comment>ranks.of</comment>
        <translation>rank {0}: {1}</translation>
    </message>
    <message>
        <source>ranks {0} and {1} differ in collective {2}: these are not traces of one run.</source>
        <comment>ranks.other-calls</comment>
        <translation>랭크 {0}와(과) {1}의 집합 통신 {2}이(가) 다릅니다. 한 실행의 추적이 아닙니다.</translation>
    </message>
    <message>
        <source>ranks {0} and {1} have no collective in common, so their clocks cannot be compared.</source>
        <comment>ranks.no-common</comment>
        <translation>랭크 {0}와(과) {1}에 공통된 집합 통신이 없어 시계를 비교할 수 없습니다.</translation>
    </message>
    <message>
        <source>read, split</source>
        <comment>part.read</comment>
        <translation>읽기, 나누기</translation>
    </message>
    <message>
        <source>room on GPU {0}</source>
        <comment>calibrate.room-on-gpu</comment>
        <translation>GPU {0}의 여유 메모리</translation>
    </message>
    <message>
        <source>seconds of a run, {0} at most</source>
        <comment>lesson.seconds</comment>
        <translation>실행의 초 단위 시간(최대 {0})</translation>
    </message>
    <message>
        <source>sgd</source>
        <comment>part.sgd</comment>
        <translation>sgd</translation>
    </message>
    <message>
        <source>step {0}</source>
        <comment>lesson.step</comment>
        <translation>{0}단계</translation>
    </message>
    <message>
        <source>the collectives of ranks {0} and {1} end up to {2} µs apart: these are not traces of one run.</source>
        <comment>ranks.other-ends</comment>
        <translation>랭크 {0}와(과) {1}의 집합 통신이 끝나는 시각이 최대 {2} µs 다릅니다. 한 실행의 추적이 아닙니다.</translation>
    </message>
    <message>
        <source>the disk is full</source>
        <comment>io.disk-full</comment>
        <translation>디스크가 가득 찼습니다</translation>
    </message>
    <message>
        <source>the disk is read-only</source>
        <comment>io.read-only-disk</comment>
        <translation>디스크가 읽기 전용입니다</translation>
    </message>
    <message>
        <source>the file</source>
        <comment>machine.the-file</comment>
        <translation>파일</translation>
    </message>
    <message>
        <source>the file would become larger than the system allows</source>
        <comment>io.above-system-limit</comment>
        <translation>시스템이 허용하는 크기를 넘게 됩니다</translation>
    </message>
    <message>
        <source>the host's clock</source>
        <comment>gpu.times-host</comment>
        <translation>호스트 시계</translation>
    </message>
    <message>
        <source>the launch queue on GPU {0}</source>
        <comment>calibrate.the-launch-queue-on-gpu</comment>
        <translation>GPU {0}의 실행 대기열</translation>
    </message>
    <message>
        <source>the median rank</source>
        <comment>ranks.late.median</comment>
        <translation>중앙값 랭크</translation>
    </message>
    <message>
        <source>the number of a line, with true or false</source>
        <comment>lesson.line</comment>
        <translation>줄 번호(값은 true 또는 false)</translation>
    </message>
    <message>
        <source>the operations that would show why are not loaded</source>
        <comment>ranks.late.not-loaded</comment>
        <translation>원인을 보여 줄 연산을 불러오지 않음</translation>
    </message>
    <message>
        <source>the traces of ranks {0} and {1} are of different runs. Choose a folder with the traces of one run.</source>
        <comment>ranks.other-run</comment>
        <translation>랭크 {0}과(와) {1}의 추적은 서로 다른 실행의 것입니다. 한 실행의 추적만 있는 폴더를 선택하십시오.</translation>
    </message>
    <message>
        <source>there is no dialect "{0}"; there are torch and mxnet</source>
        <comment>lesson.unknown-dialect</comment>
        <translation>프레임워크 "{0}"이(가) 없습니다. torch와 mxnet이 있습니다</translation>
    </message>
    <message>
        <source>there is no pane "{0}"; known are output, table, charts</source>
        <comment>lesson.unknown-pane</comment>
        <translation>창 "{0}"이(가) 없습니다. 있는 것: output, table, charts</translation>
    </message>
    <message>
        <source>there is no such file</source>
        <comment>io.not-found</comment>
        <translation>그런 파일이 없습니다</translation>
    </message>
    <message>
        <source>there is no trace of any rank.</source>
        <comment>ranks.none</comment>
        <translation>랭크의 추적이 없습니다.</translation>
    </message>
    <message>
        <source>true or false</source>
        <comment>field.flag</comment>
        <translation>true 또는 false</translation>
    </message>
    <message>
        <source>unpacked, {0}</source>
        <comment>trace.unpacked</comment>
        <translation>풀어 보니 {0}</translation>
    </message>
    <message>
        <source>wait</source>
        <comment>part.wait</comment>
        <translation>대기</translation>
    </message>
    <message>
        <source>waits on GPU {0}</source>
        <comment>calibrate.waits-on-gpu</comment>
        <translation>GPU {0}의 대기</translation>
    </message>
    <message>
        <source>waits, idle</source>
        <comment>part.idle</comment>
        <translation>대기, 유휴</translation>
    </message>
    <message>
        <source>you have no permission to read it</source>
        <comment>io.no-read-permission</comment>
        <translation>읽을 권한이 없습니다</translation>
    </message>
    <message>
        <source>you have no permission to write there</source>
        <comment>io.no-write-permission</comment>
        <translation>그곳에 쓸 권한이 없습니다</translation>
    </message>
    <message>
        <source>{0} #{1} is called in different lines: {2}. The result is wrong if the ranks mean different tensors, so all must make their calls in the same order.</source>
        <comment>ranks.lines</comment>
        <translation>{0} #{1}이(가) 서로 다른 줄에서 호출됩니다: {2}. 랭크마다 다른 텐서를 뜻한다면 결과가 틀리므로, 모든 랭크가 같은 순서로 호출해야 합니다.</translation>
    </message>
    <message>
        <source>{0} (line {1})</source>
        <comment>ranks.late.at</comment>
        <translation>{0}({1}행)</translation>
    </message>
    <message>
        <source>{0} Programs that need a GPU run on a virtual machine instead.</source>
        <comment>gpu.instead</comment>
        <translation>{0} GPU가 필요한 프로그램은 대신 가상 머신에서 실행됩니다.</translation>
    </message>
    <message>
        <source>{0} cannot be read. Check its permissions.</source>
        <comment>program.not-read</comment>
        <translation>{0}을(를) 읽을 수 없습니다. 권한을 확인하세요.</translation>
    </message>
    <message>
        <source>{0} could not be written as an OTF2 archive. Choose a folder that can be written to.</source>
        <comment>io.otf2-failed</comment>
        <translation>{0}을(를) OTF2 아카이브로 쓸 수 없습니다. 쓸 수 있는 폴더를 선택하세요.</translation>
    </message>
    <message>
        <source>{0} exists, and an OTF2 archive is a new folder. Choose another name.</source>
        <comment>io.otf2-exists</comment>
        <translation>{0}이(가) 이미 있고 OTF2 아카이브는 새 폴더입니다. 다른 이름을 선택하세요.</translation>
    </message>
    <message>
        <source>{0} has no GPU, so no further GPU can be like it. Choose a machine with GPUs.</source>
        <comment>machine.no-gpu-to-copy</comment>
        <translation>{0}에는 GPU가 없어 같은 GPU를 더할 수 없습니다. GPU가 있는 머신을 고르세요.</translation>
    </message>
    <message>
        <source>{0} has no trace of a rank. Choose the folder in which each rank has written its trace.</source>
        <comment>ranks.none-in</comment>
        <translation>{0}에 랭크의 추적이 없습니다. 각 랭크가 추적을 쓴 폴더를 선택하세요.</translation>
    </message>
    <message>
        <source>{0} has several profiles that state no rank, and their names do not number them from 0 to {1}. Name them rank-0.json to rank-{1}.json, and keep other JSON files in another folder.</source>
        <comment>ranks.unnumbered</comment>
        <translation>{0}에는 랭크를 밝히지 않은 프로파일이 여러 개 있고, 파일 이름도 0부터 {1}까지 번호가 매겨져 있지 않습니다. rank-0.json부터 rank-{1}.json까지로 이름을 바꾸고, 다른 JSON 파일은 다른 폴더에 두세요.</translation>
    </message>
    <message>
        <source>{0} is larger than {1} MiB, too large for a program.</source>
        <comment>program.too-large</comment>
        <translation>{0}은(는) {1} MiB보다 커서 프로그램으로는 너무 큽니다.</translation>
    </message>
    <message>
        <source>{0} is not a Jupyter notebook: {1}.</source>
        <comment>program.not-notebook</comment>
        <translation>{0}은(는) Jupyter 노트북이 아닙니다: {1}.</translation>
    </message>
    <message>
        <source>{0} is not a file that can be read.</source>
        <comment>ranks.no-file</comment>
        <translation>{0}은(는) 읽을 수 있는 파일이 아닙니다.</translation>
    </message>
    <message>
        <source>{0} is not a machine file: it is larger than 4 MiB.</source>
        <comment>machine.too-large</comment>
        <translation>{0}은(는) 머신 파일이 아닙니다: 4 MiB보다 큽니다.</translation>
    </message>
    <message>
        <source>{0} is not a machine file: {1}.</source>
        <comment>machine.invalid-json</comment>
        <translation>{0}은(는) 머신 파일이 아닙니다: {1}.</translation>
    </message>
    <message>
        <source>{0} is not a text file, so it is not a program.</source>
        <comment>program.not-text</comment>
        <translation>{0}은(는) 텍스트 파일이 아니므로 프로그램이 아닙니다.</translation>
    </message>
    <message>
        <source>{0} is still busy when "{1}" ends, for another {2} (unfinished operations: {3}). The time {4} does not contain that work.</source>
        <comment>warning.early-clock</comment>
        <translation>"{1}"이(가) 끝날 때 {0}은(는) 아직 {2} 동안 더 작업합니다(끝나지 않은 연산: {3}). 시간 {4}에는 이 작업이 들어 있지 않습니다.</translation>
    </message>
    <message>
        <source>{0} is still busy when the program ends, for another {1} (unfinished operations: {2}). Nothing waited for that work.</source>
        <comment>warning.left-at-end</comment>
        <translation>프로그램이 끝날 때 {0}은(는) 아직 {1} 동안 더 작업합니다(끝나지 않은 연산: {2}). 이 작업을 기다린 것은 없습니다.</translation>
    </message>
    <message>
        <source>{0} is still busy with earlier work when "{1}" begins: {2} ends {3} later, and {4} of the block starts after it.</source>
        <comment>warning.earlier-work</comment>
        <translation>"{1}"이(가) 시작할 때 {0}은(는) 아직 이전 작업 중입니다. {2}이(가) {3} 뒤에 끝나고, 블록의 {4}은(는) 그 뒤에 시작합니다.</translation>
    </message>
    <message>
        <source>{0} is {1}, not a machine file.</source>
        <comment>machine.not-a-file</comment>
        <translation>{0}은(는) 머신 파일이 아니라 {1}입니다.</translation>
    </message>
    <message>
        <source>{0} is {1}, not a program. Save the program to a file and open that.</source>
        <comment>program.not-a-file</comment>
        <translation>{0}은(는) 프로그램이 아니라 {1}입니다. 프로그램을 파일로 저장한 뒤 여세요.</translation>
    </message>
    <message>
        <source>{0} or {1}</source>
        <comment>gpu.driver-for-either</comment>
        <translation>{0} 또는 {1}</translation>
    </message>
    <message>
        <source>{0} stopped working ({1}): nothing more can run on it in this program. Restart the program. The trace up to here is kept.</source>
        <comment>run.gpu-lost</comment>
        <translation>{0}이(가) 작동을 멈췄습니다({1}). 이 프로그램에서는 더 이상 실행할 수 없습니다. 프로그램을 다시 시작하세요. 여기까지의 추적은 남아 있습니다.</translation>
    </message>
    <message>
        <source>{0} was not written: of more than {1} ranks only the spans are in memory. Copy the file from which the run was opened.</source>
        <comment>ranks.only-spans</comment>
        <translation>{0}을(를) 쓰지 않았습니다. 랭크가 {1}개를 넘으면 메모리에 구간만 있습니다. 실행을 연 파일을 복사하세요.</translation>
    </message>
    <message>
        <source>{0} was not written: this build has no OTF2. Install libotf2-trace-dev and build again.</source>
        <comment>io.no-otf2</comment>
        <translation>{0}을(를) 쓰지 않았습니다. 이 빌드에는 OTF2가 없습니다. libotf2-trace-dev를 설치하고 다시 빌드하세요.</translation>
    </message>
    <message>
        <source>{0} was not written: this run is too large for one trace of that format. Merge it into a .overlap file.</source>
        <comment>ranks.too-large</comment>
        <translation>{0}을(를) 쓰지 않았습니다. 이 실행은 그 형식의 추적 하나로 담기에 너무 큽니다. .overlap 파일로 병합하세요.</translation>
    </message>
    <message>
        <source>{0} {1}</source>
        <comment>sentences</comment>
        <translation>{0} {1}</translation>
    </message>
    <message>
        <source>{0}, line {1}: invalid header line: {2}</source>
        <comment>program.bad-header</comment>
        <translation>{0}, {1}행: 머리말의 이 행을 이해할 수 없습니다: {2}</translation>
    </message>
    <message>
        <source>{0}, line {1}: this is not UTF-8 text. Save the file in UTF-8 to open it here.</source>
        <comment>program.not-utf8</comment>
        <translation>{0}, {1}행: UTF-8 텍스트가 아닙니다. UTF-8로 저장한 뒤 여세요.</translation>
    </message>
    <message>
        <source>{0}: another file has the id {1} and the same dialect. Give this file a different id.</source>
        <comment>program.repeated-id</comment>
        <translation>{0}: 다른 파일이 같은 id {1}와 같은 프레임워크를 씁니다. 고유한 id를 주세요.</translation>
    </message>
    <message>
        <source>{0}: not measured. {1}</source>
        <comment>calibrate.not-measured</comment>
        <translation>{0}: 측정하지 않음. {1}</translation>
    </message>
    <message>
        <source>{0}: the field {1} occurs twice in one object. Remove one of them.</source>
        <comment>machine.repeated-field</comment>
        <translation>{0}: 필드 {1}이(가) 한 객체에 두 번 나옵니다. 하나를 지우세요.</translation>
    </message>
    <message>
        <source>{0}: the header has no id or no title.</source>
        <comment>program.no-title</comment>
        <translation>{0}: 머리말에 id나 제목이 없습니다.</translation>
    </message>
    <message>
        <source>{0}: times by {1}; {2}.</source>
        <comment>gpu.note</comment>
        <translation>{0}: 시간 측정 {1}; {2}.</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <comment>lesson.at</comment>
        <translation>{0}: {1}</translation>
    </message>
    <message>
        <source>{0}: {1} {2}.</source>
        <comment>machine.field</comment>
        <translation>{0}: {1} {2}.</translation>
    </message>
    <message>
        <source>{0}: {1}.</source>
        <comment>ranks.late</comment>
        <translation>{0}: {1}.</translation>
    </message>
</context>
<context>
    <name>program</name>
    <message>
        <source>13 MFLOP per image, which is little for a GPU. One thread issues the work of all GPUs: the operations of a batch once for each GPU and its part of the images.</source>
        <translation>이미지 한 장에 13 MFLOP으로 GPU에는 적은 양입니다. 스레드 하나가 모든 GPU의 작업을 제출합니다. 한 배치의 연산을 GPU마다 자기 몫의 이미지에 대해 한 번씩 제출합니다.</translation>
    </message>
    <message>
        <source>16 GFLOP per product on the CPU, 432 GFLOP on the GPU. PyTorch computes on the CPU in the program's own thread, so the two work at once only if the GPU's work is issued first.</source>
        <translation>곱 하나에 CPU에서 16 GFLOP, GPU에서 432 GFLOP입니다. PyTorch는 프로그램의 스레드에서 CPU 계산을 하므로, GPU의 작업을 먼저 제출해야만 둘이 동시에 일합니다.</translation>
    </message>
    <message>
        <source>16 GFLOP per product on the CPU, 432 GFLOP on the GPU. Together they take at least as long as the longer of the two.</source>
        <translation>곱 하나에 CPU에서 16 GFLOP, GPU에서 432 GFLOP입니다. 둘이 함께 걸리는 시간은 적어도 둘 중 긴 쪽만큼입니다.</translation>
    </message>
    <message>
        <source>2 streams</source>
        <translation>스트림 2개</translation>
    </message>
    <message>
        <source>2.7 GFLOP per image, about 200 times those of LeNet. The gradients of a layer can be summed while the backward pass computes those of the layers before it. Two GPUs train twice the images per step.</source>
        <translation>이미지 한 장에 2.7 GFLOP으로 LeNet의 약 200배입니다. 역전파가 앞쪽 층의 기울기를 계산하는 동안 어떤 층의 기울기를 더할 수 있습니다. GPU 두 개는 한 단계에 두 배의 이미지를 학습합니다.</translation>
    </message>
    <message>
        <source>20 products</source>
        <translation>곱 20번</translation>
    </message>
    <message>
        <source>2000 passes</source>
        <translation>순전파 2000회</translation>
    </message>
    <message>
        <source>432 GFLOP and 137 MiB each. On a stream of their own and into pinned memory, the copy of one result can run while the next one is computed; that of the last has nothing to hide behind.</source>
        <translation>각각 432 GFLOP, 137 MiB입니다. 별도의 스트림에서 고정 메모리로 복사하면 한 결과의 복사를 다음 결과를 계산하는 동안 할 수 있습니다. 마지막 결과의 복사는 숨을 곳이 없습니다.</translation>
    </message>
    <message>
        <source>432 GFLOP and 137 MiB each. The copy of one result can run while the next one is computed; that of the last has nothing to hide behind.</source>
        <translation>각각 432 GFLOP, 137 MiB입니다. 한 결과의 복사를 다음 결과를 계산하는 동안 할 수 있습니다. 마지막 결과의 복사는 숨을 곳이 없습니다.</translation>
    </message>
    <message>
        <source>44 products</source>
        <translation>곱 44개</translation>
    </message>
    <message>
        <source>5 rows do not split into two equal parts: the program says so</source>
        <translation>5행은 똑같이 둘로 나뉘지 않습니다. 프로그램이 그렇게 말합니다</translation>
    </message>
    <message>
        <source>50 batches</source>
        <translation>배치 50개</translation>
    </message>
    <message>
        <source>8 GPUs</source>
        <translation>GPU 8개</translation>
    </message>
    <message>
        <source>A diamond, a chain, a tree and a random graph on two GPUs and the CPU. Each runs once with a wait after every operation and once without: the results are equal to the last bit. In the end a dependency goes missing: the program hands a value on outside of the engine.</source>
        <translation>GPU 두 개와 CPU에서 다이아몬드, 사슬, 트리, 무작위 그래프를 실행합니다. 연산마다 기다리며 한 번, 기다리지 않고 한 번: 결과는 마지막 비트까지 같습니다. 끝에서는 종속성 하나가 빠집니다. 프로그램이 엔진 밖에서 값을 넘기기 때문입니다.</translation>
    </message>
    <message>
        <source>A diamond, a chain, a tree and a random graph on two GPUs and the CPU. Each runs once with a wait after every operation and once without: the results are equal to the last bit. In the end a dependency goes missing: the program hands a value on outside of the streams.</source>
        <translation>GPU 두 개와 CPU에서 다이아몬드, 사슬, 트리, 무작위 그래프를 계산합니다. 각각 한 번은 연산마다 기다리고 한 번은 기다리지 않으며, 결과는 마지막 비트까지 같습니다. 끝에서는 의존성 하나가 빠집니다: 프로그램이 값을 스트림 밖으로 넘깁니다.</translation>
    </message>
    <message>
        <source>A small product fills only part of the GPU, so several can run side by side; a tiny one is over before the next is issued.</source>
        <translation>작은 곱은 GPU의 일부만 채우므로 여러 개가 나란히 실행될 수 있습니다. 아주 작은 곱은 다음 곱이 제출되기 전에 끝납니다.</translation>
    </message>
    <message>
        <source>All devices</source>
        <translation>모든 장치</translation>
    </message>
    <message>
        <source>Asynchronous computation</source>
        <translation>비동기 계산</translation>
    </message>
    <message>
        <source>Automatic parallelism</source>
        <translation>자동 병렬 처리</translation>
    </message>
    <message>
        <source>Batch 512</source>
        <translation>배치 512</translation>
    </message>
    <message>
        <source>CPU workers</source>
        <translation>CPU 워커</translation>
    </message>
    <message>
        <source>Compilers and interpreters</source>
        <translation>컴파일러 및 인터프리터</translation>
    </message>
    <message>
        <source>Concise implementation</source>
        <translation>여러 GPU를 위한 간결한 구현</translation>
    </message>
    <message>
        <source>DataParallel copies the net to every GPU in every step, splits the batch, and gathers results and gradients on the first GPU, which therefore has more to do and to hold than the others.</source>
        <translation>DataParallel은 스텝마다 신경망을 모든 GPU에 복사하고 배치를 나누며 결과와 그래디언트를 첫 번째 GPU에 모읍니다. 그래서 첫 GPU는 다른 것보다 할 일도, 담을 것도 많습니다.</translation>
    </message>
    <message>
        <source>Each call waits for something else: one result, everything, one result and its copy to the host.</source>
        <translation>호출마다 기다리는 것이 다릅니다: 결과 하나, 전부, 결과 하나와 호스트로의 복사.</translation>
    </message>
    <message>
        <source>Each rank is a process with its own GPU and part of the data: overlap-run 13.5-ddp --ranks 4. DistributedDataParallel averages the gradients, by default while backward() still computes others.</source>
        <translation>랭크마다 자기 GPU와 데이터의 일부를 가진 프로세스입니다: overlap-run 13.5-ddp --ranks 4. DistributedDataParallel은 기울기를 평균하며, 기본적으로 backward()가 다른 기울기를 아직 계산하는 동안 합니다.</translation>
    </message>
    <message>
        <source>Each rank is a process with its own GPU: overlap-run 13.6-ddp --ranks 8. By default the gradients of the last layers, which backward() computes first, are exchanged while it computes those of the first layers. DistributedDataParallel waits for them by itself: the switch is the parameter "exchange during backward", not a line.</source>
        <translation>랭크마다 자기 GPU를 가진 프로세스입니다: overlap-run 13.6-ddp --ranks 8. 기본적으로 backward()가 먼저 계산하는 마지막 층들의 기울기는 처음 층들의 기울기를 계산하는 동안 교환됩니다. DistributedDataParallel이 스스로 기다리므로, 스위치는 줄이 아니라 매개변수 "역전파 중 교환"입니다.</translation>
    </message>
    <message>
        <source>Every line of the loop is a node of the book's figure. An event marks that the gradients of the second layer are on the CPU, so that it can sum and update them while the GPUs still work backwards through the first.</source>
        <translation>반복문의 각 줄은 책 그림의 노드입니다. 이벤트가 둘째 층의 기울기가 CPU에 있음을 표시하므로, GPU가 아직 첫째 층을 거꾸로 지나는 동안 CPU가 그것을 더하고 갱신할 수 있습니다.</translation>
    </message>
    <message>
        <source>Every line of the loop is a node of the book's figure. The CPU can sum and update the second layer while the GPUs still work backwards through the first.</source>
        <translation>반복문의 각 줄은 책 그림의 노드입니다. GPU가 아직 첫째 층을 거꾸로 지나는 동안 CPU는 둘째 층을 더하고 갱신할 수 있습니다.</translation>
    </message>
    <message>
        <source>Flip line 12</source>
        <translation>12행 전환</translation>
    </message>
    <message>
        <source>Flip line 13</source>
        <translation>13행 전환</translation>
    </message>
    <message>
        <source>Flip line 14</source>
        <translation>14행 전환</translation>
    </message>
    <message>
        <source>Flip line 15</source>
        <translation>15행 전환</translation>
    </message>
    <message>
        <source>Flip line 16</source>
        <translation>16행 전환</translation>
    </message>
    <message>
        <source>Flip line 17</source>
        <translation>17행 전환</translation>
    </message>
    <message>
        <source>Flip line 19</source>
        <translation>19행 전환</translation>
    </message>
    <message>
        <source>Flip line 21</source>
        <translation>21행 전환</translation>
    </message>
    <message>
        <source>Flip line 22</source>
        <translation>22행 전환</translation>
    </message>
    <message>
        <source>Flip line 24</source>
        <translation>24행 전환</translation>
    </message>
    <message>
        <source>Flip line 27</source>
        <translation>27행 전환</translation>
    </message>
    <message>
        <source>Flip line 28</source>
        <translation>28행 전환</translation>
    </message>
    <message>
        <source>Flip line 32</source>
        <translation>32행 전환</translation>
    </message>
    <message>
        <source>Flip line 43</source>
        <translation>43번 줄 전환</translation>
    </message>
    <message>
        <source>Flip line 6</source>
        <translation>6번 줄 전환</translation>
    </message>
    <message>
        <source>Flip line 7</source>
        <translation>7행 전환</translation>
    </message>
    <message>
        <source>Flip line 8</source>
        <translation>8행 전환</translation>
    </message>
    <message>
        <source>GPU workers</source>
        <translation>GPU 워커</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Hardware and communication</source>
        <translation>하드웨어와 통신</translation>
    </message>
    <message>
        <source>If each copy makes the program wait, the CPU begins only after the last copy: the block reads {after} instead of {before}.</source>
        <translation>복사마다 프로그램이 기다리면 CPU는 마지막 복사 뒤에야 시작합니다: 블록은 {before} 대신 {after}입니다.</translation>
    </message>
    <message>
        <source>If the program waits for each copy, the last block reads {after} instead of {before}.</source>
        <translation>프로그램이 복사마다 기다리면 마지막 블록은 {before} 대신 {after}로 읽힙니다.</translation>
    </message>
    <message>
        <source>If the program waits for the whole backward pass first, the block reads {after} instead of {before}.</source>
        <translation>프로그램이 역전파 전체를 먼저 기다리면 블록은 {before} 대신 {after}입니다.</translation>
    </message>
    <message>
        <source>In a ring each GPU sends less than twice its gradients, however many GPUs there are: with 8 instead of {gpus} it takes {after} instead of {before}.</source>
        <translation>링에서는 GPU가 몇 개든 각 GPU가 보내는 양이 자기 기울기의 두 배보다 적습니다. {gpus}개 대신 8개로는 {before} 대신 {after}가 걸립니다.</translation>
    </message>
    <message>
        <source>MiB per bucket of gradients</source>
        <translation>그래디언트 버킷당 MiB</translation>
    </message>
    <message>
        <source>No computation, one copy per GPU: the first rows go to the first GPU, the others to the second.</source>
        <translation>계산은 없고 GPU마다 복사 한 번: 앞의 행은 첫 번째 GPU로, 나머지는 두 번째로 갑니다.</translation>
    </message>
    <message>
        <source>No product needs another. Do more streams make them faster on one GPU? A product that fills the device leaves no room for others.</source>
        <translation>어떤 곱도 다른 곱이 필요하지 않습니다. 스트림이 많으면 GPU 하나에서 더 빨라질까요? 장치를 채우는 곱은 다른 곱에 자리를 남기지 않습니다.</translation>
    </message>
    <message>
        <source>On a CPU PyTorch's operations are done when their calls return, so nothing waits at the end of a block.</source>
        <translation>CPU에서 PyTorch의 연산은 호출이 돌아올 때 끝나 있으므로 블록 끝에서 기다리는 것이 없습니다.</translation>
    </message>
    <message>
        <source>On a separate stream a copy can start once its product is computed: {hiddenAfter} of the copying hides instead of {hiddenBefore}. The last block reads {before} now and {after} then: hiding saves time only where the copies decide, and not the pages of host memory.</source>
        <translation>별도의 스트림에서는 곱이 계산되면 바로 복사를 시작할 수 있습니다. 숨는 복사는 {hiddenBefore} 대신 {hiddenAfter}입니다. 마지막 블록은 지금 {before}, 그때는 {after}입니다. 숨기기는 호스트 메모리의 페이지가 아니라 복사가 결정하는 곳에서만 시간을 줄입니다.</translation>
    </message>
    <message>
        <source>On a separate stream {hiddenAfter} of the copying hides instead of {hiddenBefore}. The block reads {before} now and {after} then.</source>
        <translation>별도의 스트림에서는 복사의 {hiddenBefore} 대신 {hiddenAfter}이(가) 숨습니다. 블록은 지금 {before}, 그다음에는 {after}입니다.</translation>
    </message>
    <message>
        <source>One row passes three layers, the first of {512*inputs:FLOP}. Every operation has to be issued, however small it is: compiled, five operations per pass become one.</source>
        <translation>한 행이 세 층을 지나며 첫 층은 {512*inputs:FLOP}입니다. 연산은 아무리 작아도 제출해야 합니다. 컴파일하면 통과마다 연산 다섯 개가 하나가 됩니다.</translation>
    </message>
    <message>
        <source>One row passes three layers, the first of {512*inputs:FLOP}. Every operation has to be issued, however small it is: compiled, the kernels of a pass become one launch.</source>
        <translation>한 행이 세 층을 지나며 첫 층은 {512*inputs:FLOP}입니다. 연산은 아무리 작아도 제출해야 합니다. 컴파일하면 통과의 커널들이 한 번의 실행이 됩니다.</translation>
    </message>
    <message>
        <source>One thread issues the work of all GPUs. torch.cuda.synchronize() waits for the current one alone; the others are waited for when their gradients are copied.</source>
        <translation>스레드 하나가 모든 GPU의 작업을 제출합니다. torch.cuda.synchronize()는 현재 GPU만 기다리고, 나머지는 그래디언트를 복사할 때 기다립니다.</translation>
    </message>
    <message>
        <source>Only the last line needs a value: no statement before it has to wait.</source>
        <translation>마지막 줄만 값이 필요합니다. 그 앞의 어떤 문장도 기다릴 필요가 없습니다.</translation>
    </message>
    <message>
        <source>Parameter servers</source>
        <translation>파라미터 서버</translation>
    </message>
    <message>
        <source>Pin memory</source>
        <translation>고정 메모리</translation>
    </message>
    <message>
        <source>Pinned host memory from a pool needs no work on pages: the block reads {after} instead of {before}, with {hiddenAfter} of the copying hidden.</source>
        <translation>풀의 고정 호스트 메모리는 페이지 작업이 필요 없습니다. 블록은 {before} 대신 {after}로 읽히고 복사의 {hiddenAfter}가 숨습니다.</translation>
    </message>
    <message>
        <source>Pinned host memory from a pool needs no work on pages: the last block reads {after} instead of {before}, with {hiddenAfter} of the copying hidden.</source>
        <translation>풀의 고정 호스트 메모리는 페이지 작업이 필요 없습니다. 마지막 블록은 {before} 대신 {after}로 읽히고 복사의 {hiddenAfter}가 숨습니다.</translation>
    </message>
    <message>
        <source>Products and copies once, by kind of host memory and by stream. On the current stream a copy runs after all products that were issued before it; on a separate stream it can start once its product is computed. Pinned memory from a pool needs no work on pages.</source>
        <translation>곱과 복사를 한 번씩, 호스트 메모리의 종류와 스트림별로 실행합니다. 현재 스트림에서 복사는 그 전에 제출된 모든 곱 다음에 실행되고, 별도의 스트림에서는 곱이 계산되면 바로 시작할 수 있습니다. 풀의 고정 메모리는 페이지 작업이 필요 없습니다.</translation>
    </message>
    <message>
        <source>PyTorch computes on the CPU in the program's own thread, so the GPU's work has to be issued first.</source>
        <translation>PyTorch는 CPU 계산을 프로그램 자신의 스레드에서 하므로 GPU 작업을 먼저 제출해야 합니다.</translation>
    </message>
    <message>
        <source>PyTorch computes on the CPU inside the call, so reading a value there waits for nothing. On the GPU the call only issues the work, and the wait comes with the value.</source>
        <translation>PyTorch는 CPU에서는 호출 안에서 계산하므로 값을 읽을 때 기다리지 않습니다. GPU에서는 호출이 작업을 제출만 하고, 값을 읽을 때 기다립니다.</translation>
    </message>
    <message>
        <source>PyTorch reserves memory when work is issued, and what is issued later on the same stream may have it again at once. So batches that wait for their turn cost no memory here: compare the memory with MXNet's, where each can be allocated long before it is trained.</source>
        <translation>PyTorch는 작업을 제출할 때 메모리를 잡고, 같은 스트림에 나중에 제출된 작업이 그것을 바로 다시 쓸 수 있습니다. 그래서 차례를 기다리는 배치는 여기서 메모리를 쓰지 않습니다. 학습하기 훨씬 전에 할당될 수 있는 MXNet의 메모리와 비교해 보세요.</translation>
    </message>
    <message>
        <source>Separate stream</source>
        <translation>전용 스트림</translation>
    </message>
    <message>
        <source>Statement by statement three additions are issued. Known as a whole, the program is one expression; where its inputs are known too, it is one number.</source>
        <translation>문장마다 실행하면 덧셈 세 개가 제출됩니다. 전체를 알면 프로그램은 식 하나이고, 입력까지 알면 수 하나입니다.</translation>
    </message>
    <message>
        <source>The book's first times end when the last batch was issued, not when it was trained. A batch of data depends on nothing, so it can exist long before its turn: watch the memory.</source>
        <translation>책의 처음 시간들은 마지막 배치가 학습된 때가 아니라 제출된 때 끝납니다. 데이터 배치는 아무것에도 의존하지 않으므로 차례보다 훨씬 전에 존재할 수 있습니다. 메모리를 보세요.</translation>
    </message>
    <message>
        <source>The clock gives one number, PyTorch's profiler a table. The timeline shows more: which lane is busy, where it waits, and what the program itself does meanwhile. Read busy, idle and critical path on the right.</source>
        <translation>시계는 숫자 하나를, PyTorch의 프로파일러는 표를 줍니다. 타임라인은 더 많은 것을 보여 줍니다: 어느 레인이 바쁜지, 어디서 기다리는지, 그동안 프로그램 자신은 무엇을 하는지. 바쁨, 유휴, 임계 경로는 오른쪽에서 읽으세요.</translation>
    </message>
    <message>
        <source>The clock gives one number. The timeline shows more: which lane is busy, where it waits, and what the program itself does meanwhile. Read busy, idle and critical path on the right.</source>
        <translation>시계는 수 하나를 줍니다. 타임라인은 그 수가 숨기는 것을 보여 줍니다: 어느 레인이 바쁜지, 어디서 기다리는지, 그동안 프로그램은 무엇을 하는지. 오른쪽에서 사용률, 유휴, 임계 경로를 읽으세요.</translation>
    </message>
    <message>
        <source>The prints of forward appear while Python runs it: twice eagerly, once when the graph is captured, then never again. The result stays the same.</source>
        <translation>forward의 출력은 Python이 실행할 때 나타납니다: 즉시 실행에서 두 번, 그래프를 포착할 때 한 번, 그 뒤로는 없습니다. 결과는 같습니다.</translation>
    </message>
    <message>
        <source>Training on multiple GPUs</source>
        <translation>다중 GPU 훈련</translation>
    </message>
    <message>
        <source>Two copies and an addition per further GPU, all through the first one. The second function binds a name to the copy and leaves the array as it was, as an old edition did.</source>
        <translation>GPU가 하나 늘 때마다 복사 두 번과 덧셈 한 번이 모두 첫 번째 GPU를 거칩니다. 두 번째 함수는 옛 판이 그랬듯이 이름만 복사본에 붙이고 배열은 그대로 둡니다.</translation>
    </message>
    <message>
        <source>Two copies and an addition per further GPU, all through the first one. The second function puts the copy into the list and leaves the tensor as it was, as an old edition did.</source>
        <translation>GPU가 하나 늘 때마다 복사 두 번과 덧셈 한 번이 늘고, 모두 첫째 GPU를 거칩니다. 둘째 함수는 옛 판처럼 복사본을 목록에 넣고 텐서는 그대로 둡니다.</translation>
    </message>
    <message>
        <source>Two workers</source>
        <translation>작업자 둘</translation>
    </message>
    <message>
        <source>What counts is how many bytes pass the busiest link. PyTorch copies between GPUs on the current streams of both, so streams of their own let each GPU send and receive at once. Try the ring of eight GPUs on the machine with NVLink.</source>
        <translation>중요한 것은 가장 바쁜 링크를 지나는 바이트 수입니다. PyTorch는 두 GPU의 현재 스트림에서 서로 복사하므로, 별도의 스트림을 써야 각 GPU가 동시에 보내고 받습니다. NVLink가 있는 머신에서 GPU 여덟 개의 고리를 시험해 보세요.</translation>
    </message>
    <message>
        <source>What counts is how many bytes pass the busiest link. Try the ring of eight GPUs on the machine with NVLink.</source>
        <translation>가장 바쁜 링크를 지나는 바이트 수가 중요합니다. NVLink가 있는 머신에서 GPU 여덟 개의 링을 실행해 보세요.</translation>
    </message>
    <message>
        <source>With 2 streams instead of {sides} the last block reads {after} instead of {before}.</source>
        <translation>스트림 {sides}개 대신 2개로는 마지막 블록이 {before} 대신 {after}로 읽힙니다.</translation>
    </message>
    <message>
        <source>With 2 workers instead of {streams} the last block reads {after} instead of {before}.</source>
        <translation>작업자 {streams}개 대신 2개로는 마지막 블록이 {before} 대신 {after}로 읽힙니다.</translation>
    </message>
    <message>
        <source>With 20 products instead of {products} the last block reads {after} instead of {before}.</source>
        <translation>곱 {products}개 대신 20개로는 마지막 블록이 {before} 대신 {after}로 읽힙니다.</translation>
    </message>
    <message>
        <source>With 2000 passes instead of {calls} the compiled net takes {after} instead of {before}.</source>
        <translation>{calls}번 대신 2000번 통과하면 컴파일된 신경망은 {before} 대신 {after}가 걸립니다.</translation>
    </message>
    <message>
        <source>With 2000 passes instead of {calls} the hybridized net takes {after} instead of {before}.</source>
        <translation>{calls}번 대신 2000번 통과하면 하이브리드화된 신경망은 {before} 대신 {after}가 걸립니다.</translation>
    </message>
    <message>
        <source>With 2000 passes instead of {calls} the scripted net takes {after} instead of {before}.</source>
        <translation>{calls}번 대신 2000번 통과하면 스크립트로 만든 신경망은 {before} 대신 {after}가 걸립니다.</translation>
    </message>
    <message>
        <source>With 44 products instead of {products} the block reads {after} instead of {before}.</source>
        <translation>곱 {products}개 대신 44개로는 블록이 {before} 대신 {after}로 읽힙니다.</translation>
    </message>
    <message>
        <source>With 50 batches instead of {batches} issuing them takes {after} instead of {before}.</source>
        <translation>배치 {batches}개 대신 50개면 제출하는 데 {before} 대신 {after}가 걸립니다.</translation>
    </message>
    <message>
        <source>With 512 images per batch instead of {batch}, the last epoch takes {after} instead of {before}.</source>
        <translation>배치마다 이미지 {batch}장 대신 512장이면 마지막 에폭은 {before} 대신 {after}가 걸립니다.</translation>
    </message>
    <message>
        <source>With a wait after the first statement the run takes {after} instead of {before}.</source>
        <translation>첫 문장 뒤에서 기다리면 실행은 {before} 대신 {after}가 걸립니다.</translation>
    </message>
    <message>
        <source>With matrices of side 1000 instead of {n} the GPU's second block reads {after} instead of {before}.</source>
        <translation>행렬의 변이 {n} 대신 1000이면 GPU의 둘째 블록은 {before} 대신 {after}로 읽힙니다.</translation>
    </message>
    <message>
        <source>With matrices of side 1000 instead of {n} the second block reads {after} instead of {before}.</source>
        <translation>행렬의 변이 {n} 대신 1000이면 둘째 블록은 {before} 대신 {after}로 읽힙니다.</translation>
    </message>
    <message>
        <source>With matrices of side 4000 instead of {n} the second block reads {after} instead of {before}.</source>
        <translation>행렬의 변이 {n} 대신 4000이면 둘째 블록은 {before} 대신 {after}로 읽힙니다.</translation>
    </message>
    <message>
        <source>With matrices of side 500 instead of {n} the last block reads {after} instead of {before}.</source>
        <translation>행렬의 변이 {n} 대신 500이면 마지막 블록은 {before} 대신 {after}로 읽힙니다.</translation>
    </message>
    <message>
        <source>With pinned host memory from a pool the last block reads {after} instead of {before}.</source>
        <translation>풀의 고정 호스트 메모리로는 마지막 블록이 {before} 대신 {after}로 읽힙니다.</translation>
    </message>
    <message>
        <source>Without it, `GPU1 time` reads {after}: the clock then stops once the products are issued, whether or not they are computed.</source>
        <translation>그것이 없으면 `GPU1 time`은 {after}로 읽힙니다. 시계가 곱이 제출되면, 계산되었든 아니든 멈추기 때문입니다.</translation>
    </message>
    <message>
        <source>Without synchronize the clock stops once both products are issued: the block reads {after} instead of {before}.</source>
        <translation>synchronize가 없으면 두 곱이 제출되자마자 시계가 멈춥니다. 블록은 {before} 대신 {after}로 읽힙니다.</translation>
    </message>
    <message>
        <source>Without the wait in the first loop its clock stops once all batches are issued: it reads {after} instead of {before}.</source>
        <translation>첫 반복문에 대기가 없으면 모든 배치가 제출되자마자 시계가 멈춥니다. {before} 대신 {after}로 읽힙니다.</translation>
    </message>
    <message>
        <source>Without the wait in the loop the first block's clock stops once all additions are issued: it reads {after} instead of {before}.</source>
        <translation>반복문에 대기가 없으면 모든 덧셈이 제출되자마자 첫 블록의 시계가 멈춥니다. {before} 대신 {after}로 읽힙니다.</translation>
    </message>
    <message>
        <source>Without this wait the first block's clock stops once its work is issued: it reads {after} instead of {before}.</source>
        <translation>이 대기가 없으면 첫 블록의 작업이 제출되자마자 시계가 멈춥니다. {before} 대신 {after}로 읽힙니다.</translation>
    </message>
    <message>
        <source>Without this wait the last block's clock stops once its work is issued: it reads {after} instead of {before}.</source>
        <translation>이 대기가 없으면 마지막 블록의 작업이 제출되자마자 시계가 멈춥니다. {before} 대신 {after}로 읽힙니다.</translation>
    </message>
    <message>
        <source>Without this wait the second block also covers what is left of the first one's work: it reads {after} instead of {before}.</source>
        <translation>이 대기가 없으면 둘째 블록에 첫 블록의 남은 작업도 들어갑니다. {before} 대신 {after}로 읽힙니다.</translation>
    </message>
    <message>
        <source>Without this wait the second block's clock stops once its work is issued: it reads {after} instead of {before}.</source>
        <translation>이 대기가 없으면 둘째 블록의 작업이 제출되자마자 시계가 멈춥니다. {before} 대신 {after}로 읽힙니다.</translation>
    </message>
    <message>
        <source>Without waitall the clock stops once both products are issued: the block reads {after} instead of {before}.</source>
        <translation>waitall이 없으면 두 곱이 제출되자마자 시계가 멈춥니다. 블록은 {before} 대신 {after}로 읽힙니다.</translation>
    </message>
    <message>
        <source>`torch.cuda.synchronize()` waits for the current device only. If it waits for all, `GPU1 &amp; GPU2` reads {after} instead of {before}.</source>
        <translation>`torch.cuda.synchronize()`는 현재 장치만 기다립니다. 모든 장치를 기다리면 `GPU1 &amp; GPU2`는 {before} 대신 {after}로 읽힙니다.</translation>
    </message>
    <message>
        <source>all</source>
        <translation>모두</translation>
    </message>
    <message>
        <source>all: GPUs where the machine has them; cpu: contexts of the CPU</source>
        <translation>all: 머신에 GPU가 있으면 GPU, cpu: CPU 컨텍스트</translation>
    </message>
    <message>
        <source>all: GPUs where the machine has them; cpu: the CPU instead</source>
        <translation>all: 머신에 GPU가 있으면 GPU, cpu: 대신 CPU</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>배치</translation>
    </message>
    <message>
        <source>batch of all ranks</source>
        <translation>모든 랭크의 배치</translation>
    </message>
    <message>
        <source>batch per GPU</source>
        <translation>GPU당 배치</translation>
    </message>
    <message>
        <source>batch per rank</source>
        <translation>랭크당 배치</translation>
    </message>
    <message>
        <source>batch size</source>
        <translation>배치 크기</translation>
    </message>
    <message>
        <source>batches</source>
        <translation>배치 수</translation>
    </message>
    <message>
        <source>classes</source>
        <translation>클래스 수</translation>
    </message>
    <message>
        <source>copies on</source>
        <translation>복사 위치</translation>
    </message>
    <message>
        <source>cpu</source>
        <translation>cpu</translation>
    </message>
    <message>
        <source>current</source>
        <translation>현재</translation>
    </message>
    <message>
        <source>devices</source>
        <translation>장치</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>에포크 수</translation>
    </message>
    <message>
        <source>exchange during backward</source>
        <translation>역전파 중 교환</translation>
    </message>
    <message>
        <source>forward passes</source>
        <translation>순전파 횟수</translation>
    </message>
    <message>
        <source>framework</source>
        <translation>프레임워크</translation>
    </message>
    <message>
        <source>hidden units</source>
        <translation>은닉 유닛</translation>
    </message>
    <message>
        <source>host memory</source>
        <translation>호스트 메모리</translation>
    </message>
    <message>
        <source>inputs</source>
        <translation>입력 수</translation>
    </message>
    <message>
        <source>iterations</source>
        <translation>반복 횟수</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>학습률</translation>
    </message>
    <message>
        <source>learning rate on one GPU</source>
        <translation>GPU 하나의 학습률</translation>
    </message>
    <message>
        <source>learning rate per rank</source>
        <translation>랭크당 학습률</translation>
    </message>
    <message>
        <source>matrix side</source>
        <translation>행렬의 변</translation>
    </message>
    <message>
        <source>megabytes of gradients</source>
        <translation>그래디언트 메비바이트</translation>
    </message>
    <message>
        <source>n</source>
        <translation>n</translation>
    </message>
    <message>
        <source>off</source>
        <translation>끔</translation>
    </message>
    <message>
        <source>on</source>
        <translation>켬</translation>
    </message>
    <message>
        <source>on two</source>
        <translation>두 개에서</translation>
    </message>
    <message>
        <source>on: while backward() computes further gradients; off: after it</source>
        <translation>켬: backward()가 나머지 그래디언트를 계산하는 동안; 끔: 그 뒤에</translation>
    </message>
    <message>
        <source>own</source>
        <translation>전용</translation>
    </message>
    <message>
        <source>pageable</source>
        <translation>페이지 가능</translation>
    </message>
    <message>
        <source>pageable-warm</source>
        <translation>페이지 가능 (예열됨)</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>고정</translation>
    </message>
    <message>
        <source>pinned-cold</source>
        <translation>고정 (새로)</translation>
    </message>
    <message>
        <source>products</source>
        <translation>행렬곱</translation>
    </message>
    <message>
        <source>random operations</source>
        <translation>무작위 연산 수</translation>
    </message>
    <message>
        <source>ranks</source>
        <translation>랭크 수</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>행 수</translation>
    </message>
    <message>
        <source>streams</source>
        <translation>스트림 수</translation>
    </message>
    <message>
        <source>the first images of the set; one sixth as many are used for testing</source>
        <translation>처음 이만큼, 테스트 이미지는 그 6분의 1</translation>
    </message>
    <message>
        <source>training images</source>
        <translation>훈련 이미지</translation>
    </message>
    <message>
        <source>{2*n**3:FLOP} and {4*n*n:B} each. PyTorch itself copies on the current stream, where copies queue behind all products.</source>
        <translation>각각 {2*n**3:FLOP}, {4*n*n:B}. PyTorch 자체는 현재 스트림에서 복사하며, 거기서 복사는 모든 곱 뒤에 줄을 섭니다.</translation>
    </message>
    <message>
        <source>{2*n**3:FLOP} per product. The second loop stops the clock once its work is issued. A wait in the third one also covers what is left of the second.</source>
        <translation>곱 하나에 {2*n**3:FLOP}입니다. 둘째 반복문은 작업이 제출되면 시계를 멈춥니다. 셋째 반복문의 대기에는 둘째의 남은 작업도 들어갑니다.</translation>
    </message>
    <message>
        <source>{2*n**3:FLOP}, {4*n*n:B} each. The book's text says 10 products, its code runs 50.</source>
        <translation>각각 {2*n**3:FLOP}, {4*n*n:B}. 책의 본문은 곱이 10개라고 하지만 코드는 50개를 실행합니다.</translation>
    </message>
    <message>
        <source>{2*n**3:FLOP}. The first block issues three operations; printing their result needs all three.</source>
        <translation>{2*n**3:FLOP}입니다. 첫 블록은 연산 세 개를 제출하고, 결과를 출력하려면 셋 모두 필요합니다.</translation>
    </message>
    <message>
        <source>{4*n*n:B} per product. PyTorch takes their memory when they are issued, long before they are computed, MXNet when each is computed.</source>
        <translation>곱마다 {4*n*n:B}. PyTorch는 계산되기 훨씬 전, 제출될 때 메모리를 잡고, MXNet은 각 곱을 계산할 때 잡습니다.</translation>
    </message>
    <message>
        <source>{n*n:FLOP} and {8*n*n:B} moved each time. Waiting in the loop adds the time to issue the next operation and to wake up.</source>
        <translation>매번 {n*n:FLOP}, {8*n*n:B} 이동. 루프 안에서 기다리면 다음 연산을 제출하는 시간과 깨어나는 시간이 더해집니다.</translation>
    </message>
</context>
<context>
    <name>program 13.1.1</name>
    <message>
        <source>A program as text, as a graph, as a constant</source>
        <translation>텍스트, 그래프, 상수로서의 프로그램</translation>
    </message>
</context>
<context>
    <name>program 13.1.3</name>
    <message>
        <source>A net compiled once</source>
        <translation>한 번 컴파일한 신경망</translation>
    </message>
</context>
<context>
    <name>program 13.1.3-forward</name>
    <message>
        <source>13.1.3, edition of 2019</source>
        <translation>13.1.3, 2019년판</translation>
    </message>
    <message>
        <source>What Python still runs</source>
        <translation>Python이 여전히 실행하는 것</translation>
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
        <translation>NumPy와 프레임워크</translation>
    </message>
</context>
<context>
    <name>program 13.2.1-graph</name>
    <message>
        <source>Four statements and their graph</source>
        <translation>네 문장과 그 그래프</translation>
    </message>
</context>
<context>
    <name>program 13.2.1-queue</name>
    <message>
        <source>Queued is not finished</source>
        <translation>큐에 있는 것은 끝난 것이 아니다</translation>
    </message>
</context>
<context>
    <name>program 13.2.2</name>
    <message>
        <source>Calls that make the program wait</source>
        <translation>프로그램을 기다리게 하는 호출</translation>
    </message>
</context>
<context>
    <name>program 13.2.2-cpu</name>
    <message>
        <source>A CPU has nothing to wait for</source>
        <translation>CPU에서는 기다릴 것이 없다</translation>
    </message>
</context>
<context>
    <name>program 13.2.3</name>
    <message>
        <source>A wait in the loop</source>
        <translation>루프 안의 대기</translation>
    </message>
</context>
<context>
    <name>program 13.2.4</name>
    <message>
        <source>13.2.4, edition of 2019</source>
        <translation>13.2.4, 2019년판</translation>
    </message>
    <message>
        <source>Asynchrony and memory</source>
        <translation>비동기와 메모리</translation>
    </message>
</context>
<context>
    <name>program 13.3-copy</name>
    <message>
        <source>13.3.2, edition of 2019</source>
        <translation>13.3.2, 2019년판</translation>
    </message>
    <message>
        <source>Copies behind the products</source>
        <translation>곱 뒤에 숨은 복사</translation>
    </message>
</context>
<context>
    <name>program 13.3-cpu-gpu</name>
    <message>
        <source>13.3.1, edition of 2019</source>
        <translation>13.3.1, 2019년판</translation>
    </message>
    <message>
        <source>CPU and GPU together</source>
        <translation>CPU와 GPU 함께</translation>
    </message>
</context>
<context>
    <name>program 13.3-e1</name>
    <message>
        <source>13.3, exercise 1</source>
        <translation>13.3, 연습문제 1</translation>
    </message>
    <message>
        <source>Exercise 1: independent, so parallel?</source>
        <translation>연습문제 1: 독립이면 병렬인가?</translation>
    </message>
</context>
<context>
    <name>program 13.3-e2</name>
    <message>
        <source>13.3, exercise 2</source>
        <translation>13.3, 연습문제 2</translation>
    </message>
    <message>
        <source>Exercise 2: small operators</source>
        <translation>연습문제 2: 작은 연산</translation>
    </message>
</context>
<context>
    <name>program 13.3-e3</name>
    <message>
        <source>13.3, exercise 3</source>
        <translation>13.3, 연습문제 3</translation>
    </message>
    <message>
        <source>Exercise 3: CPU, GPU and copies at once</source>
        <translation>연습문제 3: CPU, GPU, 복사를 동시에</translation>
    </message>
</context>
<context>
    <name>program 13.3-e4</name>
    <message>
        <source>13.3, exercise 4</source>
        <translation>13.3, 연습문제 4</translation>
    </message>
    <message>
        <source>Exercise 4: use a profiler</source>
        <translation>연습문제 4: 프로파일러로 보기</translation>
    </message>
</context>
<context>
    <name>program 13.3-e5</name>
    <message>
        <source>13.3, exercise 5</source>
        <translation>13.3, 연습문제 5</translation>
    </message>
    <message>
        <source>Exercise 5: complicated dependencies</source>
        <translation>연습문제 5: 복잡한 종속성</translation>
    </message>
</context>
<context>
    <name>program 13.3-figure</name>
    <message>
        <source>13.3.2, figure</source>
        <translation>13.3.2, 그림</translation>
    </message>
    <message>
        <source>Two layers on a CPU and two GPUs</source>
        <translation>CPU 하나와 GPU 두 개의 두 층</translation>
    </message>
</context>
<context>
    <name>program 13.3.1</name>
    <message>
        <source>Parallel computation on GPUs</source>
        <translation>GPU에서의 병렬 계산</translation>
    </message>
</context>
<context>
    <name>program 13.3.2</name>
    <message>
        <source>Computation and communication</source>
        <translation>계산과 통신</translation>
    </message>
</context>
<context>
    <name>program 13.3.2-small</name>
    <message>
        <source>On a card of 4 GB</source>
        <translation>4 GB 카드에서</translation>
    </message>
</context>
<context>
    <name>program 13.3.2-what-if</name>
    <message>
        <source>Eight ways to copy</source>
        <translation>복사하는 여덟 가지 방법</translation>
    </message>
</context>
<context>
    <name>program 13.5-ddp</name>
    <message>
        <source>LeNet, one process per GPU (PyTorch)</source>
        <translation>LeNet, GPU당 프로세스 하나(PyTorch)</translation>
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
        <translation>배치 나누기</translation>
    </message>
</context>
<context>
    <name>program 13.5.6</name>
    <message>
        <source>LeNet, data parallel</source>
        <translation>LeNet, 데이터 병렬</translation>
    </message>
</context>
<context>
    <name>program 13.5.6-torch</name>
    <message>
        <source>LeNet, data parallel (PyTorch)</source>
        <translation>LeNet, 데이터 병렬 (PyTorch)</translation>
    </message>
</context>
<context>
    <name>program 13.6-ddp</name>
    <message>
        <source>ResNet-18, one process per GPU (PyTorch)</source>
        <translation>ResNet-18, GPU당 프로세스 하나(PyTorch)</translation>
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
        <translation>ResNet-18 (PyTorch)</translation>
    </message>
</context>
<context>
    <name>program 13.7.2</name>
    <message>
        <source>13.7.1 and 13.7.2</source>
        <translation>13.7.1 및 13.7.2</translation>
    </message>
    <message>
        <source>Four ways to add up gradients</source>
        <translation>그래디언트를 더하는 네 가지 방법</translation>
    </message>
</context>
</TS>
