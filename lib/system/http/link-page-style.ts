import { createHash } from 'node:crypto';
import { brand } from '@/brand';

type Colors = (typeof brand.colors)['light' | 'dark'];

const brandColors = ({ color, strong, on, top, topInk, topSoft }: Colors) =>
  `--brand:${color};--strong:${strong};--on-brand:${on};--top:${top};--top-ink:${topInk};--top-soft:${topSoft};`;

/**
 * The complete style sheet of the pages that a link without an account opens, such as the acceptance page. The style
 * sheet is a part of the HTML page, because a separate request for it can take one second on a slow connection.
 */
export const linkPageStyle = `
:root{color-scheme:light dark;--canvas:#f6f5f1;--surface:#fff;--sunken:#f0eee8;--line:#e3e0d7;--edge:#8a8778;--ink:#1b211f;--soft:#555e5a;
${brandColors(brand.colors.light)}--mark:#ffffff26;
--good:#0a6638;--good-bg:#e1f3e7;--warn:#844700;--warn-bg:#fdf1da;--bad:#b3261e;--bad-bg:#fdeae8;--info:#1b568f;--info-bg:#e5effa;
--shadow:0 1px 2px #1b211f0d,0 12px 32px -18px #1b211f40;scroll-padding-block:1rem 7rem}
@media (prefers-color-scheme:dark){:root{--canvas:#121614;--surface:#1a201d;--sunken:#242b28;--line:#303935;--edge:#7d8a84;--ink:#eef2ef;--soft:#abb7b1;
${brandColors(brand.colors.dark)}--mark:#ffffff1a;
--good:#7fd6a0;--good-bg:#16321f;--warn:#f0b964;--warn-bg:#3a2a10;--bad:#ff9b90;--bad-bg:#3f1c19;--info:#8ec1f5;--info-bg:#172c42;--shadow:none}}
*,::before,::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--canvas);color:var(--ink);font:1rem/1.65 system-ui,-apple-system,"Segoe UI","Noto Sans Arabic","Noto Naskh Arabic",Roboto,Tahoma,sans-serif;overflow-wrap:anywhere}
h1,h2,h3,p,dl,dd,ol{margin:0;padding:0}
ol{list-style:none}
h1,h2,h3{line-height:1.35;text-wrap:balance}
h2{font-size:1.0625rem}
a{color:var(--brand)}
svg{flex:none;inline-size:1.25rem;block-size:1.25rem;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
:focus-visible{outline:3px solid var(--brand);outline-offset:2px;border-radius:.375rem}
.wide{inline-size:100%;max-inline-size:66rem;margin-inline:auto;padding-inline:1rem}
.money,.number,time{font-variant-numeric:tabular-nums}
.money{white-space:nowrap}
.soft{color:var(--soft)}
.small{font-size:.875rem}

.top{background:var(--top);color:var(--top-ink);padding-block:.75rem 4.5rem}
.top :focus-visible{outline-color:var(--top-ink)}
.top-row{display:flex;align-items:center;gap:.75rem;min-block-size:3rem}
.mark{flex:none;display:grid;place-items:center;inline-size:2.5rem;block-size:2.5rem;border-radius:.75rem;background:var(--mark);font-weight:700;font-size:1.125rem}
.store{font-weight:600;min-inline-size:0;flex:1}
.language{display:inline-flex;align-items:center;min-block-size:2.75rem;padding-inline:.875rem;border-radius:99rem;background:var(--mark);color:var(--top-ink);text-decoration:none;font-size:.9375rem}
.top h1{font-size:1.125rem;font-weight:600;margin-block-start:1.25rem;color:var(--top-soft)}
.version{font-weight:400;font-size:.875rem;border:1px solid;border-radius:99rem;padding:.05rem .6rem;margin-inline-start:.375rem;white-space:nowrap}
.sum{font-size:clamp(1.875rem,1.4rem + 2.6vw,2.75rem);font-weight:700;line-height:1.25;margin-block:.25rem .5rem}
.sum .money{white-space:normal}
.valid{display:flex;align-items:center;gap:.5rem;color:var(--top-soft)}

main{display:grid;gap:1rem;margin-block-start:-3.25rem;padding-block-end:1rem}
.card{background:var(--surface);border:1px solid var(--line);border-radius:1rem;box-shadow:var(--shadow);padding:1.125rem}
.card>h2{display:flex;justify-content:space-between;align-items:baseline;gap:.75rem;margin-block-end:.5rem}
.card>h2 .soft{font-weight:400}
[id]{scroll-margin-block-start:1rem}
.sheet{display:grid;gap:1rem;min-inline-size:0;align-content:start}

.note{display:flex;gap:.875rem;border-radius:1rem;padding:1rem 1.125rem;background:var(--surface);border:1px solid var(--line);border-inline-start:.375rem solid;box-shadow:var(--shadow)}
.note svg{inline-size:1.625rem;block-size:1.625rem;margin-block-start:.125rem}
.note p{color:var(--ink)}
article.card>*+*{margin-block-start:.75rem}
.note a{color:inherit;display:inline-flex;align-items:center;min-block-size:2.75rem}
.good{color:var(--good);background:var(--good-bg)}
.warn{color:var(--warn);background:var(--warn-bg)}
.bad{color:var(--bad);background:var(--bad-bg)}
.info{color:var(--info);background:var(--info-bg)}
.quiet{color:var(--soft)}

.line{display:grid;grid-template-columns:1fr auto;gap:.125rem 1rem;padding-block:.75rem;border-block-end:1px dashed var(--line)}
.line:last-child{border:0}
.line .name{font-weight:500;grid-column:1/-1}
.line .each{color:var(--soft);font-size:.9375rem}
.line .amount{font-weight:600;text-align:end}
.totals{padding-block-start:.75rem;border-block-start:1px dashed var(--line)}
.totals:has(.grand:first-child){border:0;padding:0}
.totals div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;padding-block:.1875rem}
.totals dt{color:var(--soft);min-inline-size:0}
.totals dd{margin-inline-start:auto;text-align:end}
.totals .grand{border-block-start:2px solid var(--ink);margin-block-start:.5rem;padding-block-start:.625rem;font-weight:700;font-size:1.1875rem}
.totals .grand dt{color:inherit}
.rate{margin-block-start:.75rem;padding:.625rem .875rem;border-radius:.625rem;background:var(--sunken);font-size:.9375rem}

.facts{display:grid;grid-template-columns:minmax(5.5rem,auto) 1fr;gap:.375rem 1rem}
.facts dt{color:var(--soft)}
.facts dd{min-inline-size:0;white-space:pre-line}
.hidden{display:inline-flex;align-items:center;gap:.375rem;color:var(--soft)}
.hidden svg{inline-size:1rem;block-size:1rem}
.unlock{margin-block-start:1rem;padding-block-start:1rem;border-block-start:1px dashed var(--line)}

form{display:grid;gap:1rem}
label{display:block;font-weight:600;margin-block-end:.375rem}
input,textarea{inline-size:100%;min-block-size:3rem;padding:.625rem .875rem;border:1px solid var(--edge);border-radius:.625rem;background:var(--surface);color:inherit;font:inherit;font-size:1.0625rem}
textarea{min-block-size:6.5rem;resize:vertical;display:block}
[name=digits]{max-inline-size:11rem;letter-spacing:.5em;text-align:center;font-variant-numeric:tabular-nums;font-weight:600}
[aria-invalid=true]{border-color:var(--bad);border-width:2px}
.error{color:var(--bad);font-weight:600;margin-block-start:.375rem}
button,.button{display:inline-flex;align-items:center;justify-content:center;gap:.5rem;min-block-size:3rem;padding:.625rem 1.25rem;border:1px solid var(--edge);border-radius:.75rem;background:var(--surface);color:inherit;font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
[hidden]{display:none}
button:hover{background:var(--sunken)}
.primary{background:var(--brand);border-color:var(--brand);color:var(--on-brand);font-size:1.0625rem}
.primary:hover{background:var(--strong);border-color:var(--strong)}
.with-button{display:flex;flex-wrap:wrap;gap:.75rem}
.lines-of-text{margin-block-start:.75rem;white-space:pre-line}
.answer{display:grid;gap:.75rem}
.answer .primary{min-block-size:3.375rem;inline-size:100%}
details{border-block-start:1px solid var(--line);padding-block-start:.25rem}
details form{padding-block:.25rem 1rem}
summary{display:flex;align-items:center;gap:.5rem;min-block-size:2.75rem;padding-block:.375rem;cursor:pointer;list-style:none;font-weight:500}
summary::-webkit-details-marker{display:none}
summary::before{content:"";flex:none;inline-size:.5rem;block-size:.5rem;border:solid currentColor;border-width:0 2px 2px 0;rotate:45deg;margin-block-end:.25rem;margin-inline:.25rem}
[open]>summary::before{rotate:225deg;margin-block:.25rem 0}

.bar{position:sticky;inset-block-end:0;z-index:1;display:flex;align-items:center;justify-content:space-between;gap:1rem;margin-inline:-1rem;padding:.75rem 1rem calc(.75rem + env(safe-area-inset-bottom));background:var(--surface);border-block-start:1px solid var(--line);box-shadow:0 -8px 24px -12px #1b211f33}
.bar .money{font-weight:700;font-size:1.125rem}
.foot{padding-block:1rem 2rem;color:var(--soft);font-size:.875rem;text-align:center}
.plain{min-block-size:70vh;display:grid;place-content:center;text-align:center;gap:1rem;padding-block:3rem}
.plain svg{inline-size:3.5rem;block-size:3.5rem;margin-inline:auto;color:var(--brand);stroke-width:1.25}
.plain h1{font-size:1.375rem}
.plain p{max-inline-size:32rem;color:var(--soft)}
.plain .language{background:var(--sunken);color:var(--brand);justify-self:center;margin-inline:auto}

@media (min-width:40rem){.card{padding:1.5rem}.lines{display:grid;grid-template-columns:minmax(0,1fr) auto auto;column-gap:1.5rem}.line{grid-column:1/-1;grid-template-columns:minmax(0,1fr) auto auto;grid-template-columns:subgrid}.line .name{grid-column:auto}.line .each{text-align:end}}
@media (min-width:58rem){main.two{grid-template-columns:minmax(0,1fr) 23rem;align-items:start;gap:1.25rem}main.two>.note{grid-column:1/-1}.answer{position:sticky;inset-block-start:1.25rem}.bar{display:none}.wide{padding-inline:1.5rem}:root{scroll-padding-block-end:1rem}}
@media (max-width:22rem){.card{padding:1rem .875rem}.facts{grid-template-columns:1fr;gap:0}.facts dd{margin-block-end:.375rem}.bar .full{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}.bar .short::before{content:attr(data-short)}}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
@media print{.bar,.answer,.unlock,.language,.foot{display:none}.top{padding-block-end:1rem;background:none;color:#000}.top h1,.valid{color:#000}main{margin-block-start:0}.card{box-shadow:none;break-inside:avoid}}
`;

/**
 * Hash of the style sheet of the pages that a link without an account opens. The content security policy of these pages
 * allows only the style sheet with this hash (S27).
 */
export const linkPageStyleHash = `sha256-${createHash('sha256').update(linkPageStyle).digest('base64')}`;
