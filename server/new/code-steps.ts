import { addAfter as after, addMessage, type Change } from './edit-source';
import { isKnownCode, type NewWrite } from './new-name';
import type { Step, Words } from './plan';

/** The groups of messages with the texts of refusals: below the form, in the history of the order, on Activity. */
const groups = [
  ['orderWrite', 'refused'],
  ['orderPage', 'timeline', 'refused'],
  ['activity', 'refused'],
] as const;

/** Returns the steps that let the contract and the screens know the error code of a refusal, if it is not conflict. */
export function codeSteps({ code, codeStatus }: NewWrite): Step[] {
  if (code === 'conflict') return [];
  const lists = {
    'components/orders/detail/write-problem.tsx': 'refusalReasons',
    'components/orders/detail/timeline/timeline-event.tsx': 'refusalReasons',
    'components/operations/activity-result.tsx': 'reasons',
  };
  const known: Step = {
    file: 'lib/platform/contract/errors.ts',
    changes: [after('errorStatus', 'sample_unavailable', code, `${code}: ${codeStatus},`)],
  };
  return [
    ...(isKnownCode(code) ? [] : [known]),
    ...Object.entries(lists).map(([file, list]) => ({
      file,
      changes: [
        keepIf(
          (source) => source.includes(`  ${code}: true,`),
          after(list, 'not_found', code, `${code}: true,`),
        ),
      ],
    })),
  ];
}

/** Returns the changes that add the text of the error code to each screen that shows a refusal. */
export const codeMessages = ({ code }: NewWrite, language: keyof Words, words: Words): Change[] =>
  code === 'conflict'
    ? []
    : groups.map((group) =>
        keepIf(hasText([...group, code]), addMessage([...group, code], words[language], 'not_found')),
      );

/** Returns a change that leaves a text as it is if an earlier write has added the same code. */
const keepIf =
  (isThere: (source: string) => boolean, change: Change): Change =>
  (source, file) =>
    isThere(source) ? source : change(source, file);

const hasText = (keys: readonly string[]) => (source: string) =>
  keys.reduce((group, key) => (group as Record<string, unknown> | undefined)?.[key], JSON.parse(source)) !==
  undefined;
