"""Web Push: news for browsers that have no page of ours open, by way of their push services."""
