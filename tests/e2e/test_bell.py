"""In a game by days one is told when it is one's turn, also when no page is open; only who asks for it."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.push_service import Subscriber

from .conftest import Arrive, serving
from .people import MESSAGES, Keys, Person

BELL = json.loads((MESSAGES / "bell" / "en.json").read_text())
TWO = [{"kind": "person"}, {"kind": "open"}]

# Chromium has its maker's push service only, which no test can use: this stands for its answer.
SUBSCRIBE = """([subscribed, refused]) => {
    PushManager.prototype.getSubscription = async () => null;
    PushManager.prototype.subscribe = async ({ applicationServerKey: key, userVisibleOnly }) => {
        if (refused) throw new DOMException('no push service', 'AbortError');
        globalThis.asked = { key, userVisibleOnly };
        const { endpoint, ...keys } = subscribed;
        return { toJSON: () => ({ endpoint, keys }), unsubscribe: async () => true };
    };
}"""
SHOWN = """async () => {
    const all = await (await navigator.serviceWorker.ready).getNotifications();
    return all.map(({ title, body, tag }) => [title, body, tag]);
}"""


@contextmanager
def push_service() -> Iterator[tuple[str, "Queue[bytes]"]]:
    """A push service on loopback: its origin, and what it is handed."""
    taken: Queue[bytes] = Queue()

    class Takes(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            taken.put(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(201)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *said: object) -> None:
            """Nobody reads it."""

    service = ThreadingHTTPServer(("127.0.0.1", 0), Takes)
    thread = threading.Thread(target=service.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{service.server_address[1]}", taken
    service.shutdown()
    service.server_close()
    thread.join()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, str, "Queue[bytes]"]]:
    """A server that knows the tests' push service."""
    with (
        push_service() as (origin, taken),
        serving(tmp_path_factory.mktemp("data"), 0, origin) as port,
    ):
        yield port, origin, taken


def seated(arrive: Arrive, port: int) -> tuple[Person, Person, str]:
    """Ana and Bo at a table by days, where Ana is to move; Bo may be told things."""
    ana, bo = arrive(at=port), arrive(at=port)
    table = ana.sit("Ana", TWO, nonce="a" * 32, begins=0, clock=86_400)
    bo.context.grant_permissions(["notifications"], origin=bo.base)
    bo.post("/api/session", {"name": "Bo"})
    bo.post(f"/api/tables/{table}/join", {"nonce": "b" * 32})
    return ana, bo, table


def push(person: Person, words: str) -> None:
    """What a push service does at last: the browser wakes the service worker, once one is at work."""
    person.page.evaluate("async () => void (await navigator.serviceWorker.ready)")
    session = person.context.new_cdp_session(person.page)
    found: list[Any] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda said: found.extend(said["registrations"]))
    session.send("ServiceWorker.enable")
    for _ in range(800):
        if found:
            break
        person.page.wait_for_timeout(25)
    message = {"origin": person.base, "registrationId": found[0]["registrationId"], "data": words}
    session.send("ServiceWorker.deliverPushMessage", message)


def expect_shown(person: Person, *expected: list[str]) -> None:
    """These notifications are shown, and no others."""
    for _ in range(800):
        if (shown := person.page.evaluate(SHOWN)) == list(expected):
            return
        person.page.wait_for_timeout(25)
    raise AssertionError(f"{shown} is shown, not {expected}")


def test_who_asks_is_told_with_no_page_open_and_stops_with_a_click(
    arrive: Arrive, served: tuple[int, str, "Queue[bytes]"]
) -> None:
    port, origin, taken = served
    browser = Subscriber()
    ana, bo, table = seated(arrive, port)
    script = f"({SUBSCRIBE})({json.dumps([browser.asks(f'{origin}/bo'), False])})"
    bo.page.add_init_script(script)
    bo.open(table)
    bo.page.get_by_role("button", name=BELL["bell.on"]).click()
    expect(bo.page.get_by_text(BELL["bell.push"])).to_be_visible(timeout=20_000)
    asked = bo.page.evaluate("asked")
    assert asked == {
        "key": bo.context.request.get(f"{bo.base}/api/bell").json()["key"],
        "userVisibleOnly": True,
    }
    # He goes away; Ana plays.
    bo.page.goto(f"{bo.base}/help")
    ana.open(table)
    assert ana.wait_for_turn()
    Keys(ana).take_turn(0)
    news = browser.open(taken.get(timeout=20))
    assert news == {"table": table, "names": ["Ana"]}
    push(bo, json.dumps(news))
    expect_shown(bo, ["Your turn", "Ana", table])
    # A press on it leads to the table; the test's own window stands for the one that would open.
    [worker] = bo.context.service_workers
    opened = worker.evaluate("""async () => {
        const opened = new Promise((resolve) => { self.clients.openWindow = async (at) => resolve(at); });
        const [notification] = await self.registration.getNotifications();
        self.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
        return opened;
    }""")
    assert opened == f"/table/{table}"
    expect_shown(bo)
    # Who looks at the table needs no notification, and an old one goes.
    push(bo, json.dumps(news))
    expect_shown(bo, ["Your turn", "Ana", table])
    bo.open(table)
    assert bo.wait_for_turn()
    expect_shown(bo)
    push(bo, json.dumps(news))
    bo.page.wait_for_timeout(300)
    expect_shown(bo)
    # One click, and it stops.
    bo.page.get_by_role("button", name="Menu").click()
    bo.page.get_by_role("button", name=BELL["bell.off"]).click()
    expect(bo.page.get_by_text(BELL["bell.stopped"])).to_be_visible()
    assert not bo.context.request.get(f"{bo.base}/api/bell").json()["ringing"]
    assert ana.faults == bo.faults == []


def test_without_a_push_service_an_open_page_tells(
    arrive: Arrive, served: tuple[int, str, "Queue[bytes]"]
) -> None:
    ana, bo, table = seated(arrive, served[0])
    bo.page.add_init_script(f"({SUBSCRIBE})({json.dumps([{}, True])})")
    bo.open(table)
    bo.page.get_by_role("button", name=BELL["bell.on"]).click()
    expect(bo.page.get_by_text(BELL["bell.open"])).to_be_visible(timeout=20_000)
    bo.page.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
    ana.open(table)
    assert ana.wait_for_turn()
    Keys(ana).take_turn(0)
    expect_shown(bo, ["Your turn", "", table])
    expect(bo.page).to_have_title("● Your turn: lay a tile · Dalapapa")


def test_who_refuses_or_plays_at_once_is_not_bothered(arrive: Arrive, port: int) -> None:
    ana = arrive()
    table = ana.sit("Ana", TWO, nonce="a" * 32, begins=1, clock=86_400)
    bo = arrive()
    bo.post("/api/session", {"name": "Bo"})
    bo.post(f"/api/tables/{table}/join", {"nonce": "b" * 32})
    ana.page.add_init_script(
        "Notification.requestPermission = async () => { globalThis.asked = true; return 'denied'; }"
    )
    ana.open(table)
    ana.page.get_by_role("button", name=BELL["bell.on"]).click()
    expect(ana.page.get_by_role("alert")).to_have_text(BELL["bell.denied"])
    # Nobody is asked before a click, and at other tables there is nothing to click.
    ana.sit("Ana", [{"kind": "person"}, {"kind": "bot", "bot": "random"}], nonce="a" * 32)
    assert ana.wait_for_turn()
    assert not ana.page.evaluate("globalThis.asked === true")
    expect(ana.page.get_by_role("button", name=BELL["bell.on"])).to_have_count(0)
