// One HTTP call to a gateway, bounded in time and size; the trouble of the road becomes a word.

/** Gateways answer in about a second; beyond this the job's next try does more good than waiting. */
const callTimeoutMs = 5000;
/** A real answer is under 2 KiB. */
const maxAnswerLength = 64 * 1024;

export interface GatewayAnswer {
  status: number;
  /** The body when it is JSON, else undefined: a refused key may be answered in plain text. */
  json: unknown;
}

export async function postForm(
  url: string,
  headers: Record<string, string>,
  form: Record<string, string>,
): Promise<GatewayAnswer | { failure: string }> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json', ...headers },
      body: new URLSearchParams(form),
      // A gateway never redirects; following one would carry our key elsewhere.
      redirect: 'manual',
      signal: AbortSignal.timeout(callTimeoutMs),
    });
    const body = (await response.text()).slice(0, maxAnswerLength);
    return { status: response.status, json: parse(body) };
  } catch (error) {
    return {
      failure: error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : 'no answer',
    };
  }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
