/** The address that a customer is sent; `?lang=en` behind it shows the page in English first. */
export const quoteLink = (appUrl: string, token: string) => `${appUrl}/q/${token}`;
