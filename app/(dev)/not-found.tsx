import { EntryCard } from '@/components/entry/entry-card';
import en from '@/messages/en.json';

/** Not-found page. In production it replaces all developer pages. */
export default function DevNotFound() {
  return <EntryCard title={en.entry.notFound.title} body={en.entry.notFound.body} />;
}
