import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Bundles programs of this repository for Node. Each program gets one entry file `NAME.js` in `outDir`. Modules that
 * several programs import are in shared files beside the entry files.
 *
 * @param programs the name of each program and its source file, relative to the root of the repository
 * @param outDir a folder in the root of the repository, or below it
 * @param packages `bundle`: the bundle also contains the npm packages, except Next. `external`: the bundle needs
 * node_modules
 */
export async function bundle(options: {
  programs: Readonly<Record<string, string>>;
  outDir: string;
  packages: 'bundle' | 'external';
}): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: { ...options.programs },
    outdir: options.outDir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    tsconfig: 'tsconfig.node.json',
    sourcemap: true,
    sourcesContent: false,
    minifyWhitespace: true,
    minifySyntax: true,
    logLevel: 'warning',
    ...(options.packages === 'external'
      ? {
          packages: 'external',
          plugins: [keepFileLocations(options.outDir), completeNextPaths, bundleWorkspacePackage],
        }
      : { ...bundledPackages, plugins: [keepFileLocations(options.outDir), keepNext, onlyEnglishZod] }),
  });
}

const bundledPackages = {
  // pg-native is not installed. The package pg imports it if it exists, and works without it.
  external: ['pg-native'],
  // pg reads `navigator` to find out whether it runs in a Cloudflare worker. Node 20 has no `navigator`. pg would then
  // make a Response instead, and Node would load its HTTP client at each start. So the bundle defines `navigator`, as
  // newer versions of Node do.
  define: { navigator: '{ "userAgent": "Node.js" }' },
  // CommonJS packages call `require` for the modules of Node. The bundle is an ES module, which has no `require`, so
  // the banner defines it.
  banner: {
    js: `import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);`,
  },
};

/**
 * Replaces `import.meta.dirname` and `import.meta.url` by the location of the source file relative to the bundle. So a
 * program finds files such as the migrations, even if the bundle and these files were moved together.
 *
 * `isMain(import.meta.url)` is left unchanged, because the program that Node starts is the bundle.
 */
function keepFileLocations(outDir: string): Plugin {
  return {
    name: 'keep-file-locations',
    setup({ onLoad }) {
      onLoad({ filter: /\.tsx?$/ }, async ({ path: file }) => {
        const place = path.relative(outDir, file).split(path.sep).join('/');
        const text = await readFile(file, 'utf8');
        const contents = text
          .replaceAll(
            'import.meta.dirname',
            `(import.meta.dirname + ${JSON.stringify(`/${path.dirname(place)}`)})`,
          )
          .replaceAll(
            /(?<!isMain\()import\.meta\.url/g,
            `new URL(${JSON.stringify(place)}, import.meta.url).href`,
          );
        return { contents, loader: file.endsWith('x') ? 'tsx' : 'ts' };
      });
    },
  };
}

/**
 * Leaves the package `next` in node_modules, because it loads parts of itself by path at run time. Single modules of
 * `next`, such as `next/headers`, are bundled, because the output of `next build` does not contain them. This output
 * has only the files that Next's own server needs.
 */
const keepNext: Plugin = {
  name: 'keep-next',
  setup({ onResolve }) {
    onResolve({ filter: /^next$/ }, () => ({ path: 'next', external: true }));
  },
};

/**
 * Bundles the workspace package, even if npm packages are not bundled. It is TypeScript, which plain Node does not load
 * from a package.
 */
const bundleWorkspacePackage: Plugin = {
  name: 'bundle-workspace-package',
  setup({ onResolve }) {
    onResolve({ filter: /^commerce-platform-client\// }, ({ path: specifier }) => ({
      path: path.join(root, `${specifier.replace('commerce-platform-client', 'lib/platform')}.ts`),
    }));
  },
};

/**
 * Leaves out zod's error messages in all languages except English. No program uses them, but Node would compile them at
 * each start.
 */
const onlyEnglishZod: Plugin = {
  name: 'only-english-zod',
  setup({ onLoad }) {
    onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    }));
  },
};

/**
 * Adds the file extension to import paths such as `next/headers`. Plain Node needs the extension, because the
 * package next has no exports map. tsx adds the extension automatically.
 */
const completeNextPaths: Plugin = {
  name: 'complete-next-paths',
  setup({ onResolve }) {
    onResolve({ filter: /^next\/[\w/-]+$/ }, ({ path: specifier }) => ({
      path: `${specifier}.js`,
      external: true,
    }));
  },
};
