"""The browser table's server: who may look, who may change something, and what each browser is sent."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from aiohttp import ClientWebSocketResponse, WSMsgType, WSServerHandshakeError
from aiohttp.test_utils import TestClient, TestServer
from fake_hub import FakeHub

from companion.errors import CompanionError
from companion.web import server as server_module
from companion.web.messages import Control, New, Put, read_message
from companion.web.server import LOCKED, AddressError, TableServer

pytestmark = pytest.mark.asyncio

Client = TestClient[Any, Any]
MakeClient = Callable[[Any], Awaitable[Client]]


@pytest.fixture
def hub() -> FakeHub:
    return FakeHub()


@pytest.fixture
def table(hub: FakeHub) -> TableServer:
    hub.server = TableServer(hub, code="4711", names=["table.home"])
    return hub.server


async def connect(client: Client, **headers: str) -> ClientWebSocketResponse:
    assert isinstance(client.server, TestServer)
    origin = f"http://127.0.0.1:{client.server.port}"
    return await client.ws_connect("/table", headers={"Origin": origin, **headers})


async def receive(ws: ClientWebSocketResponse, kind: str) -> dict[str, Any]:
    """The next message of a type; earlier ones of other types are passed over."""
    while True:
        message: dict[str, Any] = await ws.receive_json(timeout=5)
        if message["type"] == kind:
            return message


@pytest.fixture
def from_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every browser seems to sit at another machine."""
    monkeypatch.setattr(server_module, "is_loopback", lambda _: False)


async def test_a_new_browser_gets_everything_that_is_known(
    aiohttp_client: MakeClient, hub: FakeHub, table: TableServer
) -> None:
    hub.at["1g3"] = "d4"
    ws = await connect(await aiohttp_client(table.app))
    kinds = [(await ws.receive_json(timeout=5))["type"] for _ in range(6)]
    assert kinds == ["hello", "lights", "display", "table", "link", "hands"]


async def test_what_one_browser_does_every_browser_sees(
    aiohttp_client: MakeClient, hub: FakeHub, table: TableServer
) -> None:
    client = await aiohttp_client(table.app)
    one, other = await connect(client), await connect(client)
    for ws in (one, other):
        await receive(ws, "hands")
    await one.send_json({"do": "put", "piece": "1g3", "cell": "d4"})
    assert (await receive(other, "hands"))["at"] == {"1g3": "d4"}
    assert (await receive(one, "hands"))["at"] == {"1g3": "d4"}
    assert hub.heard == [Put(do="put", piece="1g3", cell="d4")]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("nonsense", "JSON"),
        ('{"do":"dance"}', "dance"),
        ('{"do":"put","piece":"4g1","cell":"d4"}', "piece"),
        ('{"do":"put","piece":"1g3","cell":"h1"}', "cell"),
        ('{"do":"put","piece":"1g3","cell":"d4","why":1}', "why"),
        ('{"do":"control","control":"sun","down":"yes"}', "down"),
        ('{"do":"turn","steps":99}', "steps"),
        ('{"do":"new","players":["g"]}', "players"),
        ('{"do":"new","players":["g","g"]}', "only once"),
    ],
)
async def test_a_bad_message_is_named_to_its_sender_and_nothing_is_lost(
    aiohttp_client: MakeClient, hub: FakeHub, table: TableServer, text: str, named: str
) -> None:
    ws = await connect(await aiohttp_client(table.app))
    await ws.send_str(text)
    error = (await receive(ws, "error"))["text"]
    assert named in error
    assert "nothing was changed" in error
    assert hub.heard == []
    await ws.send_json({"do": "put", "piece": "1g3", "cell": "d4"})
    assert (await receive(ws, "hands"))["at"] == {"1g3": "d4"}


async def test_bytes_are_no_message(aiohttp_client: MakeClient, hub: FakeHub, table: TableServer) -> None:
    ws = await connect(await aiohttp_client(table.app))
    await ws.send_bytes(b'{"do":"bump"}')
    assert "not understood" in (await receive(ws, "error"))["text"]
    assert hub.heard == []


async def test_a_refusal_goes_to_the_browser_that_asked(
    aiohttp_client: MakeClient, hub: FakeHub, table: TableServer
) -> None:
    hub.refusal = "The table has readers: put the pieces on the board itself."
    ws = await connect(await aiohttp_client(table.app))
    await ws.send_json({"do": "lift", "piece": "1g3"})
    assert (await receive(ws, "error"))["text"] == hub.refusal


async def test_a_new_game_keeps_seat_order_and_has_plain_defaults() -> None:
    message = read_message('{"do":"new","players":["o","g"]}')
    assert message == New(do="new", players=("o", "g"), long=False, heavy="off", turns="round")


