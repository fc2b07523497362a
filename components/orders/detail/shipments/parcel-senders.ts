/**
 * Function that marks one shipment as delivered. It resolves to false if nothing was sent, because another
 * change of the shipment is in progress.
 */
type Deliver = () => Promise<boolean>;

/**
 * Functions that mark single shipments as delivered. Each shipment on the order page registers one function. The page's
 * main button calls these functions and sends nothing itself. Each shipment therefore sends only one write at a time,
 * and shows its own problem.
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
