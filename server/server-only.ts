// Replaces the package 'server-only' in plain Node processes (worker, server entry, tests). In the app, Next replaces
// the package itself.
export {};
