import { CodeText } from './code-text';

/**
 * Path of a file of the repository, which may end with a heading (`docs/patterns.md#inbox`). In development, the path
 * is a link that opens the file in the editor. In production, `editor` is null, and the path is plain text.
 */
export function FileText({ path, editor }: { path: string; editor: string | null }) {
  if (editor === null) return <CodeText text={path} />;
  const [file = ''] = path.split('#');
  return (
    <a
      href={`${editor}/${encodeURI(file)}`}
      className="flex min-h-11 w-fit items-center text-brand underline underline-offset-2"
    >
      <CodeText text={path} />
    </a>
  );
}
