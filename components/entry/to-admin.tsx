import { Button } from '@/components/ui/button';

/** Button of an entry card, which opens the store admin in the top window. `href` is the URL of the store admin. */
export function ToAdmin({ href, label }: { href: string; label: string }) {
  return (
    <Button variant="primary" asChild>
      <a href={href} target="_top">
        {label}
      </a>
    </Button>
  );
}
