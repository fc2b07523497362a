import { describe, expect, it } from 'vitest';
import { sourceLink, sourceUrl } from './source-link';

const repositoryUrl = 'https://git.example/daftar/blob/main';
const folder = '/home/me/daftar';

describe('the URL of the files of the repository', () => {
  it.each([
    [undefined, false, null],
    [undefined, true, 'vscode://file/home/me/daftar'],
    [repositoryUrl, false, repositoryUrl],
    [repositoryUrl, true, repositoryUrl],
  ])('with the repository %s and a checkout %s is %s', (given, isCheckout, url) => {
    expect(sourceUrl({ repositoryUrl: given, isCheckout, folder })).toBe(url);
  });
});

describe('the link to a file of the repository', () => {
  it('has the heading in the repository', () => {
    const href = `${repositoryUrl}/docs/patterns.md#inbox`;
    expect(sourceLink(repositoryUrl, 'docs/patterns.md#inbox')).toEqual({ href, isPage: true });
  });

  it('has no heading in the editor, and the characters of its path are encoded', () => {
    const editor = 'vscode://file/home/me/daftar';
    const href = `${editor}/docs/patterns.md`;
    expect(sourceLink(editor, 'docs/patterns.md#inbox')).toEqual({ href, isPage: false });
    expect(sourceLink(editor, 'app/(entry)/[id]/a#b').href).toBe(`${editor}/app/(entry)/%5Bid%5D/a`);
  });
});
