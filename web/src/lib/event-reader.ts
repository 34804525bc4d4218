// Server-sent events over fetch, because EventSource cannot carry the session's token. Knows no event.

export interface StreamedEvent {
  name: string;
  data: string;
}

/** Tells every event of the stream as it comes; ends when the stream does. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  onActivity: () => void,
  tell: (event: StreamedEvent) => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let unread = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onActivity();
    unread += decoder.decode(value, { stream: true });
    const blocks = unread.split(/\r?\n\r?\n/);
    unread = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = eventIn(block);
      if (event !== null) tell(event);
    }
  }
}

/** null for a block of comments, such as a heartbeat. */
function eventIn(block: string): StreamedEvent | null {
  let name = 'message';
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const [, field, value = ''] = /^(\w+)(?:: ?(.*))?$/.exec(line) ?? [];
    if (field === 'event') name = value;
    if (field === 'data') data.push(value);
  }
  return data.length === 0 ? null : { name, data: data.join('\n') };
}
