// Next replaces 'server-only' itself. The plain Node processes (worker, entry, tests) resolve it to this file.
export {};
