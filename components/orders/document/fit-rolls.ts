/** A roll has no pages: each receipt gets one as long as itself, so that the printer feeds no empty paper. */
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

/** CSS: 96 pixels are an inch. */
const mmPerPixel = 25.4 / 96;
