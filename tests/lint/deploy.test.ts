import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

/* The files of deploy/ set environment variables. A program would ignore a variable with an unknown name and report
   no error. So each name must be in .env.example, which lists the variables of lib/system/env.ts. compose.yaml must
   pass on every variable of .env.example, because a variable that compose.yaml does not pass on has no effect in a
   container. The exceptions are listed below. */

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const documented = new Set(read('.env.example').match(/^[A-Z][A-Z_]+(?==)/gm));
/**
 * Node itself reads this variable, but no program of Daftar reads it. It contains the path of the certificate of a
 * certificate authority that the deployment runs.
 */
const variableOfNode = 'NODE_EXTRA_CA_CERTS';
const sandboxNames = new Set(read('sandbox/env.ts').match(/\bSANDBOX_[A-Z_]+(?=:)/g));

const Service = z.object({
  environment: z.record(z.string(), z.string()).default({}),
  command: z.array(z.string()).optional(),
});
const compose = z
  .object({ services: z.record(z.string(), Service) })
  .parse(parse(read('deploy/compose.yaml'), { merge: true }));
const values = z
  .object({ settings: z.record(z.string(), z.string()) })
  .parse(parse(read('deploy/helm/daftar/values.yaml')));

/** Variables of .env.example that compose.yaml does not give to app and worker, each with the reason. */
const notForTheApp: Record<string, string> = {
  DATABASE_OWNER_URL: 'only the migration may use the owner',
  DATABASE_BACKUP_URL: 'the image has no PostgreSQL client',
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: 'it is an argument of the build',
  PORT: 'the health check and the proxy use the default',
  OPS_PORT: 'only the program `ops serve` reads it',
  OPS_HOST: 'only the program `ops serve` reads it',
  OPS_PASSWORD: 'only the program `ops serve` may know it',
};

/**
 * The services of the compose file that have a command. They run the image of Daftar, and the command selects the
 * program.
 */
const programs = Object.entries(compose.services).filter(([, { command }]) => command !== undefined);

describe('deploy/compose.yaml', () => {
  it.each(programs)(
    'the service %s has only variables that its program reads',
    (_, { command, environment }) => {
      const known = command?.[0] === 'sandbox' ? sandboxNames : documented;
      expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
    },
  );

  it('app and worker get every variable of .env.example that a process of them can use', () => {
    const settings = compose.services.app?.environment ?? {};
    expect(compose.services.worker?.environment).toEqual(settings);
    expect([...documented].filter((name) => !(name in settings) && !(name in notForTheApp))).toEqual([]);
    expect(Object.keys(notForTheApp).filter((name) => name in settings)).toEqual([]);
  });

  it('only the migration gets the login of the owner', () => {
    const owners = programs.filter(([, { environment }]) => 'DATABASE_OWNER_URL' in environment);
    expect(owners.map(([name]) => name)).toEqual(['migrate']);
  });

  it('the demo sets every variable that the file requires', () => {
    const required = new Set(
      [...read('deploy/compose.yaml').matchAll(/\$\{([A-Z_]+):\?\}/g)].map(([, name]) => name),
    );
    const given = new Set(read('deploy/demo.env').match(/^[A-Z][A-Z_]+(?==)/gm));
    expect([...required].filter((name) => !given.has(name ?? ''))).toEqual([]);
  });
});

const chart = 'deploy/helm/daftar';
const templates = readdirSync(path.join(root, chart, 'templates')).map(
  (name) => [name, read(`${chart}/templates/${name}`)] as const,
);

