import type { Ctx } from '../platform/context.ts';

export async function loadDemoData(_ctx: Ctx, _onProgress: (message: string) => void): Promise<void> {}
