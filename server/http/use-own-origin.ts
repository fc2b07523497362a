/**
 * Sets the URL under which Next can send requests to this process. Next needs it if a browser sends a server action to
 * the URL of a page that does not contain the action. Next then sends the request to a page that contains the action.
 * Without this URL, it would use the host of APP_URL with PORT, and https if the app is behind a proxy. `next start`
 * sets the same variable.
 *
 * @param host the address on which the server listens; undefined: every address
 */
export function useOwnOrigin(host: string | undefined, port: number): void {
  const address = host === undefined || host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  process.env.__NEXT_PRIVATE_ORIGIN = `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}
