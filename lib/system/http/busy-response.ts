/**
 * Returns the HTTP response to a request over a limit: 429 with Retry-After (RFC 9110, 10.2.3) and the error code
 * `busy`.
 */
export function busyResponse(waitSeconds: number): Response {
  return Response.json({ code: 'busy' }, { status: 429, headers: { 'retry-after': String(waitSeconds) } });
}
