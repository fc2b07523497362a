'use client';

import { useEffect, useId, useInsertionEffect, useRef } from 'react';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Keeps input that was typed in a server-rendered form before its code loaded, which takes seconds on a slow
 * connection. Each component first sets its control to its own state, so the input is entered again. Returns the id
 * that the form must have.
 */
export function useEarlyInput(): string {
  const formId = useId();
  const early = useRef<(() => void)[]>([]);
  // Runs before any ref is set, and so before a component sets a control.
  useInsertionEffect(() => {
    const controls = document.getElementById(formId)?.querySelectorAll<Control>('input, textarea, select');
    early.current = [...(controls ?? [])].flatMap((control) => enterAgain(control) ?? []);
  }, [formId]);
  // Runs after the form's own first effects. A stored copy that they restore is older than this input.
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const enter of early.current.splice(0)) enter();
    });
    return () => clearTimeout(timer);
  }, []);
  return formId;
}

/**
 * Returns a function that enters the control's value as a user would; undefined if the value is the one from the
 * server.
 */
function enterAgain(control: Control): (() => void) | undefined {
  if (control instanceof HTMLSelectElement) {
    const { value } = control;
    const sent = [...control.options].find(({ defaultSelected }) => defaultSelected) ?? control.options[0];
    if (value === sent?.value) return;
    return () => change(control, HTMLSelectElement.prototype, value, 'change');
  }
  if (control.type === 'radio' || control.type === 'checkbox') {
    const box = control as HTMLInputElement;
    const { checked, defaultChecked } = box;
    // For radio buttons, only the selected one is entered again.
    if (checked === defaultChecked || (box.type === 'radio' && !checked)) return;
    return () => {
      box.checked = defaultChecked;
      box.click();
    };
  }
  const { value } = control;
  if (value === control.defaultValue) return;
  const prototype =
    control instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  return () => change(control, prototype, value, 'input');
}

/** React reports a value only if it differs from the last value that was set through the control. */
function change(control: Control, prototype: object, value: string, event: 'input' | 'change'): void {
  control.value = '';
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, value);
  control.dispatchEvent(new Event(event, { bubbles: true }));
}
