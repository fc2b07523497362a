'use client';

import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Spinner } from '@/components/ui/feedback/spinner';
import { useToast } from '@/components/ui/feedback/toast';
import { useLazy } from '@/components/ui/overlay/use-lazy';
import { forgetCopy, loadCopy } from '@/components/ui/session-copy';
import {
  type OrderActions,
  type OrderTarget,
  useOrderWrite,
} from '@/components/orders/detail/use-order-write';
import { WriteProblem } from '@/components/orders/detail/write-problem';
import { WriteScopeNote } from '@/components/orders/detail/write-scope-note';
import { useIsOff } from '@/components/ui/role-context';
import { inPlaceCopyKey } from './in-place-copy';
import type { OrderReference } from '@/lib/orders/order-reference';

type Value = string | number | boolean | OrderReference;
type Patch = { change: { attributes: Record<string, Value | null> } };

/** Props that an InPlaceCard passes to the form inside it. */
export type InPlaceFormProps<Draft> = {
  /**
   * Values with which the form starts if the user opened it. It is null if the form opened automatically after a
   * reload. The form then starts with the values that were typed before the reload.
   */
  begun: Draft | null;
  copyKey: string;
  isPending: boolean;
  /** Closes the form without a toast. It is called if the order already has the typed values, so nothing was sent. */
  onThere: () => void;
  onClose: () => void;
};

type CardState<Draft> = {
  isOff: boolean;
  isBusy: boolean;
  isOpen: boolean;
  /** Names of the order attributes that are being sent to the platform. */
  beingSent: string[];
  open: (begun: Draft) => void;
  save: (key: string, value: Value) => void;
  remove: (key: string) => void;
};

type DraftOf<Props extends InPlaceFormProps<unknown>> = NonNullable<Props['begun']>;

type InPlaceCardProps<Props extends InPlaceFormProps<unknown>> = {
  title: string;
  /** Name of the card. It is part of the key under which the typed values are saved in session storage. */
  name: Parameters<typeof inPlaceCopyKey>[0];
  target: OrderTarget;
  action: OrderActions['changeOrder'];
  load: () => Promise<ComponentType<Props>>;
  /**
   * Returns the current value of an attribute, so that Undo can write this value back later. Returns null if Undo
   * cannot write it back.
   */
  valueOf: (key: string) => Value | null;
  /** Returns the text of the toast after an attribute was saved (`isGone` is false) or removed (`isGone` is true). */
  textOf: (key: string, isGone: boolean) => ReactNode;
  undoText: string;
  /**
   * Renders the parts of the card: the current values, and the buttons that open the form. `form` has the props of the
   * form that are not in InPlaceFormProps.
   */
  children: (card: CardState<DraftOf<Props>>) => {
    values: ReactNode;
    form: Omit<Props, keyof InPlaceFormProps<unknown>>;
    actions: ReactNode;
  };
};

/**
 * Card on the order page in which the user changes the attributes of the order, one at a time. The form for
 * the change opens inside the card. A removal can be undone.
 */
export function InPlaceCard<Props extends InPlaceFormProps<unknown>>(props: InPlaceCardProps<Props>) {
  const { target, valueOf } = props;
  const toast = useToast();
  const { holder, remember, goBack } = useFocusReturn();
  const isOff = useIsOff('tag_orders', 'orders:write');
  const form = useInPlaceForm<DraftOf<Props>>(props.name, target);
  const renderForm = useLazy(props.load, form.isOpen, form.hide);
  const [undone, undo] = useState<Patch | null>(null);
  const closeForm = () => {
    form.close();
    goBack();
  };
  const write = useOrderWrite<Patch>(props.action, target, (_, input) => {
    const [key = '', value] = Object.entries(input.change.attributes)[0] ?? [];
    // After the write of Undo, a form that is open stays open, because the user opened it after the removal. After any
    // other write, the form that sent it closes.
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
    <section className="border-t border-line px-4 py-3.5 sm:px-5">
      <h3 className="mb-2.5 text-sm font-bold">{props.title}</h3>
      <div ref={holder} tabIndex={-1} className="flex flex-col gap-3 outline-none">
        {parts.values}
        {isOff && <WriteScopeNote needs="tag_orders" />}
        {!write.sending && (
          <WriteProblem outcome={write.outcome} again={() => write.input && void write.send(write.input)} />
        )}
        {form.isOpen && !renderForm && <Spinner />}
        {form.isOpen && renderForm?.({ ...own, ...parts.form } as unknown as Props)}
        <div hidden={form.isOpen} className="flex flex-wrap gap-2">
          {parts.actions}
        </div>
      </div>
    </section>
  );
}

function patch(key: string, value: Value | null): Patch {
  return { change: { attributes: { [key]: value } } };
}

/**
 * State of a form that opens inside a card of the order page: whether the form is open, and its initial values
 * (`begun`). If session storage has values that the user typed before a reload, the form opens automatically. `begun`
 * is then null, because usePersistedDraft reads the values from session storage.
 */
function useInPlaceForm<Draft>(name: Parameters<typeof inPlaceCopyKey>[0], target: OrderTarget) {
  const copyKey = inPlaceCopyKey(name, target);
  const [form, setForm] = useState<{ begun: Draft | null } | null>(null);
  const restore = useRef(() => {
    if (loadCopy(copyKey)) setForm({ begun: null });
  });
  // Session storage is read in an effect, because the server cannot read it. The first render in the browser
  // must give the same HTML as the server.
  useEffect(() => restore.current(), []);
  const hide = () => setForm(null);
  return {
    copyKey,
    isOpen: form !== null,
    begun: form?.begun ?? null,
    open: (begun: Draft) => setForm({ begun }),
    /**
     * Hides the form, and keeps the typed values in session storage. useLazy calls `hide` if the code of the
     * form could not be loaded.
     */
    hide,
    close: () => {
      forgetCopy(copyKey);
      hide();
    },
  };
}

/**
 * Moves the focus when the form inside a card closes. The focus returns to the button that opened the form.
 * If that button no longer exists, the focus moves to the card.
 */
function useFocusReturn() {
  const holder = useRef<HTMLDivElement>(null);
  const opener = useRef<Element | null>(null);
  const [returns, setReturns] = useState(0);
  // The focus is moved in an effect, because an effect runs after React has removed the form. The button that opened
  // the form is then on the page again and can get the focus.
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
 * Sends the write `later` that Undo requested, once, after the current write has ended.
 *
 * The Undo button in the toast cannot send the write itself. The toast stays on the screen while the card renders
 * again, so its button would call an old `send` function. This hook calls the `send` of the last render, which has the
 * newest operation id.
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
