/** Gives each receipt a page of its own length. A paper roll has no pages, and the printer must feed no empty paper. */
export function fitRolls(): void {
  const sheet = new CSSStyleSheet();
  const receipts = document.querySelectorAll<HTMLElement>('[data-paper="80mm"]');
  for (const [index, receipt] of [...receipts].entries()) {
    const heightMm = Math.ceil(receipt.getBoundingClientRect().height * mmPerPixel) + 1;
    receipt.style.setProperty('page', `receipt-${index}`);
    sheet.insertRule(`@page receipt-${index} { size: 80mm ${heightMm}mm; margin: 0 }`);
  }
  document.adoptedStyleSheets = [sheet];
}

/** CSS defines 96 pixels as one inch. */
const mmPerPixel = 25.4 / 96;
