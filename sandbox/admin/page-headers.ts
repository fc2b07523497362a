import type { MiddlewareHandler } from 'hono';
import type { SandboxEnv } from '@/sandbox/http/runtime';

/**
 * Pages are framed by nobody, run no script and load nothing from elsewhere; they may frame an app, and a form may
 * end there by redirect (Chromium holds form-action to every hop).
 */
export function pageHeaders(appOrigins: () => string[]): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    await next();
    const apps = appOrigins().join(' ');
    c.res.headers.set(
      'content-security-policy',
      `default-src 'none'; style-src 'self'; img-src 'self'; frame-src ${apps}; form-action 'self' ${apps}; base-uri 'none'; frame-ancestors 'none'`,
    );
    c.res.headers.set('x-frame-options', 'DENY');
    c.res.headers.set('x-content-type-options', 'nosniff');
    c.res.headers.set('referrer-policy', 'same-origin');
  };
}

/** Refuses a form that another site's page sent; a program that sends no Origin passes. */
export function samePage(origin: string): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    const sender = c.req.header('origin');
    if (sender !== undefined && sender !== origin) return c.text('this form came from another site', 403);
    return next();
  };
}
