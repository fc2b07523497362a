/** URL that is sent to the customer. With `?lang=en` the page shows English first. */
export const quoteLink = (appUrl: string, token: string) => `${appUrl}/q/${token}`;
