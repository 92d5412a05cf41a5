import os
import signal

import pytest

from dalapapa.bots.arena.workers import Crew, ctrl_c_held_back


def test_results_come_in_the_order_of_the_items() -> None:
    assert list(Crew(jobs=2).spread(abs, range(-40, 0))) == list(range(40, 0, -1))
    assert list(Crew(jobs=2).spread(abs, [])) == []


def test_what_goes_wrong_in_a_worker_goes_wrong_here() -> None:
    with pytest.raises(ZeroDivisionError):
        list(Crew(jobs=2).spread((1).__truediv__, [2, 0, 1]))


def test_ctrl_c_ends_the_work_and_leaves_no_trace() -> None:
    before = signal.getsignal(signal.SIGINT), signal.pthread_sigmask(signal.SIG_BLOCK, ())
    heard = []

    def listen() -> None:
        for result in Crew(jobs=2).spread(abs, range(10**6)):
            heard.append(result)
            if len(heard) == 30:
                with ctrl_c_held_back():
                    os.kill(os.getpid(), signal.SIGINT)
                    heard.append(-1)  # what must be done whole is
                heard.append(-2)

    with pytest.raises(KeyboardInterrupt):
        listen()
    assert heard == [*range(30), -1]
    assert before == (signal.getsignal(signal.SIGINT), signal.pthread_sigmask(signal.SIG_BLOCK, ()))


def test_who_ignores_ctrl_c_goes_on_ignoring_it() -> None:
    """As a program does that a script has started in the background."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        heard = []
        for result in Crew(jobs=2).spread(abs, range(40)):
            heard.append(result)
            with ctrl_c_held_back():
                os.kill(os.getpid(), signal.SIGINT)
        assert heard == list(range(40))
    finally:
        signal.signal(signal.SIGINT, before)
