'use client';

import { useEffect, useId, useInsertionEffect, useRef } from 'react';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Keeps what the user typed into a server-rendered form before the code of the page was loaded. On a slow connection,
 * loading takes seconds. When the code starts, React sets each control to the state of its component, so the typed
 * values would be lost. This hook therefore enters the typed values again. It returns the HTML id that the form must
 * have.
 */
export function useEarlyInput(): string {
  const formId = useId();
  const early = useRef<(() => void)[]>([]);
  // Stores what the user typed before the code of the page was loaded. This is done in an insertion effect, because it
  // runs before any ref is set. No component has changed the value of a control at that time.
  useInsertionEffect(() => {
    const controls = document.getElementById(formId)?.querySelectorAll<Control>('input, textarea, select');
    early.current = [...(controls ?? [])].flatMap((control) => enterAgain(control) ?? []);
  }, [formId]);
  // This effect runs after the form has restored its copy from session storage. What the user typed into the
  // server-rendered form is newer than that copy. It is therefore entered after the copy and replaces it.
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const enter of early.current.splice(0)) enter();
    });
    return () => clearTimeout(timer);
  }, []);
  return formId;
}

/**
 * Returns a function that enters the control's current value again, as if the user typed it. Returns undefined if the
 * user has not changed the value that the server rendered.
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
    // Of a group of radio buttons, only the selected button is entered again.
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

/**
 * Sets the value of a control so that React detects the change. React fires onChange only if the new value differs from
 * the last value that was set through the control. The control is therefore emptied first.
 */
function change(control: Control, prototype: object, value: string, event: 'input' | 'change'): void {
  control.value = '';
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, value);
  control.dispatchEvent(new Event(event, { bubbles: true }));
}
