/** A name or a path of the project or the platform, as it is written there, in either direction of the page. */
export function CodeText({ text }: { text: string }) {
  return (
    <bdi dir="ltr" className="w-fit font-mono text-xs break-all select-all">
      {text}
    </bdi>
  );
}
