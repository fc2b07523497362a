import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { root } from '@/tests/stages/stage';

const Step = z.looseObject({
  name: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  env: z.record(z.string(), z.string()).default({}),
  with: z.record(z.string(), z.unknown()).default({}),
});
const Workflow = z.object({ jobs: z.record(z.string(), z.object({ steps: z.array(Step) })) });
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const stepsOf = (file: string, job: string) =>
  Workflow.parse(parse(read(`.github/workflows/${file}`))).jobs[job]?.steps ?? [];

describe('the release workflow', () => {
  const steps = stepsOf('release.yml', 'image');
  const indexOf = (text: string) => steps.findIndex(({ run }) => run?.includes(text));

  it('stops first if the key of the server actions is not set', () => {
    const [first] = steps;
    expect(Object.values(first?.env ?? {})).toEqual(['${{ secrets.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY }}']);
    expect(first?.run).toMatch(/^test -n "\$KEY" \|\| .*exit 1/);
  });

  it('pushes the image by its digest, and gives it the tag of the version only after the checks', () => {
    const build = steps.findIndex(({ uses }) => uses?.startsWith('docker/build-push-action@'));
    expect(steps[build]?.with).not.toHaveProperty('tags');
    expect(steps[build]?.with.outputs).toContain('push-by-digest=true');
    const order = [
      build,
      indexOf('-le 260000000'),
      indexOf('imagetools create --tag'),
      indexOf('gh release'),
    ];
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((one, other) => one - other));
  });
});

describe('CI', () => {
  const runs = stepsOf('ci.yml', 'deploy');
  const all = runs.map(({ run }) => run ?? '').join('\n');

  it('runs the tests of the alerts with promtool, and fails if promtool is missing', () => {
    const step = runs.find(({ run }) => run?.includes('tests/lint/observability.test.ts'));
    expect(step?.env).toEqual({ TEST_PROMTOOL: 'required' });
  });

  it('runs the stories in Firefox and WebKit, and fails if a browser is missing', () => {
    const steps = stepsOf('ci.yml', 'browsers').map(({ run }) => run ?? '');
    expect(steps).toContainEqual(expect.stringMatching(/install .*firefox-esr webkit2gtk-driver xvfb$/));
    expect(steps.at(-1)).toMatch(/^npm run test:browsers \| tee (\S+)\ngrep ' 0 skipped\$' \1$/m);
  });

  it('makes the reference of the platform client', () => {
    expect(all).toMatch(/^npm run platform:docs$/m);
  });

  it('checks the chart, the compose file and the size of the image', () => {
    for (const command of ['helm lint', 'helm template', 'docker compose', 'docker build', '-le 260000000'])
      expect(all).toContain(command);
  });

  it('gives the chart each setting that it demands', () => {
    const checks = read('deploy/helm/daftar/templates/checks.yaml');
    const [, list = ''] = /list ((?:"[A-Z_]+" ?)+)/.exec(checks) ?? [];
    const given = all
      .replace(/for name in (.*); do .*PLATFORM_\$name.*$/m, (_, names: string) =>
        names.replaceAll(/\w+/g, 'settings.PLATFORM_$&='),
      )
      .match(/(?<=settings\.)[A-Z_]+(?==)/g);
    expect(given).toEqual(expect.arrayContaining(list.match(/[A-Z_]+/g) ?? ['nothing']));
  });
});

describe('every workflow', () => {
  it('runs only npm scripts that exist', () => {
    const folder = '.github/workflows';
    const files = readdirSync(path.join(root, folder)).map((file) => read(`${folder}/${file}`));
    const named = files.flatMap((text) =>
      [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name),
    );
    expect(named).toContain('test:integration');
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});
