"""The table on the network: HTTP and websocket endpoints, sessions, limits, stores."""
