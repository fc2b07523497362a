// An empty replacement for the package 'server-only' in plain Node processes (worker, app server, tests). In code that
// Next builds, Next itself replaces this package.
export {};
