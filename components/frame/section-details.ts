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
  Truck,
} from 'lucide-react';
import type { Right } from '@/lib/shared/roles/roles';
import type { Section } from './sections';

type SectionDetails = {
  Icon: LucideIcon;
  /** The right that the screen needs. The navigation offers the screen only to roles that have this right (S35). */
  needs?: Right;
  /** If true, the link of the screen is marked on every screen below its path, in addition to the screen itself. */
  isRoot?: boolean;
};

/**
 * Icon, needed right and marking for each screen of the navigation. They are not in sections.ts, because every first
 * visit loads that file.
 */
export const sectionDetails: Record<Section['name'], SectionDetails> = {
  home: { Icon: House },
  orders: { Icon: ScrollText },
  quotes: { Icon: Handshake, isRoot: true },
  newOrder: { Icon: Plus, needs: 'agree_prices' },
  products: { Icon: Package },
  discounts: { Icon: BadgePercent },
  cash: { Icon: Banknote, needs: 'see_cash' },
  deliveries: { Icon: Truck, needs: 'fulfil', isRoot: true },
  connection: { Icon: RefreshCw, isRoot: true },
  activity: { Icon: Activity },
  settings: { Icon: Settings },
};
