import {
  Activity,
  BadgePercent,
  Banknote,
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

/**
 * Icon for each screen of the navigation. The icons are not in sections.ts, because every first visit loads that file.
 */
export const sectionIcons: Record<Section['name'], LucideIcon> = {
  home: House,
  orders: ScrollText,
  quotes: Handshake,
  newOrder: Plus,
  products: Package,
  discounts: BadgePercent,
  cash: Banknote,
  connection: RefreshCw,
  activity: Activity,
  settings: Settings,
};
