import type { ComponentProps } from 'react';
import { Input } from './input';
import { latinDigits } from '@/lib/shared/numbers/money';

/** Input for a phone number. It converts typed digits to Latin digits; readPhone (lib/shared/phone) parses the text. */
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
          // Setting the value moves the caret to the end, so its position is restored.
          target.setSelectionRange(selectionStart, selectionEnd);
        }
        onChange?.(event);
      }}
    />
  );
}
