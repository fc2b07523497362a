import { sourceLink } from '@/lib/shared/source-link';
import { CodeText } from './code-text';

/**
 * Path of a file of the repository, which may end with a heading (`docs/patterns.md#inbox`). The path is a link that
 * opens the file in the repository or in the editor. Without a URL of the files, the path is plain text.
 */
export function FileText({ path, filesUrl }: { path: string; filesUrl: string | null }) {
  if (filesUrl === null) return <CodeText text={path} />;
  const { href, isPage } = sourceLink(filesUrl, path);
  return (
    <a
      href={href}
      // A site of repositories refuses to be shown in the iframe of a store admin.
      {...(isPage && { target: '_blank', rel: 'noreferrer' })}
      className="flex min-h-11 w-fit items-center text-brand underline underline-offset-2"
    >
      <CodeText text={path} />
    </a>
  );
}
