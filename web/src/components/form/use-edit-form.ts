// Editing a row that others may edit too. The version last read travels with each save; when the server says the row
// has changed, the new row is fetched and the person decides. Nothing is overwritten silently.
import { useRef, useState } from 'react';
import type { z } from 'zod';
import { ApiError } from '../../lib/api-error.ts';
import { useForm } from './use-form.ts';
import type { FormValues } from './use-form.ts';

interface EditOptions<Row extends { version: number }, Values extends FormValues, Body> {
  row: Row;
  valuesOf: (row: Row) => Values;
  schema: z.ZodType<unknown, Body>;
  /** `base` is the row the values are a change of. */
  toBody: (values: Values, version: number, base: Row) => Body;
  reload: () => Promise<Row>;
  save: (body: Body) => Promise<unknown>;
  onSaved: () => void;
  onFailure: (error: unknown) => void;
}

export function useEditForm<Row extends { version: number }, Values extends FormValues, Body>(
  options: EditOptions<Row, Values, Body>,
) {
  // The row as it was when editing began: a refetch in the background must not change what is being typed.
  const [base, setBase] = useState(options.row);
  const [theirs, setTheirs] = useState<Row | null>(null);
  // Moves on only when the person has decided, so that pressing the button again cannot overwrite either.
  const judgedRow = useRef(base);

  async function fetchTheirs(): Promise<void> {
    try {
      setTheirs(await options.reload());
    } catch (error) {
      options.onFailure(error);
    }
  }

  const form = useForm<Values, Body>({
    initial: options.valuesOf(base),
    schema: options.schema,
    toBody: (values) => options.toBody(values, judgedRow.current.version, judgedRow.current),
    submit: async (body) => {
      await options.save(body);
      options.onSaved();
    },
    onFailure: (error) => {
      options.onFailure(error);
      if (error instanceof ApiError && error.code === 'changed_meanwhile') {
        void fetchTheirs();
      }
    },
  });

  function moveOnTo(row: Row): void {
    judgedRow.current = row;
    setBase(row);
    setTheirs(null);
  }

  const decide = (row: Row) => (values: Values) => {
    moveOnTo(row);
    form.submitValues(values);
  };

  /** For a form that stays after a save: what is typed next is a change of the row as it was saved. */
  const restart = (row: Row) => {
    moveOnTo(row);
    form.reset(options.valuesOf(row));
  };

  const conflict =
    theirs === null
      ? null
      : {
          was: options.valuesOf(base),
          yours: form.values,
          theirs: options.valuesOf(theirs),
          onDecided: decide(theirs),
        };
  return { form, conflict, base, restart };
}
