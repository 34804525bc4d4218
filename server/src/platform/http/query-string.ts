// Reads a query string the way people's clients really write it. A search typed as `a b&c%` may arrive with its
// `&` and `%` unescaped; everything after `search=` that is not a known parameter still belongs to the search.

const decode = (text: string): string => {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    // A stray % is a letter; whole escapes around it are still escapes.
    return spaced.replaceAll(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
      try {
        return decodeURIComponent(escapes);
      } catch {
        return escapes;
      }
    });
  }
};

/** The last value wins when a name comes twice. */
export function parseQueryString(raw: string, known: ReadonlySet<string>): Record<string, string> {
  const values: Record<string, string> = Object.create(null) as Record<string, string>;
  let open = '';
  for (const part of raw.split('&')) {
    const equals = part.indexOf('=');
    const name = decode(equals === -1 ? part : part.slice(0, equals));
    if (known.has(name) && equals !== -1) {
      values[name] = decode(part.slice(equals + 1));
      open = name;
    } else if (open === 'search') {
      values['search'] += `&${decode(part)}`;
    }
  }
  return { ...values };
}
