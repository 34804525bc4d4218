// Fills the phone page: asks for the phone's messages and prompts each second and draws what has changed.
// A prompt that is being answered is never redrawn, so that typing a PIN is not disturbed.
const POLL_MS = 1000;
/** The one PIN that is wrong; every other four digits pay. */
const WRONG_PIN = '0000';

const STATES = {
  approved: ['Paid', 'good'],
  cancelled: ['Cancelled', 'bad'],
  'timed-out': ['No answer', 'bad'],
  insufficient: ['Too little money', 'bad'],
  'wrong-pin': ['Wrong PIN', 'bad'],
  failed: ['Failed', 'bad'],
};

const handset = document.querySelector('#handset');
if (handset) startPhone(handset.dataset.phone);

function startPhone(phone) {
  if (!phone) return;
  let shown = '';
  async function refresh() {
    try {
      const response = await fetch(`/sandbox/phones/${encodeURIComponent(phone)}`);
      const body = await response.text();
      if (body !== shown) {
        const first = shown === '';
        shown = body;
        draw(JSON.parse(body), response.ok, first);
      }
    } catch {
      shown = '';
      setText('#status', 'The sandbox does not answer. Trying again…');
    }
  }
  async function keepRefreshing() {
    if (!document.hidden) await refresh();
    setTimeout(keepRefreshing, POLL_MS);
  }
  document.addEventListener('visibilitychange', () => void (document.hidden || refresh()));
  document.addEventListener('sandbox-answered', () => void refresh());
  void keepRefreshing();
}

function draw(answer, ok, first) {
  if (!ok) {
    setText('#status', answer.error);
    return;
  }
  setText('#owner', `+${answer.phone}`);
  drawPrompts(answer.prompts);
  const list = document.querySelector('#messages');
  const before = list.childElementCount;
  list.replaceChildren(...answer.messages.map(messageItem));
  document.querySelector('#no-messages').hidden = answer.messages.length > 0;
  const waiting = answer.prompts.some(({ state }) => state === 'waiting');
  if (waiting) setText('#status', 'An M-Pesa request is waiting.');
  else if (!first && answer.messages.length > before) setText('#status', 'A new message has arrived.');
  else setText('#status', 'Nothing to answer.');
}

function drawPrompts(prompts) {
  const area = document.querySelector('#prompt');
  const waiting = prompts.find(({ state }) => state === 'waiting');
  if (waiting?.checkoutRequestId !== area.firstElementChild?.dataset.id)
    area.replaceChildren(...(waiting ? [promptCard(waiting)] : []));
  const answered = prompts.filter(({ state }) => state !== 'waiting');
  document.querySelector('#answered').replaceChildren(...answered.map(answeredItem));
  document.querySelector('#requests').hidden = answered.length === 0;
}

function promptCard(prompt) {
  const card = element('form', { className: 'prompt', noValidate: true });
  card.dataset.id = prompt.checkoutRequestId;
  const problem = element('p', { className: 'bad', id: 'pin-problem' });
  problem.setAttribute('role', 'alert');
  const pin = element('input', {
    id: 'pin',
    type: 'password',
    inputMode: 'numeric',
    autocomplete: 'off',
    maxLength: 4,
  });
  pin.setAttribute('aria-describedby', 'pin-hint pin-problem');
  const label = element('label', { textContent: 'M-Pesa PIN', htmlFor: 'pin' });
  const field = element('div', {});
  field.append(label, pin);
  const row = element('div', { className: 'row' });
  row.append(
    actionButton(card, prompt, 'cancel', 'Cancel'),
    element('button', { type: 'submit', className: 'primary', textContent: 'Send' }),
  );
  const more = element('div', { className: 'more' });
  more.append(
    actionButton(card, prompt, 'timeout', 'Let it time out'),
    actionButton(card, prompt, 'insufficient', 'Too little money'),
    actionButton(card, prompt, 'wrong-pin', 'Wrong PIN'),
  );
  const details = element('details', {});
  details.append(element('summary', { textContent: 'Other endings' }), more);
  card.append(
    element('h2', { textContent: 'M-Pesa request' }),
    element('p', {
      textContent: `Do you want to pay Ksh ${money(prompt.amount)} to ${prompt.shortcode}, account ${prompt.reference}?`,
    }),
    field,
    element('p', {
      className: 'hint',
      id: 'pin-hint',
      textContent: `Any four digits pay; ${WRONG_PIN} is a wrong PIN.`,
    }),
    problem,
    row,
    details,
  );
  pin.addEventListener('input', () => {
    problem.textContent = '';
    pin.removeAttribute('aria-invalid');
  });
  card.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!/^\d{4}$/.test(pin.value)) {
      problem.textContent = 'Type four digits.';
      pin.setAttribute('aria-invalid', 'true');
      pin.focus();
      return;
    }
    void answerPrompt(card, prompt, pin.value === WRONG_PIN ? 'wrong-pin' : 'approve');
  });
  return card;
}

function actionButton(card, prompt, action, words) {
  const button = element('button', { type: 'button', textContent: words });
  button.addEventListener('click', () => void answerPrompt(card, prompt, action));
  return button;
}

async function answerPrompt(card, prompt, action) {
  const buttons = card.querySelectorAll('button');
  for (const button of buttons) button.disabled = true;
  try {
    const response = await fetch(`/sandbox/prompts/${encodeURIComponent(prompt.checkoutRequestId)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ action }),
    });
    if (!response.ok) throw new Error((await response.json()).error);
    document.querySelector('#screen').focus();
  } catch (error) {
    card.querySelector('#pin-problem').textContent = String(error.message);
    for (const button of buttons) button.disabled = false;
  }
  document.dispatchEvent(new Event('sandbox-answered'));
}

function answeredItem(prompt) {
  const [words, look] = STATES[prompt.state] ?? [prompt.state, 'bad'];
  const item = element('li', {});
  item.append(
    element('span', { textContent: `Ksh ${money(prompt.amount)} · ${prompt.reference}` }),
    element('span', { textContent: words, className: look }),
  );
  return item;
}

function messageItem({ at, from, text }) {
  const item = element('li', {});
  const meta = element('div', { className: 'meta' });
  const time = element('time', {
    dateTime: at,
    textContent: new Date(at).toLocaleTimeString('en-KE', {
      timeZone: 'Africa/Nairobi',
      hour: '2-digit',
      minute: '2-digit',
    }),
  });
  meta.append(element('strong', { textContent: from }), time);
  item.append(meta, element('div', { textContent: text }));
  return item;
}

function element(tag, properties) {
  return Object.assign(document.createElement(tag), properties);
}

/** A live region speaks on every write, so an unchanged text is left alone. */
function setText(selector, words) {
  const target = document.querySelector(selector);
  if (target.textContent !== words) target.textContent = words;
}

function money(amount) {
  return amount.toLocaleString('en-KE');
}
