// An empty replacement for the package 'server-only' in plain Node processes (worker, app server, tests). In
// the code that Next builds, Next replaces this package itself.
export {};