async def test_too_long_a_message_closes_the_connection(
    aiohttp_client: MakeClient, table: TableServer
) -> None:
    ws = await connect(await aiohttp_client(table.app))
    await ws.send_str(json.dumps({"do": "x" * 5000}))
    while (frame := await ws.receive(timeout=5)).type is WSMsgType.TEXT:
        pass
    assert frame.data == 1009


async def test_a_button_held_by_a_vanished_browser_is_let_go(
    aiohttp_client: MakeClient, hub: FakeHub, table: TableServer
) -> None:
    client = await aiohttp_client(table.app)
    ws = await connect(client)
    await ws.send_json({"do": "control", "control": "sun", "down": True})
    await ws.close()
    # A second browser's message comes back only after the first one's handler has ended.
    other = await connect(client)
    await other.send_json({"do": "put", "piece": "0g1", "cell": "a1"})
    while not (await receive(other, "hands"))["at"]:
        pass
    assert Control(do="control", control="sun", down=False) in hub.heard
    assert table.browsers == 1


async def test_a_foreign_host_name_is_refused(aiohttp_client: MakeClient, table: TableServer) -> None:
    client = await aiohttp_client(table.app)
    for host, status in [
        ("evil.example", 403),
        ("table.home:8080", 200),
        ("localhost", 200),
        ("192.168.1.9:80", 200),
        ("[::1]:80", 200),
    ]:
        assert (await client.get("/", headers={"Host": host})).status == status, host


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "", "https://127.0.0.1"])
async def test_only_the_tables_own_page_may_connect(
    aiohttp_client: MakeClient, table: TableServer, origin: str
) -> None:
    client = await aiohttp_client(table.app)
    with pytest.raises(WSServerHandshakeError) as refused:
        await connect(client, Origin=origin)
    assert refused.value.status == 403


async def test_browsers_are_bounded(
    aiohttp_client: MakeClient, table: TableServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_module, "MAX_BROWSERS", 2)
    client = await aiohttp_client(table.app)
    first, _second = await connect(client), await connect(client)
    with pytest.raises(WSServerHandshakeError) as refused:
        await connect(client)
    assert refused.value.status == 503
    await receive(first, "hands")


@pytest.mark.usefixtures("from_elsewhere")
async def test_a_browser_elsewhere_looks_freely_but_changes_nothing(
    aiohttp_client: MakeClient, hub: FakeHub, table: TableServer
) -> None:
    ws = await connect(await aiohttp_client(table.app))
    assert (await receive(ws, "hello"))["unlocked"] is False
    await ws.send_json({"do": "put", "piece": "1g3", "cell": "d4"})
    assert (await receive(ws, "error"))["text"] == LOCKED
    assert hub.heard == []


@pytest.mark.usefixtures("from_elsewhere")
async def test_the_code_unlocks_one_browser(
    aiohttp_client: MakeClient, hub: FakeHub, table: TableServer
) -> None:
    client = await aiohttp_client(table.app)
    ws, other = await connect(client), await connect(client)
    assert (await receive(ws, "hello"))["unlocked"] is False
    await ws.send_json({"do": "unlock", "code": "4711"})
    assert (await receive(ws, "hello"))["unlocked"] is True
    await ws.send_json({"do": "put", "piece": "1g3", "cell": "d4"})
    await receive(ws, "hands")
    await other.send_json({"do": "lift", "piece": "1g3"})
    assert (await receive(other, "error"))["text"] == LOCKED
    assert hub.at == {"1g3": "d4"}
    table.broadcast(hub.latest["hello"])
    assert (await receive(ws, "hello"))["unlocked"] is True


async def test_every_answer_is_hardened(aiohttp_client: MakeClient, table: TableServer) -> None:
    client = await aiohttp_client(table.app)
    for path in ("/", "/main.js", "/style.css", "/nothing.js"):
        headers = (await client.get(path)).headers
        assert "script-src 'self';" in headers["Content-Security-Policy"]
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    ("path", "status", "content_type"),
    [
        ("/", 200, "text/html"),
        ("/main.js", 200, "text/javascript"),
        ("/board.css", 200, "text/css"),
        ("/icon.svg", 200, "image/svg+xml"),
        ("/..%2Fserver.py", 404, "text/plain"),
        ("/server.py", 404, "text/plain"),
    ],
)
async def test_only_the_pages_files_are_served(
    aiohttp_client: MakeClient, table: TableServer, path: str, status: int, content_type: str
) -> None:
    answer = await (await aiohttp_client(table.app)).get(path)
    assert (answer.status, answer.content_type) == (status, content_type)


async def test_a_port_in_use_is_said_in_one_sentence(hub: FakeHub, table: TableServer) -> None:
    port = await table.start("127.0.0.1", 0)
    second = TableServer(hub, code="4711")
    with pytest.raises(AddressError, match=f"127.0.0.1 port {port}: another program uses it") as refused:
        await second.start("127.0.0.1", port)
    assert isinstance(refused.value, CompanionError)
    assert isinstance(refused.value, OSError)
    await table.stop()
