import type { StoreContact } from '@/lib/shared/messages/store-contact';

/** Name, phone and address of the store at the top of a printed document. Empty texts are left out. */
export function DocumentSeller({ name, contact }: { name: string; contact: StoreContact }) {
  return (
    <div className="paper-seller">
      <p className="paper-store">
        <bdi>{name}</bdi>
      </p>
      {contact.phone !== '' && (
        <p>
          <bdi dir="ltr">{contact.phone}</bdi>
        </p>
      )}
      {contact.address !== '' && (
        <p>
          <bdi>{contact.address}</bdi>
        </p>
      )}
    </div>
  );
}

/** The store's own text at the bottom of a printed document. Nothing is printed if the text is empty. */
export function DocumentFooter({ contact }: { contact: StoreContact }) {
  if (contact.footer === '') return null;
  return (
    <p className="paper-foot" dir="auto">
      {contact.footer}
    </p>
  );
}
