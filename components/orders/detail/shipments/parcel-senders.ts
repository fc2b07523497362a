/**
 * Marks one shipment as delivered. Resolves to false if nothing was sent, because another change of the shipment is in
 * progress.
 */
type Deliver = () => Promise<boolean>;

/**
 * Functions that mark single shipments as delivered. Each shipment on the order page registers its own function, and
 * the primary action of the page calls it. So a shipment sends only one write at a time, and a problem is shown at its
 * shipment.
 */
export type ParcelSenders = {
  register: (fulfillmentId: string, deliver: Deliver) => void;
  deliver: (fulfillmentId: string) => Promise<boolean>;
};

/**
 * Creates the ParcelSenders of one order page. The function of a shipment stays registered after that shipment is no
 * longer on the screen.
 */
export function createParcelSenders(): ParcelSenders {
  const senders = new Map<string, Deliver>();
  return {
    register: (fulfillmentId, deliver) => void senders.set(fulfillmentId, deliver),
    deliver: async (fulfillmentId) => (await senders.get(fulfillmentId)?.()) ?? false,
  };
}
