import { EntryCard } from '@/components/entry/entry-card';
import en from '@/messages/en.json';

/** Shown in production instead of the developer pages. */
export default function DevNotFound() {
  return <EntryCard title={en.entry.notFound.title} body={en.entry.notFound.body} />;
}
