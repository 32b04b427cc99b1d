#include "ui/model/playhead.h"

#include <QSignalSpy>
#include <QTest>

using engine::Nanoseconds;
using ui::model::Pace;
using ui::model::Playhead;
using namespace std::chrono_literals;

class TestPlayhead : public QObject {
    Q_OBJECT

private slots:
    void timeOfThePlayheadStaysWithinTheRun();
    void instantPaceJumpsToTheEnd();
    void realTimePlaybackStopsAtTheEnd();
    void slowMotionIsSlowerThanRealTime();
    void shorterRunClampsTheTimeOfThePlayhead();
};

void TestPlayhead::timeOfThePlayheadStaysWithinTheRun()
{
    Playhead playhead;
    playhead.setExtent(1s);

    playhead.setTime(-5s);
    QCOMPARE(playhead.time(), Nanoseconds{0});
    playhead.setTime(5s);
    QCOMPARE(playhead.time(), Nanoseconds{1s});
}

void TestPlayhead::instantPaceJumpsToTheEnd()
{
    Playhead playhead;
    playhead.setExtent(1s);
    playhead.setPace(Pace::Instant);

    playhead.play();

    QCOMPARE(playhead.time(), Nanoseconds{1s});
    QVERIFY(!playhead.isPlaying());
}

void TestPlayhead::realTimePlaybackStopsAtTheEnd()
{
    Playhead playhead;
    playhead.setExtent(60ms);
    playhead.setPace(Pace::RealTime);
    QSignalSpy playing(&playhead, &Playhead::playingChanged);

    playhead.play();

    QVERIFY(playhead.isPlaying());
    QTRY_VERIFY(!playhead.isPlaying());
    QCOMPARE(playhead.time(), Nanoseconds{60ms});
    QCOMPARE(playing.count(), 2);
}

void TestPlayhead::slowMotionIsSlowerThanRealTime()
{
    Playhead playhead;
    playhead.setExtent(1us);
    playhead.setPace(Pace::SlowMotion);
    QSignalSpy moved(&playhead, &Playhead::moved);

    playhead.play();
    QTRY_VERIFY(moved.count() >= 2);

    QVERIFY2(playhead.time() < Nanoseconds{1us}, "a microsecond takes twelve seconds");
    playhead.pause();
    QVERIFY(!playhead.isPlaying());
}

void TestPlayhead::shorterRunClampsTheTimeOfThePlayhead()
{
    Playhead playhead;
    playhead.setExtent(2s);
    playhead.setTime(2s);

    playhead.setExtent(1s);

    QCOMPARE(playhead.time(), Nanoseconds{1s});
}

QTEST_GUILESS_MAIN(TestPlayhead)
#include "tst_playhead.moc"
