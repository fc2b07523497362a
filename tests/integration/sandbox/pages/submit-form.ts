/**
 * Submits the only form of an HTML page as a browser without JavaScript does. It sends the hidden fields and,
 * in `choice`, the names and values of the pressed button. It does not follow a redirect.
 */
export async function submitForm(page: Response, choice: Record<string, string>): Promise<Response> {
  const html = await page.text();
  const [form] = /<form\b.*?<\/form>/s.exec(html) ?? [];
  if (form === undefined) throw new Error(`no form in the answer ${page.status} of ${page.url}`);
  const fields = new URLSearchParams();
  for (const [tag] of form.matchAll(/<input\b[^>]*type="hidden"[^>]*>/g))
    fields.append(attribute(tag, 'name'), attribute(tag, 'value'));
  for (const [name, value] of Object.entries(choice)) {
    const buttons = [...form.matchAll(/<button\b[^>]*>/g)].map(([tag]) => tag);
    if (!buttons.some((tag) => attribute(tag, 'name') === name && attribute(tag, 'value') === value))
      throw new Error(`no button ${name}=${value} on ${page.url}`);
    fields.append(name, value);
  }
  const action = new URL(attribute(form, 'action'), page.url);
  if (attribute(form, 'method') !== 'get')
    return fetch(action, { method: 'POST', body: fields, redirect: 'manual' });
  action.search = fields.toString();
  return fetch(action, { redirect: 'manual' });
}

/** Returns an attribute of the first HTML tag in the text; '' if the tag does not have the attribute. */
function attribute(tag: string, name: string): string {
  const [, value = ''] = new RegExp(`^<[^>]*\\b${name}="([^"]*)"`).exec(tag) ?? [];
  const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return value.replace(/&(amp|lt|gt|quot|#39);/g, (_entity, entity: string) => characters[entity] ?? '');
}
