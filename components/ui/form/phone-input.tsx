import type { ComponentProps } from 'react';
import { Input } from './input';
import { latinDigits } from '@/lib/shared/numbers/money';

/** A phone number as typed, with Latin digits whatever the keyboard; readPhone (lib/shared/phone) reads it. */
export function PhoneInput({ onChange, ...props }: Omit<ComponentProps<'input'>, 'type' | 'dir'>) {
  return (
    <Input
      code
      type="tel"
      inputMode="tel"
      {...props}
      onChange={(event) => {
        const { target } = event;
        const { value, selectionStart, selectionEnd } = target;
        const latin = latinDigits(value);
        if (latin !== value) {
          target.value = latin;
          // Writing the value moved the caret to the end.
          target.setSelectionRange(selectionStart, selectionEnd);
        }
        onChange?.(event);
      }}
    />
  );
}
