import type { MiddlewareHandler } from 'hono';
import type { SandboxEnv } from '@/sandbox/http/runtime';

/**
 * Sets the security headers of the sandbox's pages:
 *
 * - No site can show the pages in a frame, but the pages may show an app in a frame.
 * - The pages load nothing from other origins.
 * - The pages run no script. With `ownScript`, they may run the sandbox's own script, and this script may send requests
 *   to the sandbox.
 *
 * The directive `form-action` allows the origins of apps. The response to a form may redirect the browser to an app,
 * and Chromium applies `form-action` to every redirect.
 */
export function pageHeaders(
  appOrigins: () => string[],
  { ownScript = false } = {},
): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    await next();
    const apps = appOrigins().join(' ');
    const scripts = ownScript ? "script-src 'self'; connect-src 'self'; " : '';
    c.res.headers.set(
      'content-security-policy',
      `default-src 'none'; ${scripts}style-src 'self'; img-src 'self'; frame-src ${apps}; form-action 'self' ${apps}; base-uri 'none'; frame-ancestors 'none'`,
    );
    c.res.headers.set('x-frame-options', 'DENY');
    c.res.headers.set('x-content-type-options', 'nosniff');
    c.res.headers.set('referrer-policy', 'same-origin');
  };
}

/**
 * Refuses a form that a page of another origin sent. A request without an Origin header comes from a program
 * and not from a page, so it is accepted.
 */
export function samePage(origin: string): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    const sender = c.req.header('origin');
    if (sender !== undefined && sender !== origin) return c.text('this form came from another site', 403);
    return next();
  };
}
