/**
 * Tells Next how this process reaches itself. Next passes an action to the page that has it, by a request, if the page
 * of its URL does not have it. Otherwise Next would send this request to the host of APP_URL at PORT, and with https
 * behind a proxy. `next start` sets the same variable.
 *
 * @param host the address on which the server listens; undefined: every address
 */
export function useOwnOrigin(host: string | undefined, port: number): void {
  const address = host === undefined || host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  process.env.__NEXT_PRIVATE_ORIGIN = `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}
