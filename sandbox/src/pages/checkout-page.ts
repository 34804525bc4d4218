// The page Paystack would show: what is paid, to be paid, refused or left. Works without script.
import type { Reply } from '../http.ts';
import type { Transaction } from '../paystack/transaction.ts';
import { html, page } from './html.ts';

const STATE_WORDS: Record<Transaction['state'], string> = {
  waiting: 'Waiting for your answer.',
  paid: 'This payment has been made.',
  failed: 'The last try was declined. You can try again.',
  abandoned: 'The payment was left before. You can still pay.',
};

export function checkoutPage(transaction: Transaction): Reply {
  const { state, amountCents, currency, email, reference, accessCode } = transaction;
  const sum = (amountCents / 100).toLocaleString('en-KE', { minimumFractionDigits: 2 });
  const button = (action: string, words: string, look: string) =>
    html`<button class="${look}" type="submit" name="action" value="${action}">${words}</button>`;
  return page(
    200,
    `Pay ${currency} ${sum}`,
    html`<main class="checkout">
      <h1>Paystack checkout</h1>
      <p class="sum">${currency} ${sum}</p>
      <dl>
        <dt>Email</dt>
        <dd>${email}</dd>
        <dt>Reference</dt>
        <dd>${reference}</dd>
      </dl>
      <p role="status">${STATE_WORDS[state]}</p>
      ${
        state === 'paid'
          ? ''
          : html`<form method="post" action="/sandbox/paystack/checkout/${accessCode}">
              ${button('pay', `Pay ${currency} ${sum}`, 'primary')}
              ${
                state === 'waiting'
                  ? [
                      button('fail', 'Decline the card', 'plain'),
                      button('abandon', 'Leave without paying', 'plain'),
                    ]
                  : ''
              }
            </form>`
      }
    </main>`,
  );
}

export function checkoutMissingPage(): Reply {
  return page(
    404,
    'Unknown checkout',
    html`<main class="checkout">
      <h1>No such checkout</h1>
      <p>The sandbox forgets everything when it restarts. Begin the payment again.</p>
    </main>`,
  );
}
