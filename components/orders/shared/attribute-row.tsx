import { Lock, Pencil, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Spinner } from '@/components/ui/feedback/spinner';
import type { AttributeType } from '@/lib/orders/order-attribute';
import { ownAttribute } from '@/lib/orders/own-attribute';

type AttributeRowProps = {
  name: string;
  value: unknown;
  isOff: boolean;
  isBeingSent: boolean;
  onEdit: (type: AttributeType, text: string) => void;
  onRemove: () => void;
};

const iconButton =
  'grid size-11 shrink-0 place-items-center rounded-control text-ink-soft hover:bg-sunken hover:text-ink disabled:opacity-50';

/**
 * One attribute of an order. The attribute with which the app marks its own orders cannot be changed or removed. An
 * attribute whose value is an object or a list can only be removed.
 */
export function AttributeRow({ name, value, isOff, isBeingSent, onEdit, onRemove }: AttributeRowProps) {
  const t = useTranslations('orderPage.attributes');
  const isOwn = name === ownAttribute;
  const type = typeOf(value);
  return (
    <li className="flex items-center gap-1 py-1.5">
      <div className="min-w-0 flex-1 text-sm">
        <p className="truncate text-xs text-ink-soft">
          <bdi dir="ltr">{name}</bdi>
        </p>
        <p className="break-words whitespace-pre-line">
          {isOwn ? t('own') : <AttributeValue value={value} />}
        </p>
      </div>
      {isBeingSent && (
        <span role="status" className="text-warn">
          <Spinner />
          <span className="sr-only">{t('sending')}</span>
        </span>
      )}
      {isOwn && <Lock aria-hidden className="mx-3.5 size-4 shrink-0 text-ink-soft" />}
      {!isOwn && type && (
        <button
          type="button"
          className={iconButton}
          disabled={isOff}
          aria-label={t('edit', { key: name })}
          onClick={() => onEdit(type, String(value))}
        >
          <Pencil aria-hidden className="size-4" />
        </button>
      )}
      {!isOwn && (
        <button
          type="button"
          className={iconButton}
          disabled={isOff}
          aria-label={t('remove', { key: name })}
          onClick={onRemove}
        >
          <Trash2 aria-hidden className="size-4" />
        </button>
      )}
    </li>
  );
}

function AttributeValue({ value }: { value: unknown }) {
  const t = useTranslations('orderPage.attributes');
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (value === '') return <span className="text-ink-soft">{t('empty')}</span>;
  return <bdi>{typeof value === 'object' ? JSON.stringify(value) : String(value)}</bdi>;
}

function typeOf(value: unknown): AttributeType | null {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'yes_no' : null;
}
