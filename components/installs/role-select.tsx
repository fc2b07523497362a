'use client';

import { useTranslations } from 'next-intl';
import { useRoleText } from '@/components/ui/role-context';
import { Field } from '@/components/ui/form/field';
import { Select } from '@/components/ui/form/select';
import { knownKey } from '@/lib/shared/known-key';
import { type Role, roles } from '@/lib/shared/roles/roles';

type RoleSelectProps = {
  label: string;
  labelHidden?: boolean;
  hint?: string;
  value: Role | null;
  /**
   * Default role of the store, which applies to a person without a role of their own. In the select of a person, an
   * empty option names the default role. In the select of the default role itself, `defaultRole` is null, and there is
   * no empty option.
   */
  defaultRole: Role | null;
  isOff: boolean;
  isSaving: boolean;
  /** Error code of the last change that was made with the select; null if the change did not fail. */
  problem: string | null;
  onPick: (role: Role | null) => void;
};

const problems = { last_owner: true, unknown_person: true, no_answer: true };

/** Select field for a role. A chosen role is saved immediately. */
export function RoleSelect(props: RoleSelectProps) {
  const { label, labelHidden = false, hint, value, defaultRole, isOff, isSaving, problem, onPick } = props;
  const t = useTranslations('settings.people.role');
  const tRole = useTranslations('problem.no_right.role');
  const roleText = useRoleText();
  const known = problem === null ? null : (knownKey(problems, problem) ?? 'failed');
  const error = problem === 'no_right' ? roleText : known && t(`problem.${known}`);
  return (
    <Field label={label} labelHidden={labelHidden} hint={hint} error={error ?? undefined}>
      {(control) => (
        <>
          <Select
            {...control}
            value={value ?? ''}
            disabled={isOff || isSaving}
            aria-busy={isSaving}
            onChange={(event) => onPick(roles.find((role) => role === event.target.value) ?? null)}
          >
            {defaultRole && <option value="">{t('byDefault', { role: tRole(defaultRole) })}</option>}
            {roles.map((role) => (
              <option key={role} value={role}>
                {tRole(role)}
              </option>
            ))}
          </Select>
          {isSaving && (
            <p role="status" className="text-xs text-ink-soft">
              {t('saving')}
            </p>
          )}
        </>
      )}
    </Field>
  );
}
