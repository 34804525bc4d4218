// Browser defences, sent with every answer.
import { createHash } from 'node:crypto';

/** Mantine writes its theme into a style element, hence 'unsafe-inline' for styles; scripts are ours only. */
const contentSecurityPolicy = (scripts: readonly string[]): string =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** For a page of ours: the scripts written into it may run as well, known by their hashes. */
export function policyForPage(html: string): string {
  const scripts = [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, code = '']) => code);
  return contentSecurityPolicy(
    scripts.map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`),
  );
}

export const defensiveHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy([]),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-xss-protection': '0',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-site',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
};

export const strictTransport = 'max-age=63072000; includeSubDomains';
