import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const root = path.resolve(import.meta.dirname, '../../..');

/**
 * Lists every entry point of the app, by reading the folder app. The entry points are pages ("page
 * /i/[installId]/orders"), methods of route handlers ("GET /api/i/[installId]/orders") and server actions
 * ("action createOrderAction").
 */
export function entryPoints(): string[] {
  return readdirSync(path.join(root, 'app'), { recursive: true, encoding: 'utf8' })
    .flatMap((file) => {
      const name = path.basename(file);
      if (name === 'page.tsx') return [`page ${addressOf(file)}`];
      if (name === 'route.ts') return methodsOf(file).map((method) => `${method} ${addressOf(file)}`);
      return actionsOf(file).map((action) => `action ${action}`);
    })
    .sort();
}

/** Returns the id that a browser uses to call a server action of the production build. */
export function actionId(name: string): string {
  const Manifest = z.object({ node: z.record(z.string(), z.object({ exportedName: z.string() })) });
  const file = path.join(root, '.next/server/server-reference-manifest.json');
  const { node } = Manifest.parse(JSON.parse(readFileSync(file, 'utf8')));
  const found = Object.entries(node).find(([, action]) => action.exportedName === name);
  if (!found) throw new Error(`the build has no action ${name}`);
  return found[0];
}

/** Returns the URL path of a file in the folder app. Route groups are not part of a URL. */
function addressOf(file: string): string {
  const parts = path.dirname(file).split(path.sep);
  return `/${parts.filter((part) => part !== '.' && !part.startsWith('(')).join('/')}`;
}

function methodsOf(file: string): string[] {
  const text = readFileSync(path.join(root, 'app', file), 'utf8');
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
  return methods.filter((method) =>
    new RegExp(`export (async )?(function|const) ${method}\\b|export \\{[^}]*\\b${method}\\b[^}]*\\}`).test(
      text,
    ),
  );
}

function actionsOf(file: string): string[] {
  if (!/\.tsx?$/.test(file)) return [];
  const text = readFileSync(path.join(root, 'app', file), 'utf8');
  if (!/^\s*(\/\*[\s\S]*?\*\/\s*)?['"]use server['"]/.test(text)) {
    // A server action inside a component would be missing from the list of entry points. So this function throws an
    // error for such an action.
    if (/['"]use server['"]/.test(text))
      throw new Error(`${file}: 'use server' stands on top of a file or nowhere`);
    return [];
  }
  return [...text.matchAll(/export async function (\w+)/g)].map(([, name]) => name ?? '');
}
