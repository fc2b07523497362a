/**
 * Maximum number of cookies of a request that the app uses. A browser keeps at most 10 KiB of partitioned cookies per
 * site. That is enough for about 40 sessions, which is fewer than this maximum.
 */
const cookiesMax = 64;

/**
 * Start of the name of each cookie that the app sets. A browser accepts a cookie with this prefix only from the app's
 * own host (D10, S27).
 */
const ownPrefix = '__Host-';

/**
 * Returns the Cookie header with at most 64 cookies. Next copies the cookies for a route handler one by one, and at each
 * cookie it writes all earlier cookies once more. So 480 cookies would cost 0.2 s of CPU (S13). The last cookies are
 * kept, because browsers send the newest last (RFC 6265, 5.4).
 *
 * The app's own cookies are kept before any other cookie. Otherwise, another host of the same domain could set 64
 * cookies for the whole domain, and the session cookie would be dropped.
 */
export function limitCookies(header: string): string {
  const cookies = header.split(';');
  if (cookies.length <= cookiesMax) return header;
  const isOwn = (cookie: string) => cookie.trimStart().startsWith(ownPrefix);
  const own = new Set(cookies.filter(isOwn).slice(-cookiesMax));
  const othersMax = cookiesMax - own.size;
  const others = othersMax > 0 ? cookies.filter((cookie) => !isOwn(cookie)).slice(-othersMax) : [];
  return [...own, ...others].join(';').trimStart();
}
