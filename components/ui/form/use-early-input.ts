'use client';

import { useEffect, useId, useInsertionEffect, useRef } from 'react';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Tells a form of the server's page what was typed or chosen in it before its code was there, on a slow line for
 * seconds: each component begins by setting its control to what it believes. Answers the id that the form has to have.
 */
export function useEarlyInput(): string {
  const formId = useId();
  const early = useRef<(() => void)[]>([]);
  // Before any ref is given, and so before anything sets a control.
  useInsertionEffect(() => {
    const controls = document.getElementById(formId)?.querySelectorAll<Control>('input, textarea, select');
    early.current = [...(controls ?? [])].flatMap((control) => enterAgain(control) ?? []);
  }, [formId]);
  // After what the form does first of all: a copy that it brings back is older.
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const enter of early.current.splice(0)) enter();
    });
    return () => clearTimeout(timer);
  }, []);
  return formId;
}

/** Enters what stands in the control as a person would; undefined where it is what the server sent. */
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
    // Of radio buttons the one that was chosen speaks for all.
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

/** React hears of a value only where it differs from the last one that was set through the control itself. */
function change(control: Control, prototype: object, value: string, event: 'input' | 'change'): void {
  control.value = '';
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, value);
  control.dispatchEvent(new Event(event, { bubbles: true }));
}
