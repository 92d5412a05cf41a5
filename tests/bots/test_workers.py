import os
import signal

import pytest

from dalapapa.bots.workers import spread


def test_results_come_in_the_order_of_the_items() -> None:
    assert list(spread(abs, range(-40, 0), jobs=2)) == list(range(40, 0, -1))
    assert list(spread(abs, [], jobs=2)) == []


def test_what_goes_wrong_in_a_worker_goes_wrong_here() -> None:
    with pytest.raises(ZeroDivisionError):
        list(spread((1).__truediv__, [2, 0, 1], jobs=2))


def test_ctrl_c_is_heard_between_two_results() -> None:
    before = signal.getsignal(signal.SIGINT), signal.pthread_sigmask(signal.SIG_BLOCK, ())
    heard = []

    def listen() -> None:
        for result in spread(abs, range(10**6), jobs=2):
            heard.append(result)
            if len(heard) == 30:
                os.kill(os.getpid(), signal.SIGINT)
                heard.append(-1)  # not here: what the reader does with a result is done whole

    with pytest.raises(KeyboardInterrupt):
        listen()
    assert heard == [*range(30), -1]
    assert before == (signal.getsignal(signal.SIGINT), signal.pthread_sigmask(signal.SIG_BLOCK, ()))
