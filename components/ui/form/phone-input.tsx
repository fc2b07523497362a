import type { ComponentProps } from 'react';
import { Input } from './input';
import { latinDigits } from '@/lib/shared/numbers/money';

/**
 * Input for a phone number. It replaces typed Arabic digits with Latin digits; readPhone (lib/shared/phone.ts) parses
 * the text.
 */
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
          // Setting the value of the input moves the caret to its end, so the position of the caret is restored.
          target.setSelectionRange(selectionStart, selectionEnd);
        }
        onChange?.(event);
      }}
    />
  );
}
