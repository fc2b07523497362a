/** Tags of an order, both the merchant's and those of other apps. */
export function TagList({ tags }: { tags: string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-1">
      {tags.map((tag) => (
        <li key={tag} className="max-w-40 truncate rounded bg-sunken px-1.5 text-xs leading-5 text-ink-soft">
          <bdi>{tag}</bdi>
        </li>
      ))}
    </ul>
  );
}
