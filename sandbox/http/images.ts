import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { renderProduct } from '@/sandbox/world/product-image';
import type { Runtime, SandboxEnv } from './runtime';

/**
 * Serves the product pictures at /images/{product id}.svg. Each picture is rendered when it is requested.
 * Pages of other origins may show the pictures. The CSP prevents scripts inside the SVG.
 */
export function images(runtime: Runtime): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>();
  app.get('/:file', (c) => {
    const [, id] = /^(prod_[0-9a-f]+)\.svg$/.exec(c.req.param('file')) ?? [];
    const product = id === undefined ? undefined : runtime.world.products.get(id);
    if (!product) return c.text('no such picture', 404);
    const svg = renderProduct(product.name, product.image_color);
    const etag = `"${createHash('sha256').update(svg).digest('hex').slice(0, 32)}"`;
    const headers = {
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=86400',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      etag,
    };
    return c.req.header('if-none-match') === etag ? c.body(null, 304, headers) : c.body(svg, 200, headers);
  });
  return app;
}
