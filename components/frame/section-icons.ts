import {
  Activity,
  BadgePercent,
  Handshake,
  House,
  type LucideIcon,
  Package,
  Plus,
  RefreshCw,
  ScrollText,
  Settings,
} from 'lucide-react';
import type { Section } from './sections';

/** What stands before the name of a screen; apart from the list of screens, which every first visit fetches. */
export const sectionIcons: Record<Section['name'], LucideIcon> = {
  home: House,
  orders: ScrollText,
  quotes: Handshake,
  newOrder: Plus,
  products: Package,
  discounts: BadgePercent,
  sync: RefreshCw,
  activity: Activity,
  settings: Settings,
};
