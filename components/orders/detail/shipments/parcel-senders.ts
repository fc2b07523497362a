/** Marks one shipment as delivered. Resolves to false if nothing was sent, because another change is under way. */
type Deliver = () => Promise<boolean>;

/**
 * Lets the primary action of the order page use the writes of the single shipments. So a shipment has one write at a
 * time and shows its own problem.
 */
export type ParcelSenders = {
  register: (fulfillmentId: string, deliver: Deliver) => void;
  deliver: (fulfillmentId: string) => Promise<boolean>;
};

/** Makes the senders of one order page. A sender stays after its shipment is no longer on the screen. */
export function createParcelSenders(): ParcelSenders {
  const senders = new Map<string, Deliver>();
  return {
    register: (fulfillmentId, deliver) => void senders.set(fulfillmentId, deliver),
    deliver: async (fulfillmentId) => (await senders.get(fulfillmentId)?.()) ?? false,
  };
}
