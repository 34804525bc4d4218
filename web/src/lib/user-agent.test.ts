import { describe, expect, it } from 'vitest';
import { describeUserAgent } from './user-agent.ts';

const chromeOnAndroid =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36';

describe('a user agent in words', () => {
  it.each([
    [chromeOnAndroid, 'Chrome on Android', true],
    [chromeOnAndroid.replace(' Mobile', ' SamsungBrowser/28.0 Mobile'), 'Samsung Internet on Android', true],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/143.0.0.0 Safari/537.36 Edg/143.0',
      'Edge on Windows',
      false,
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux', false],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
      true,
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15', 'Safari on Mac', false],
    ['curl/8.5.0', 'curl', false],
    ['', 'Unknown device', false],
  ])('%s', (userAgent, name, isMobile) => {
    expect(describeUserAgent(userAgent)).toEqual({ name, isMobile });
  });
});
