'use client';

import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Card } from '@/components/ui/card';
import { Spinner } from '@/components/ui/feedback/spinner';
import { useToast } from '@/components/ui/feedback/toast';
import { useLazy } from '@/components/ui/overlay/use-lazy';
import { forgetCopy, loadCopy } from '@/components/ui/session-copy';
import { useMissingScopes } from '@/components/ui/scopes-context';
import {
  type OrderActions,
  type OrderTarget,
  useOrderWrite,
} from '@/components/orders/detail/use-order-write';
import { WriteProblem } from '@/components/orders/detail/write-problem';
import { WriteScopeNote } from '@/components/orders/detail/write-scope-note';
import type { OrderReference } from '@/lib/orders/order-reference';

type Value = string | number | boolean | OrderReference;
type Patch = { change: { attributes: Record<string, Value | null> } };

/** What every form in an InPlaceCard receives from the card. */
export type InPlaceFormProps<Draft> = {
  /** The initial values; null restores what was typed before a reload. */
  begun: Draft | null;
  copyKey: string;
  isPending: boolean;
  /** Closes the form without a message, because the order already has the typed values. */
  onThere: () => void;
  onClose: () => void;
};

type CardState<Draft> = {
  isOff: boolean;
  isBusy: boolean;
  isOpen: boolean;
  /** Names of the attributes that are being sent. */
  beingSent: string[];
  open: (begun: Draft) => void;
  save: (key: string, value: Value) => void;
  remove: (key: string) => void;
};

type DraftOf<Props extends InPlaceFormProps<unknown>> = NonNullable<Props['begun']>;

type InPlaceCardProps<Props extends InPlaceFormProps<unknown>> = {
  title: string;
  /** Name of the stored copy of the typed values. */
  name: string;
  target: OrderTarget;
  action: OrderActions['changeOrder'];
  load: () => Promise<ComponentType<Props>>;
  /** The current value of an attribute, which Undo restores; null if it cannot be restored. */
  valueOf: (key: string) => Value | null;
  /** Text after an attribute was saved or removed. */
  textOf: (key: string, isGone: boolean) => ReactNode;
  undoText: string;
  /** Renders the current values, the buttons that open the form, and what only this form receives. */
  children: (card: CardState<DraftOf<Props>>) => {
    values: ReactNode;
    form: Omit<Props, keyof InPlaceFormProps<unknown>>;
    actions: ReactNode;
  };
};

/**
 * A card that changes one attribute of the order at a time, with a form that opens in the card. A removal can be
 * undone.
 */
export function InPlaceCard<Props extends InPlaceFormProps<unknown>>(props: InPlaceCardProps<Props>) {
  const { target, valueOf } = props;
  const toast = useToast();
  const { holder, remember, goBack } = useFocusReturn();
  const isOff = useMissingScopes('orders:write').length > 0;
  const form = useInPlaceForm<DraftOf<Props>>(props.name, target);
  const renderForm = useLazy(props.load, form.isOpen, form.hide);
  const [undone, undo] = useState<Patch | null>(null);
  const closeForm = () => {
    form.close();
    goBack();
  };
  const write = useOrderWrite<Patch>(props.action, target, (_, input) => {
    const [key = '', value] = Object.entries(input.change.attributes)[0] ?? [];
    // An undo that runs beside an open form does not close that form.
    if (input !== undone || !form.isOpen) closeForm();
    const previous = value === null ? valueOf(key) : null;
    toast({
      text: props.textOf(key, value === null),
      ...(previous !== null && {
        action: { label: props.undoText, onPress: () => undo(patch(key, previous)) },
      }),
    });
  });
  useSendLater(write, undone);
  const isBusy = write.sending || write.isOutcomeUnknown;
  const parts = props.children({
    isOff,
    isBusy,
    isOpen: form.isOpen,
    beingSent: isBusy ? Object.keys(write.input?.change.attributes ?? {}) : [],
    open: (begun) => {
      remember();
      form.open(begun);
    },
    save: (key, value) => void write.send(patch(key, value)),
    remove: (key) => {
      remember();
      void write.send(patch(key, null));
    },
  });
  const own = {
    begun: form.begun,
    copyKey: form.copyKey,
    isPending: isBusy,
    onThere: form.close,
    onClose: closeForm,
  };
  return (
    <Card title={props.title}>
      <div ref={holder} tabIndex={-1} className="flex flex-col gap-3 outline-none">
        {parts.values}
        {isOff && <WriteScopeNote />}
        {!write.sending && (
          <WriteProblem outcome={write.outcome} again={() => write.input && void write.send(write.input)} />
        )}
        {form.isOpen && !renderForm && <Spinner />}
        {form.isOpen && renderForm?.({ ...own, ...parts.form } as unknown as Props)}
        <div hidden={form.isOpen} className="flex flex-wrap gap-2">
          {parts.actions}
        </div>
      </div>
    </Card>
  );
}

function patch(key: string, value: Value | null): Patch {
  return { change: { attributes: { [key]: value } } };
}

/**
 * Whether a form of the order page is open, and its initial values. A form that was left with typed values opens again
 * automatically. `begun` is then null, and the values are in the stored copy (usePersistedDraft).
 */
function useInPlaceForm<Draft>(name: string, { installId, orderId }: OrderTarget) {
  const copyKey = `daftar.${name}.1.${installId}.${orderId}`;
  const [form, setForm] = useState<{ begun: Draft | null } | null>(null);
  const restore = useRef(() => {
    if (loadCopy(copyKey)) setForm({ begun: null });
  });
  // Runs after the first paint, because the server cannot read stored copies.
  useEffect(() => restore.current(), []);
  const hide = () => setForm(null);
  return {
    copyKey,
    isOpen: form !== null,
    begun: form?.begun ?? null,
    open: (begun: Draft) => setForm({ begun }),
    /** Called when the form's code could not be loaded. The typed values stay stored. */
    hide,
    close: () => {
      forgetCopy(copyKey);
      hide();
    },
  };
}

/** Returns focus when an in-place form closes: to the element that opened it, otherwise to its container. */
function useFocusReturn() {
  const holder = useRef<HTMLDivElement>(null);
  const opener = useRef<Element | null>(null);
  const [returns, setReturns] = useState(0);
  // Runs after the form is removed and the element that opened it is rendered again.
  useEffect(() => {
    if (returns === 0) return;
    const to = opener.current;
    if (to instanceof HTMLElement) to.focus();
    if (document.activeElement !== to) holder.current?.focus();
  }, [returns]);
  return {
    holder,
    remember: () => {
      opener.current = document.activeElement;
    },
    goBack: () => setReturns((count) => count + 1),
  };
}

/**
 * Sends `later` once, after the current write has ended. A toast outlives the render that showed it, so this uses the
 * newest `send` and operation id.
 */
function useSendLater(
  write: Pick<ReturnType<typeof useOrderWrite<Patch>>, 'sending' | 'isOutcomeUnknown' | 'send'>,
  later: Patch | null,
): void {
  const sent = useRef<Patch | null>(null);
  const isBusy = write.sending || write.isOutcomeUnknown;
  const sendIt = useEffectEvent((input: Patch) => {
    if (sent.current === input) return;
    sent.current = input;
    void write.send(input);
  });
  useEffect(() => {
    if (!isBusy && later !== null) sendIt(later);
  }, [isBusy, later]);
}
