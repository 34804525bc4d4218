import { useMutation } from '@tanstack/react-query';
import type { UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';
import { newIdempotencyKey, outcomeIsKnown } from './idempotency.ts';

interface KeyedMutation<Input, Output> {
  send: (input: Input, idempotencyKey: string) => Promise<Output>;
  onSuccess?: (output: Output, input: Input) => unknown;
  onError?: (error: unknown, input: Input) => void;
  onSettled?: () => unknown;
}

/** A change that a button makes: after a lost answer, pressing again sends the same key, so that it is made once. */
export function useKeyedMutation<Input, Output>(
  options: KeyedMutation<Input, Output>,
): UseMutationResult<Output, unknown, Input> {
  const key = useRef(newIdempotencyKey());
  return useMutation<Output, unknown, Input>({
    mutationFn: async (input) => {
      try {
        const output = await options.send(input, key.current);
        key.current = newIdempotencyKey();
        return output;
      } catch (error) {
        if (outcomeIsKnown(error)) key.current = newIdempotencyKey();
        throw error;
      }
    },
    // Said at once, whether or not the browser believes it is online.
    networkMode: 'always',
    onSuccess: async (output, input) => options.onSuccess?.(output, input),
    onError: (error, input) => options.onError?.(error, input),
    onSettled: async () => options.onSettled?.(),
  });
}
