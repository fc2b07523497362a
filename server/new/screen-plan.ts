import { addAfter as after, addImport, addMessage } from './edit-source';
import type { NewName } from './new-name';
import { type Plan, type Step, unwritten, type Words } from './plan';

/**
 * Returns the plan (files and changes) of a new screen of an install with the path /NAME. The command palette of the
 * app lists the new screen. `body` is the text below its title; a text that is absent must be written by the developer.
 */
export function planScreen(name: NewName, words: Words, body: Partial<Words> = {}): Plan {
  const { kebab, camel } = name;
  const entry = `page /i/[installId]/${kebab}`;
  const textsOf = (language: keyof Words) => {
    const { [language]: text = `${unwritten} Say what the screen is for` } = body;
    return { title: words[language], body: text };
  };
  const isWritten = (language: keyof Words) =>
    !Object.values(textsOf(language)).some((text) => text.startsWith(unwritten));
  const texts = (language: keyof Words): Step => ({
    file: `messages/${language}.json`,
    ...(isWritten(language)
      ? { onlyIf: `you add or change a text of "${camel}".` }
      : { todo: `Write each text of "${camel}" that begins with "${unwritten}".` }),
    changes: [addMessage([camel], textsOf(language))],
  });
  return {
    steps: [
      {
        file: `app/(admin)/i/[installId]/${kebab}/page.tsx`,
        todo: 'Choose the right that the screen needs ("read" now), and write what the screen shows.',
        create: pageOf(name),
      },
      texts('en'),
      texts('ar'),
      {
        file: `lib/xray/screens/${kebab}.ts`,
        onlyIf: 'a request feeds a part of the screen. Then add a block that says what feeds it.',
        create: xrayOf(name),
      },
      {
        file: 'lib/xray/xray-screens.ts',
        changes: [
          addImport(`@/lib/xray/screens/${kebab}`, camel),
          after('xrayScreens', 'dataImport', camel, `${camel},`),
        ],
      },
      {
        file: 'app/(admin)/i/[installId]/layout.tsx',
        onlyIf:
          'the screen is for daily work. Then it needs components/frame/sections.ts. Now the command palette opens it.',
        changes: [
          after(
            'morePlaces',
            'path: /connection/developers',
            `path: /${kebab}`,
            `{ label: t('${camel}.title'), path: '/${kebab}' },`,
          ),
        ],
      },
      {
        file: 'tests/e2e/entry-points.spec.ts',
        changes: [
          after(
            'tried',
            'page /i/[installId]/discounts',
            entry,
            `'${entry}': refusesRead(() => \`/i/\${theirs.installId}/${kebab}\`, 307),`,
          ),
        ],
      },
      {
        file: 'tests/e2e/roles.spec.ts',
        changes: [
          after('entries', 'page /i/[installId]/settings', entry, `'${entry}': page('/${kebab}', 'read'),`),
        ],
      },
    ],
    test: {
      command: "npx vitest run --project unit tests/lint/messages.test.ts -t 'are written'",
      until: isWritten('en') && isWritten('ar') ? null : 'the texts of the screen are written',
    },
    after: [
      'npm run coverage:docs',
      'npm run typecheck && npx vitest run --project unit tests/lint',
      'npm run build && npx playwright test entry-points roles',
    ],
  };
}

const pageOf = ({
  kebab,
  camel,
  pascal,
  sentence,
}: NewName) => `import { getTranslations } from 'next-intl/server';
import { Card } from '@/components/ui/card';
import { ScreenHeading } from '@/components/ui/screen-heading';
import { openPage } from '@/app/(admin)/i/[installId]/open-page';

/** ${sentence}: a screen of an install. */
export default async function ${pascal}Page({ params }: { params: Promise<{ installId: string }> }) {
  const { locale } = await openPage(params, 'read', '/${kebab}');
  const t = await getTranslations({ locale, namespace: '${camel}' });
  return (
    <div className="flex flex-col gap-4">
      <ScreenHeading title={t('title')} />
      <Card>
        <p className="text-sm text-ink-soft">{t('body')}</p>
      </Card>
    </div>
  );
}
`;

const xrayOf = ({ kebab, camel }: NewName) => `import type { XrayScreen } from '@/lib/xray/xray-block';

/** No request feeds the screen yet. */
export const ${camel}: XrayScreen = { path: '/${kebab}', blocks: [] };
`;
