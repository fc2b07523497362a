import { Button } from '@/components/ui/button';

type InPlaceFormActionsProps = {
  words: { cancel: string; save: string; sending: string };
  isPending: boolean;
  onCancel: () => void;
};

/** Save and cancel buttons of a form that opened inside a card. */
export function InPlaceFormActions({ words, isPending, onCancel }: InPlaceFormActionsProps) {
  return (
    <div className="flex gap-2 max-sm:*:flex-1">
      <Button onClick={onCancel} disabled={isPending}>
        {words.cancel}
      </Button>
      <Button type="submit" variant="primary" pending={isPending}>
        {isPending ? words.sending : words.save}
      </Button>
    </div>
  );
}
