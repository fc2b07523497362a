/* The script of the tour's pages. Every second, the script requests what has happened and replaces the parts that
   changed. It sends the forms of the buttons without a reload, because a reload would delete what the reader typed
   in the app. */

const pollEveryMs = 1000;
const stop = document.querySelector('[data-seen]');
const notice = document.querySelector('[data-notice]');
const stale = document.querySelector('[data-stale]');

async function poll() {
  const answer = await fetch(stop.dataset.seen).catch(() => null);
  const text = answer?.ok ? await answer.text().catch(() => null) : null;
  const message = text === null ? stale.dataset.stale : '';
  if (stale.textContent !== message) stale.textContent = message;
  if (text === null) return;
  const fresh = new DOMParser().parseFromString(text, 'text/html');
  for (const part of fresh.querySelectorAll('[data-part]')) {
    const shown = document.querySelector(`[data-part="${part.dataset.part}"]`);
    if (!shown || shown.outerHTML === part.outerHTML) continue;
    if (part.hasAttribute('data-reload')) location.reload();
    else shown.replaceWith(part);
  }
}

async function pollAgain() {
  if (!document.hidden) await poll();
  setTimeout(() => void pollAgain(), pollEveryMs);
}

async function press(form) {
  const [button] = form.querySelectorAll('button');
  button.disabled = true;
  const answer = await fetch(form.action, { method: 'POST' }).catch(() => null);
  button.disabled = false;
  notice.textContent = answer?.ok ? form.dataset.pressed : stale.dataset.stale;
  await poll();
}

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (form.hasAttribute('data-window')) window.open('', form.target, 'popup,width=390,height=844');
  if (!form.dataset.pressed) return;
  event.preventDefault();
  void press(form);
});

void pollAgain();
