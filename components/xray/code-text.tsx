/** A name or path of the project or platform, shown unchanged and left to right on any page. */
export function CodeText({ text }: { text: string }) {
  return (
    <bdi dir="ltr" className="w-fit font-mono text-xs break-all select-all">
      {text}
    </bdi>
  );
}
