/** True if the phone number has the four digits that the driver's page asks for. */
export const hasDigits = (phone: string): boolean => phone.replace(/\D/g, '').length >= 4;
