"""The Litestar application: one house, its endpoints, and the gate before them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.datastructures import State
from litestar.openapi import OpenAPIConfig

from dalapapa import __version__
from dalapapa.server import bells, http, keeping, pages, paper, replays, sockets
from dalapapa.server.errors import EXCEPTION_HANDLERS
from dalapapa.server.gate import Gate
from dalapapa.server.premises import Premises
from dalapapa.server.schema import WholeDocument
from dalapapa.server.settings import Settings
from dalapapa.service.tables.authority import Step
from dalapapa.service.tables.finishing import Finished

LARGEST_BODY = 16 * 1024


def create_app(settings: Settings, step: Step = lambda _: None, finished: Finished | None = None) -> Gate:
    """The application; it opens its house when it starts and closes it when it stops."""
    premises = Premises(settings, step, finished)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        await premises.open()
        try:
            yield
        finally:
            await premises.close()

    app = Litestar(
        [
            *http.HANDLERS,
            *replays.HANDLERS,
            *bells.HANDLERS,
            keeping.referee,
            *paper.HANDLERS,
            sockets.table_socket,
            pages.client_page,
        ],
        dependencies=http.DEPENDENCIES,
        exception_handlers=EXCEPTION_HANDLERS,
        lifespan=[lifespan],
        logging_config=None,
        openapi_config=OpenAPIConfig(
            title="Dalapapa",
            version=__version__,
            path="/api/schema",
            render_plugins=[WholeDocument()],
            use_handler_docstrings=True,
        ),
        request_max_body_size=LARGEST_BODY,
        state=State({"premises": premises, "pages": pages.load_pages()}),
    )
    return Gate(app, settings)
