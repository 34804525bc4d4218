// The phone page and the files it loads. The page is filled by assets/sandbox.js from GET /sandbox/phones/{msisdn}.
import { readFile } from 'node:fs/promises';
import { text } from '../http.ts';
import type { Call, Reply } from '../http.ts';
import { html, page } from './html.ts';

const ASSETS = new Map([
  ['sandbox.css', 'text/css; charset=utf-8'],
  ['sandbox.js', 'text/javascript; charset=utf-8'],
  ['icon.svg', 'image/svg+xml'],
]);

export async function answerPage(call: Call): Promise<Reply | undefined> {
  if (call.method !== 'GET' && call.method !== 'HEAD') return undefined;
  const [first = '', name = '', ...rest] = call.segments;
  if (first === '' && name === '') return phonePage(call.query.get('phone') ?? '');
  const type = first === 'assets' && rest.length === 0 ? ASSETS.get(name) : undefined;
  if (type === undefined) return undefined;
  const asset = await readFile(new URL(`../../assets/${name}`, import.meta.url), 'utf8');
  return { ...text(200, asset, type) };
}

function phonePage(phone: string): Reply {
  return page(
    200,
    'Phone',
    html`<main class="desk">
      <section class="intro">
        <h1>A phone to test with</h1>
        <p>
          Type any Kenyan number. Its text messages and M-Pesa requests appear on the phone as they arrive.
        </p>
        <form class="number" id="number-form" method="get" action="/sandbox/">
          <label for="phone">Phone number</label>
          <div class="row">
            <input
              id="phone"
              name="phone"
              type="tel"
              inputmode="tel"
              autocomplete="off"
              placeholder="0712 345 678"
              required
              value="${phone}"
            />
            <button class="primary" type="submit">Show phone</button>
          </div>
        </form>
      </section>
      <section class="handset" aria-label="Phone" id="handset" data-phone="${phone}">
        <div class="speaker" aria-hidden="true"></div>
        <div class="screen" id="screen" tabindex="0" role="group" aria-label="Screen">
          <p class="owner" id="owner">No number yet</p>
          <p class="status" id="status" role="status">Type a number to begin.</p>
          <div id="prompt"></div>
          <h2>Messages</h2>
          <ul class="messages" id="messages"></ul>
          <p class="empty" id="no-messages">No messages yet.</p>
          <section id="requests" aria-labelledby="requests-title" hidden>
            <h2 id="requests-title">Answered before</h2>
            <ul class="answered" id="answered"></ul>
          </section>
        </div>
      </section>
    </main>`,
  );
}
