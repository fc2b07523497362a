import { CircleAlert, CircleCheck, CircleX } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import type { Finding } from '@/lib/doctor/evaluate-facts';

const tones = { ok: 'good', warn: 'warn', bad: 'bad' } as const;
const marks = { ok: CircleCheck, warn: CircleAlert, bad: CircleX };

/** List of the findings of the health checks (the doctor). Each finding that is not ok has instructions. */
export function FindingsList({ findings }: { findings: Finding[] }) {
  const t = useTranslations('doctor');
  return (
    <ul className="-my-2 flex flex-col divide-y divide-line">
      {findings.map(({ code, state, values }) => {
        const Mark = marks[state];
        return (
          <li key={code} data-found={code} className="flex flex-col gap-1 py-2.5 text-sm">
            <div className="flex items-start justify-between gap-3">
              <span className="min-w-0 font-semibold">{t(`found.${code}`, values)}</span>
              <Badge tone={tones[state]} icon={<Mark aria-hidden />}>
                {t(`state.${state}`)}
              </Badge>
            </div>
            {state !== 'ok' && (
              <div className="text-ink-soft">
                {t(`todo.${code as TodoCode}`)}
                {values.names && (
                  <>
                    {' '}
                    {t('named')}{' '}
                    {code === 'scopes_off' ? (
                      <ScopeNames codes={values.names.split(', ')} />
                    ) : (
                      <bdi dir="ltr">{values.names}</bdi>
                    )}
                  </>
                )}
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/**
 * Shows each scope with the name that the settings screen uses, followed by the code of the scope. The code is needed
 * because the store admin may show only the code.
 */
function ScopeNames({ codes }: { codes: string[] }) {
  const t = useTranslations('settings.scopes.of');
  return (
    <ul className="mt-1 list-disc ps-5">
      {codes.map((code) => (
        <li key={code}>
          {t.has(code as 'orders:read') && t(code as 'orders:read')} <bdi dir="ltr">({code})</bdi>
        </li>
      ))}
    </ul>
  );
}

/** Codes of the findings that have instructions. A finding with the state `ok` needs no instructions. */
type TodoCode = Exclude<Finding['code'], `${string}_ok`>;