describe('deploy/helm/daftar', () => {
  it('has only settings that .env.example describes', () => {
    expect(Object.keys(values.settings).filter((name) => !documented.has(name))).toEqual([]);
  });

  it('names only variables that .env.example describes', () => {
    const texts = [read(`${chart}/values.yaml`), ...templates.map(([, text]) => text)];
    const named = new Set(texts.flatMap((text) => text.match(/\b[A-Z]{2,}(?:_[A-Z]+)+\b/g) ?? []));
    expect([...named].filter((name) => !documented.has(name) && name !== variableOfNode)).toEqual([]);
    expect(named.size).toBeGreaterThan(10);
  });

  it('uses only values that values.yaml has', () => {
    const all: unknown = parse(read('deploy/helm/daftar/values.yaml'));
    const texts = templates.map(([, text]) => text).join('\n');
    const used = [...texts.matchAll(/\.Values\.([\w.]+)/g)].map(([, name = '']) => name);
    const missing = used.filter((name) => valueAt(all, name.split('.')) === undefined);
    expect(missing).toEqual([]);
    expect(used.length).toBeGreaterThan(20);
  });

  it('quotes every text, because YAML reads a text such as 123 or true as a number or a Boolean', () => {
    const all: unknown = parse(read(`${chart}/values.yaml`));
    const printed = templates.flatMap(([, text]) => [
      ...text.matchAll(/: \{\{-? (\.[\w.]+) \}\}(?=[ ,\n])/g),
    ]);
    const names = printed.map(([, name = '']) => name);
    const isNumber = (name: string) =>
      typeof valueAt(all, name.replace('.Values.', '').split('.')) === 'number';
    expect(names.filter((name) => name !== '.Release.Service' && !isNumber(name))).toEqual([]);
    expect(names.length).toBeGreaterThan(8);
  });

  it('writes each setting and each annotation of your values with all digits of a number', () => {
    const loops = templates.flatMap(([, text]) => text.match(/range \$name, \$value [^]*?\{\{- end/g) ?? []);
    expect(loops.filter((loop) => !loop.includes('include "daftar.text" $value | quote'))).toEqual([]);
    expect(loops).toHaveLength(2);
  });

  it('demands the required settings that neither values.yaml nor the Secret has', () => {
    const inSecret = new Set(read(`${chart}/values.yaml`).match(/(?<=has |, | and )[A-Z]+_[A-Z_]+/g));
    const required = Object.entries(compose.services.app?.environment ?? {})
      .filter(([name, value]) => value === `\${${name}:?}` && name !== 'DAFTAR_MODE')
      .map(([name]) => name)
      .filter((name) => !(name in values.settings) && !inSecret.has(name));
    const [, list = ''] = /list ((?:"[A-Z_]+" ?)+)/.exec(read(`${chart}/templates/checks.yaml`)) ?? [];
    expect(list.match(/[A-Z_]+/g)).toEqual(required);
    expect(required).toHaveLength(5);
  });

  it('has names that are short enough for the longest name of a release, which has 53 characters', () => {
    const ends = templates.flatMap(([, text]) => text.match(/(?<=\{\{ \.Release\.Name \}\})-[a-z-]+/g) ?? []);
    expect(ends.filter((end) => 53 + end.length > 63)).toEqual([]);
    expect(ends.length).toBeGreaterThan(10);
  });

  it('refuses a name of the release that Kubernetes would refuse as the start of a name of a Service', () => {
    const [, pattern = ''] =
      /regexMatch "(.*)" \.Release\.Name/.exec(read(`${chart}/templates/checks.yaml`)) ?? [];
    const names = ['daftar', 'daftar-2', '2daftar', 'my.daftar', '-daftar'];
    expect(names.filter((name) => new RegExp(pattern).test(name))).toEqual(['daftar', 'daftar-2']);
  });

  it('takes the image of this version, whose tag the release workflow makes from package.json', () => {
    const Version = z.object({ appVersion: z.string() });
    const { version } = z.object({ version: z.string() }).parse(JSON.parse(read('package.json')));
    expect(Version.parse(parse(read(`${chart}/Chart.yaml`))).appVersion).toBe(version);
  });

  it('scales the workers by a metric that they serve', () => {
    const metric = valueAt(parse(read(`${chart}/values.yaml`)), ['worker', 'autoscaling', 'metric']);
    expect(read('lib/ops/database-metrics.server.ts')).toContain(`'${String(metric)}'`);
  });
});

describe('the pods of deploy/helm/daftar', () => {
  const pods = templates.filter(
    ([name, text]) => name !== '_helpers.tpl' && text.includes('"daftar.container"'),
  );

  it('are those of app, worker, migration and ops page, each with its program', () => {
    const args = pods.map(([name, text]) => [name, /args: \[(.*)\]/.exec(text)?.[1]]);
    expect(args).toEqual([
      ['app.yaml', 'app'],
      ['migrate.yaml', 'migrate'],
      ['ops.yaml', 'ops, serve'],
      ['worker.yaml', 'worker'],
    ]);
  });

  it.each(pods)('%s gets the further variables, which can name the certificate of a CA', (_, text) => {
    expect(text).toContain('.Values.extraEnv');
    expect(text).toContain('include "daftar.pod"');
  });

  it('only the ops page gets its port, its address and its password, and only the migration gets the owner', () => {
    const having = (word: string) => pods.filter(([, text]) => text.includes(word)).map(([name]) => name);
    for (const name of Object.keys(notForTheApp).filter((name) => name.startsWith('OPS_')))
      expect([name, having(name)]).toEqual([name, ['ops.yaml']]);
    expect(having('.Values.ownerSecretName')).toEqual(['migrate.yaml']);
  });

  it.each(pods)('%s names its resources, because a ResourceQuota refuses a pod without them', (_, text) => {
    expect(text).toContain('resources: {{- toYaml .Values.');
  });

  it.each(pods)('%s is replaced if the settings that it reads change', (_, text) => {
    expect(text.includes('checksum/settings: ')).toBe(text.includes('-settings }'));
  });

  it.each(pods)('%s has time to start before its liveness probe can end it', (_, text) => {
    expect(text.includes('startupProbe:')).toBe(text.includes('livenessProbe:'));
  });

  it('have only probes whose path the program serves', () => {
    const paths = ['app.yaml', 'worker.yaml'].map((pod) => [
      ...new Set(
        [...read(`${chart}/templates/${pod}`).matchAll(/httpGet: \{ path: (\S+),/g)].map(
          ([, it]) => it ?? '',
        ),
      ),
    ]);
    const [ofApp = [], ofWorker = []] = paths;
    expect(ofApp.filter((path) => !existsSync(`${root}/app${path}/route.ts`))).toEqual([]);
    const workerPaths = read('lib/worker/worker-paths.server.ts');
    expect(ofWorker.filter((path) => !workerPaths.includes(`'${path}': `))).toEqual([]);
    expect([ofApp.length, ofWorker.length]).toEqual([2, 2]);
  });

  it('have every port that a Service, a probe or a NetworkPolicy names', () => {
    const all = templates.map(([, text]) => text).join('\n');
    const ports = new Set([...all.matchAll(/\{ name: (\w+), containerPort: /g)].map(([, name]) => name));
    const named = [...all.matchAll(/(?:port|targetPort): ([a-z]+) /g)].map(([, name]) => name);
    expect(named.filter((name) => !ports.has(name))).toEqual([]);
    expect(named.length).toBeGreaterThan(8);
  });

  it('a slow answer does not take a pod out of its Service', () => {
    for (const pod of ['app.yaml', 'worker.yaml']) {
      const [, probe = ''] = read(`${chart}/templates/${pod}`).split('readinessProbe:');
      const valueOf = (name: string) => Number(new RegExp(`^ +${name}: (\\d+)$`, 'm').exec(probe)?.[1]);
      expect([pod, valueOf('timeoutSeconds')]).toEqual([pod, 5]);
      // Kubernetes takes a pod out after three failures unless failureThreshold says otherwise.
      expect([pod, valueOf('failureThreshold') || 3]).toEqual([pod, 3]);
    }
  });

  it('get SIGKILL only after the time that the app needs to end, also with a longer DRAIN_SECONDS', () => {
    const [, drainSeconds] = /DRAIN_SECONDS \?\? \(.*\? (\d+) :/.exec(read('lib/system/env.ts')) ?? [];
    const checks = read(`${chart}/templates/checks.yaml`);
    const [, inChart, graceSeconds] =
      /"DRAIN_SECONDS" \| default (\d+)[^]*add \$drainSeconds (\d+)/.exec(checks) ?? [];
    const [, graceMs = ''] =
      /^const graceMs = ([\d_]+);$/m.exec(read('lib/system/process/on-shutdown.ts')) ?? [];
    expect(inChart).toBe(drainSeconds);
    expect(Number(graceSeconds) * 1_000).toBe(Number(graceMs.replace('_', '')));
    for (const name of ['app', 'worker'])
      expect(
        valueAt(parse(read(`${chart}/values.yaml`)), [name, 'terminationGracePeriodSeconds']),
      ).toBeGreaterThan(Number(drainSeconds) + Number(graceSeconds));
  });

  it('the ops page is off unless the publisher asks for it, and then only its own pod can reach it', () => {
    const { ops } = z
      .object({ ops: z.object({ enabled: z.boolean(), host: z.string() }) })
      .parse(parse(read('deploy/helm/daftar/values.yaml')));
    expect(ops).toEqual({ enabled: false, host: '127.0.0.1' });
  });
});

describe('the proxies of deploy/', () => {
  it('accept the largest body that the app accepts, which is a remittance sheet', () => {
    const [, limitMb] = /proxyClientMaxBodySize: '(\d+)mb'/.exec(read('next.config.ts')) ?? [];
    const annotation = 'nginx.ingress.kubernetes.io/proxy-body-size';
    expect(limitMb).toBeDefined();
    expect(valueAt(parse(read(`${chart}/values.yaml`)), ['ingress', 'annotations', annotation])).toBe(
      `${limitMb}m`,
    );
    expect(read('deploy/nginx/daftar-proxy.conf')).toMatch(
      new RegExp(`^client_max_body_size ${limitMb}m;$`, 'm'),
    );
    expect(read('docs/publishing.md')).toContain(`It accepts bodies of ${limitMb} MB`);
  });
});

describe('docs/publishing.md', () => {
  it('tells the publisher to set only variables that .env.example describes', () => {
    const [, table = ''] = read('docs/publishing.md').split('## 3. Write the settings');
    const named = new Set(
      (table.split('## 4.')[0] ?? '')
        .match(/(?<=`)[A-Z]+(?:_[A-Z]+)+(?=`)/g)
        ?.filter((name) => !/_$/.test(name)),
    );
    expect([...named].filter((name) => !documented.has(name) && name !== variableOfNode)).toEqual([]);
    expect(named.size).toBeGreaterThan(10);
  });
});

function valueAt(value: unknown, names: string[]): unknown {
  const [first, ...others] = names;
  if (first === undefined) return value;
  return value instanceof Object ? valueAt(Reflect.get(value, first), others) : undefined;
}
