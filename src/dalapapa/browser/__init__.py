"""What stands in for the server inside a browser's worker: a carrier, a store on IndexedDB, the start."""
