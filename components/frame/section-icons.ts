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

/** The icon before a screen's name. Icons are separate from the list of screens, which every first visit loads. */
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
