import { EntryCard } from '@/components/entry/entry-card';
import { withBrand } from '@/lib/shared/branding/with-brand';
import english from '@/messages/en.json';

const en = withBrand(english);

/** Not-found page. In production it replaces all developer pages. */
export default function DevNotFound() {
  return <EntryCard title={en.entry.notFound.title} body={en.entry.notFound.body} />;
}
