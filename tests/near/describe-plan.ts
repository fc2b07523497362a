import type { Plan } from './plan';
import type { Kind, NearTest } from './select-tests';

const commands: Record<Kind, string> = {
  unit: 'npx vitest run --project unit',
  integration: "npx vitest run --project 'integration*'",
  spec: 'npx playwright test',
};

const titles: Record<Kind, string> = {
  unit: 'unit tests',
  integration: 'integration tests',
  spec: 'specs',
};

/**
 * Returns the plan of `npm run test:near` as text: which tests run and why, and which are skipped and why. The text
 * ends with the command that runs the skipped tests.
 */
export function describePlan({ run, skipped, seconds }: Plan): string {
  const kinds: Kind[] = ['unit', 'integration', 'spec'];
  const running = kinds.flatMap((kind) => [
    `${run[kind].length} ${titles[kind]} run`,
    ...run[kind].map(({ file, reason }) => `  ${file}: ${reason}`),
  ]);
  const skippedLines = kinds.flatMap((kind) =>
    describeSkipped(
      kind,
      skipped.filter((test) => test.kind === kind),
    ),
  );
  const about = `about ${Math.round(seconds)} s on a quiet machine with two cores`;
  return [...running, ...skippedLines, about].join('\n');
}

function describeSkipped(kind: Kind, skipped: readonly NearTest[]): string[] {
  if (skipped.length === 0) return [];
  const reasons = new Map<string, string[]>();
  for (const { file, reason } of skipped) reasons.set(reason, [...(reasons.get(reason) ?? []), file]);
  return [
    `${skipped.length} ${titles[kind]} skipped`,
    ...[...reasons].map(([reason, files]) => `  ${files.map(nameOf).join(', ')}: ${reason}`),
    `  to run them: ${commands[kind]} ${skipped.map(({ file }) => quote(file)).join(' ')}`,
  ];
}

const nameOf = (file: string) =>
  file.replace(/^tests\/(?:integration|e2e)\/(?:app\/)?|\.(?:test|spec)\.tsx?$/g, '');
const quote = (file: string) => (/^[\w./-]+$/.test(file) ? file : `'${file}'`);
