import type { SheetView } from '@/lib/deliveries/delivery-view';

/** An open delivery sheet without stops and without a link, for tests that render it. */
export const openSheet: SheetView = {
  id: 'sheet_1',
  day: '2026-11-29',
  driver: 'Sami',
  driverPhone: '',
  needsDigits: false,
  note: '',
  stops: [],
  link: null,
  areDigitsClosed: false,
  state: 'open',
  isDayOver: false,
  confirmedName: null,
  isCashRefused: false,
  deletedPaid: [],
  toShip: [],
  notDelivered: 0,
  runId: null,
};
