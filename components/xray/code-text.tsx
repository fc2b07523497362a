/** Name or path from the code or the platform. It is shown unchanged and left to right, even on an Arabic screen. */
export function CodeText({ text }: { text: string }) {
  return (
    <bdi dir="ltr" className="w-fit font-mono text-xs break-all select-all">
      {text}
    </bdi>
  );
}
