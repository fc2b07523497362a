import { EntryCard } from '@/components/entry/entry-card';
import en from '@/messages/en.json';

/** What production has in place of these pages. */
export default function DevNotFound() {
  return <EntryCard title={en.entry.notFound.title} body={en.entry.notFound.body} />;
}
