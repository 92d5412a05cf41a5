"""`dalapapa serve` and `dalapapa schema`: the table on the network."""

import contextlib
import os
import socket
import sys
import webbrowser
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from dalapapa.cli.options import (
    DatabaseOption,
    DataOption,
    KeepGames,
    KeepGuests,
    KeepUnbegun,
    keeping_from,
    tile_set_given,
)
from dalapapa.rules import DalapapaError

HERE = "127.0.0.1"
EVERYWHERE = "0.0.0.0"


def serve(
    host: Annotated[str, typer.Option(help="Address to listen at")] = HERE,
    port: Annotated[
        int, typer.Option(min=0, max=65_535, help="Port to listen at; the next free one if it is taken")
    ] = 8000,
    lan: Annotated[
        bool, typer.Option("--lan", help="Let phones and computers on this network play too")
    ] = False,
    data: DataOption = None,
    database: DatabaseOption = None,
    redis: Annotated[
        str | None, typer.Option(envvar="DALAPAPA_REDIS_URL", help="Redis address, for several processes")
    ] = None,
    origin: Annotated[list[str] | None, typer.Option(help="Another site that may use this server")] = None,
    proxies: Annotated[
        str, typer.Option(envvar="DALAPAPA_PROXIES", help="Addresses of proxies to believe, by commas")
    ] = "",
    host_name: Annotated[
        list[str] | None, typer.Option(help="A name this server is reached by, beside this machine's own")
    ] = None,
    push_service: Annotated[
        list[str] | None, typer.Option(help="Another push service to hand news to: its name, or its origin")
    ] = None,
    open_metrics: Annotated[
        bool, typer.Option("--open-metrics", help="Let other machines read /metrics too")
    ] = False,
    tile_set: Annotated[
        Path | None,
        typer.Option("--tile-set", metavar="FILE", help="What new tables are played with [classic]"),
    ] = None,
    keep_guests: KeepGuests = None,
    keep_unbegun: KeepUnbegun = None,
    keep_games: KeepGames = None,
    open_: Annotated[bool, typer.Option("--open", help="Open the browser")] = False,
) -> None:
    """Serve tables to play at, in the browser."""
    # Imported here: the other commands start without the web framework.
    from dalapapa.kernel import warm_in_background
    from dalapapa.server import running
    from dalapapa.server.app import create_app
    from dalapapa.server.logs import start_logging
    from dalapapa.server.settings import (
        Settings,
        data_folder,
        own_names,
        postgres_address,
        sqlite_settings,
    )

    with contextlib.ExitStack() as held:
        try:
            chosen = tile_set_given(tile_set)
            start_logging(os.environ.get("DALAPAPA_LOG", "WARNING"))
            listening = held.enter_context(running.listen(EVERYWHERE if lan else host, port))
            if database:
                settings = Settings(database=postgres_address(database))
            else:
                folder = (data or data_folder()).resolve()
                held.enter_context(running.lock_folder(folder))
                settings = sqlite_settings(folder)
            running.look_at(settings.database)
        except (DalapapaError, OSError) as error:
            typer.echo(f"dalapapa: {error}", err=True)
            raise typer.Exit(1) from None
        settings = replace(
            settings,
            redis=redis or None,
            origins=tuple(origin or ()),
            host_names=own_names(*(host_name or ())),
            open_metrics=open_metrics,
            push_services=(*settings.push_services, *(push_service or ())),
            tile_set=chosen,
            keeping=keeping_from(keep_guests, keep_unbegun, keep_games),
        )
        taken = listening.getsockname()[1]
        if port and taken != port:
            typer.echo(f"Port {port} is taken: using {taken}.")

        def ready() -> None:
            address = f"http://{_shown(HERE if lan else host)}:{taken}/"
            typer.echo(f"Dalapapa is at {address} (Ctrl+C stops it)")
            if lan:
                _show_lan(taken)
            sys.stdout.flush()
            if open_:
                webbrowser.open(address)
            warm_in_background()  # or the first to meet a strong bot would wait for it

        running.run(create_app(settings), listening, ready, proxies)


def schema() -> None:
    """Print the OpenAPI document, with the websocket messages, as JSON."""
    import json

    from dalapapa.server.app import create_app
    from dalapapa.server.schema import complete
    from dalapapa.server.settings import Settings

    gate = create_app(Settings(database="sqlite:///"))
    typer.echo(json.dumps(complete(gate.app.openapi_schema.to_schema()), indent=2, sort_keys=True))


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _show_lan(port: int) -> None:
    import segno

    address = f"http://{_lan_address()}:{port}/"
    typer.echo(f"On this network: {address}")
    segno.make(address, micro=False).terminal(compact=True)


def _lan_address() -> str:
    """The address of this machine on its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # only picks a route; an address kept for documentation
            return str(probe.getsockname()[0])
        except OSError:
            return HERE
