// Next replaces 'server-only' itself; our plain Node processes (worker, entry, tests) resolve it here.
export {};
