/**
 * Maximum number of cookies of a request that the app uses. A browser keeps at most 10 KiB of partitioned cookies per
 * site. That is enough for about 40 sessions, which is fewer than this maximum.
 */
const cookiesMax = 64;

/**
 * Returns the Cookie header with at most its last 64 cookies. Next copies the cookies for a route handler one by one,
 * and at each cookie it writes all earlier cookies once more. So 480 cookies would cost 0.2 s of CPU (S13). The last
 * cookies are kept, because browsers send the newest last (RFC 6265, 5.4).
 */
export function limitCookies(header: string): string {
  const cookies = header.split(';');
  return cookies.length > cookiesMax ? cookies.slice(-cookiesMax).join(';').trimStart() : header;
}
