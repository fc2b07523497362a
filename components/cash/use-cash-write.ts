'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useOperation } from '@/components/ui/use-operation';
import type { AssignCarrierCommand, SaveCarrierCommand } from '@/lib/cash/carrier-commands';
import type { PostByHandCommand, UndoPostingCommand } from '@/lib/cash/cash-commands';
import type {
  AssignCarrierOutcome,
  CashRefusal,
  PostCashOutcome,
  SaveCarrierOutcome,
  UndoOutcome,
} from '@/lib/cash/cash-outcome';
import type { CloseDayCommand } from '@/lib/cash/day/day-commands';
import type { CloseDayOutcome } from '@/lib/cash/day/day-outcome';
import type { ActionOf } from '@/lib/shared/action-of';
import { cashKeys } from '@/lib/shared/read-keys';

export type CashOutcome =
  | PostCashOutcome
  | UndoOutcome
  | SaveCarrierOutcome
  | AssignCarrierOutcome
  | CloseDayOutcome
  | CashRefusal;

/** The server actions of the cash screen. The page passes them in. */
export type CashActions = {
  post: ActionOf<typeof PostByHandCommand, PostCashOutcome | CashRefusal>;
  undo: ActionOf<typeof UndoPostingCommand, UndoOutcome | CashRefusal>;
  saveCarrier: ActionOf<typeof SaveCarrierCommand, SaveCarrierOutcome | CashRefusal>;
  assign: ActionOf<typeof AssignCarrierCommand, AssignCarrierOutcome | CashRefusal>;
  closeDay: ActionOf<typeof CloseDayCommand, CloseDayOutcome | CashRefusal>;
};

const doneCodes = ['posted', 'undone', 'saved', 'closed'];

/**
 * Hook that sends a write to the cash notebook (the app's records about the cash of orders). The write is sent only
 * once, even if the user presses several times. After the write, the cash notebook is read again. `onFailed` receives
 * the code of every outcome that is not a success.
 */
export function useCashWrite<Input extends object, Outcome extends CashOutcome>(
  action: (command: { installId: string; operationId: string } & Input) => Promise<Outcome>,
  installId: string,
  onDone: () => void,
  onFailed?: (code: string) => void,
) {
  const queryClient = useQueryClient();
  return useOperation<Input, Outcome>({
    action,
    target: { installId },
    onOutcome: ({ code }) => {
      void queryClient.invalidateQueries({ queryKey: cashKeys.all(installId) });
      if (doneCodes.includes(code)) onDone();
      else onFailed?.(code);
    },
  });
}
