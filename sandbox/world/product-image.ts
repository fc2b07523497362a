import { createHash } from 'node:crypto';
import { Random } from './random';
import type { ProductRecord } from './records';
import type { World } from './world';

const side = 400;

/** Returns the URL of a product's picture, as the API returns it. */
export function productImageUrl(world: World, product: ProductRecord): string {
  return world.origin + productImagePath(product);
}

/**
 * Returns the path of a product's picture, for the sandbox's own pages. The path changes if the picture changes, so
 * browsers may cache the picture.
 */
export function productImagePath(product: ProductRecord): string {
  const imageSource = `${product.name} ${product.image_color}`;
  const version = createHash('sha256').update(imageSource).digest('hex').slice(0, 8);
  return `/images/${product.id}.svg?v=${version}`;
}

/**
 * Renders a product picture as SVG: a jar, box, cloth or bowl in the product's color above its name. The same
 * name and color give the same picture.
 */
export function renderProduct(name: string, color: string): string {
  const random = new Random(`picture ${name}`);
  const ink = /^#[0-9a-f]{6}$/i.test(color) ? color : '#334155';
  const petals = Array.from({ length: random.int(3, 6) }, () => {
    const [x, y, radius] = [random.int(0, side), random.int(0, side), random.int(30, 110)];
    return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${ink}" opacity="0.08"/>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${side}" height="${side}" role="img">`,
    `<title>${escaped(name)}</title>`,
    `<rect width="${side}" height="${side}" fill="#f8f5ef"/>`,
    ...petals,
    `<g fill="${ink}">${random.pick(shapes)}</g>`,
    `<text x="200" y="352" text-anchor="middle" font-family="sans-serif" font-size="26" fill="#1f2937">`,
    `${escaped(shortened(name))}</text></svg>`,
  ].join('');
}

const shapes = [
  '<rect x="140" y="110" width="120" height="170" rx="26"/><rect x="155" y="80" width="90" height="36" rx="8" opacity="0.6"/>',
  '<path d="M110 140h180v140H110z"/><path d="M110 140l40-40h180l-40 40z" opacity="0.6"/><path d="M290 140l40-40v130l-40 50z" opacity="0.8"/>',
  '<path d="M130 90q70 50 140 0l30 190H100z"/><path d="M130 90q70 50 140 0l-20 30q-50 30-100 0z" opacity="0.4"/>',
  '<path d="M100 170h200q-10 100-100 110q-90-10-100-110z"/><ellipse cx="200" cy="170" rx="100" ry="22" opacity="0.6"/>',
];

function shortened(name: string): string {
  const letters = [...name];
  return letters.length > 26 ? `${letters.slice(0, 25).join('')}…` : name;
}

/** Escapes text for XML: markup characters become entities, and characters that XML does not allow become spaces. */
function escaped(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text
    .replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, ' ')
    .replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
