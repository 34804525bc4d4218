// A browser's self-description in words people use. Only for recognising one's own devices: it can be forged.

interface Device {
  /** As in 'Chrome on Android'. */
  name: string;
  isMobile: boolean;
}

// Order matters: Edge, Opera and Samsung's browser also call themselves Chrome, and Chrome calls itself Safari.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|HeadlessChrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

// Android calls itself Linux too.
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (userAgent: string, names: readonly (readonly [RegExp, string])[]): string | undefined =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1];

export function describeUserAgent(userAgent: string): Device {
  const browser = nameIn(userAgent, browsers);
  const system = nameIn(userAgent, systems);
  const isMobile = /\b(?:Mobile|Android|iPhone|iPad)\b/.test(userAgent);
  if (browser !== undefined && system !== undefined) return { name: `${browser} on ${system}`, isMobile };
  // A program rather than a browser: its first word says which.
  const name = browser ?? system ?? userAgent.split(/[\s/]/, 1)[0];
  return { name: name === undefined || name === '' ? 'Unknown device' : name, isMobile };
}
