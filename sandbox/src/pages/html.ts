// HTML for the sandbox's pages. Everything that came from outside goes through `html`, which escapes it.
import type { Reply } from '../http.ts';

/** As strict as the console's own: no inline script or style, nothing from elsewhere. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'";

export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export function html(parts: TemplateStringsArray, ...values: (string | number | Html | Html[])[]): Html {
  return new Html(parts.reduce((whole, part, index) => whole + render(values[index - 1] ?? '') + part));
}

function render(value: string | number | Html | Html[]): string {
  if (Array.isArray(value)) return value.map(render).join('');
  return value instanceof Html ? value.markup : escapeHtml(String(value));
}

function escapeHtml(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

export function page(status: number, title: string, main: Html): Reply {
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} – sandbox</title>
        <link rel="icon" href="/sandbox/assets/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/sandbox/assets/sandbox.css" />
        <script src="/sandbox/assets/sandbox.js" defer></script>
      </head>
      <body>
        <header class="notice"><strong>Sandbox:</strong> no real money moves</header>
        ${main}
      </body>
    </html>`;
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'referrer-policy': 'no-referrer',
    },
    body: document.markup,
  };
}
