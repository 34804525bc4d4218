// Form state bound to a zod schema of the contracts. Values stay what was typed; the schema judges what would be sent.
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import type { z } from 'zod';
import { ApiError } from '../../lib/api-error.ts';
import { newIdempotencyKey, outcomeIsKnown } from './idempotency.ts';

export type FormValues = Record<string, string | readonly string[]>;
export type FieldErrors = Readonly<Record<string, string>>;

interface FormOptions<Values extends FormValues, Body> {
  initial: Values;
  /** Without one only `check` and the server judge. */
  schema?: z.ZodType<unknown, Body>;
  /** Instead of `schema`, for a page that is to be drawn without waiting for it: fetched when somebody begins. */
  loadSchema?: () => Promise<z.ZodType<unknown, Body>>;
  /** What is sent, from what was typed. */
  toBody: (values: Values) => Body;
  /** Rules between fields, which no schema knows. */
  check?: (values: Values) => FieldErrors;
  submit: (body: Body, idempotencyKey: string) => Promise<void>;
  onFailure: (error: unknown) => void;
}

export interface Form<Values extends FormValues> {
  values: Values;
  errors: FieldErrors;
  submitting: boolean;
  /** Somebody begins to fill it in. */
  begin: () => void;
  set: <Name extends keyof Values & string>(name: Name, value: Values[Name]) => void;
  /** The browser holds text that is no number: its value reads as empty, so the field has to tell. */
  setUnreadable: (name: string, unreadable: boolean) => void;
  blur: (name: string) => void;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Replaces all values; what was wrong with the old ones is forgotten. */
  reset: (values: Values) => void;
  /** Submits the given values instead of the typed ones, which they replace. */
  submitValues: (values: Values) => void;
}

/** A combobox keeps its name on a hidden input, which cannot be focused. */
const fieldName = (element: Element): string =>
  (element.getAttribute('type') === 'hidden' ? null : element.getAttribute('name')) ??
  element.getAttribute('data-field') ??
  '';

export function useForm<Values extends FormValues, Body>(options: FormOptions<Values, Body>): Form<Values> {
  const [values, setValues] = useState(options.initial);
  /** The same, for what happens later than it was drawn: two changes at once, or a change while the schema comes. */
  const latest = useRef(values);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [submitting, setSubmitting] = useState(false);
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  const [fetched, setFetched] = useState<typeof options.schema>();
  const schema = options.schema ?? fetched;
  const unreadable = useRef(new Set<string>());
  const busy = useRef(false);
  const idempotencyKey = useRef(newIdempotencyKey());

  function change(next: Values): void {
    latest.current = next;
    setValues(next);
  }

  /** The server judges too: a schema that does not come stops nobody. */
  async function fetchSchema(): Promise<typeof schema> {
    const found = schema ?? (await options.loadSchema?.().catch(() => undefined));
    if (options.schema === undefined) setFetched(found);
    return found;
  }

  function problemsIn(candidate: Values, judge = schema): FieldErrors {
    const problems: Record<string, string> = {};
    const parsed = judge?.safeParse(options.toBody(candidate));
    for (const issue of parsed?.error?.issues ?? []) problems[String(issue.path[0])] ??= issue.message;
    for (const name of unreadable.current) problems[name] = 'This must be a number, in digits only.';
    return { ...problems, ...options.check?.(candidate) };
  }

  /** Shows what is wrong with the fields already visited; the others are judged when it is their turn. */
  function review(candidate: Values, among: ReadonlySet<string>, judge = schema): void {
    const problems = Object.entries(problemsIn(candidate, judge));
    setErrors(Object.fromEntries(problems.filter(([name]) => among.has(name))));
  }

  function focusFirst(element: HTMLFormElement | null, problems: FieldErrors): void {
    const fields = [...(element?.elements ?? [])];
    const first = fields.find((field) => fieldName(field) in problems);
    if (first instanceof HTMLElement) first.focus();
  }

  async function attempt(element: HTMLFormElement | null): Promise<void> {
    if (busy.current) return;
    busy.current = true;
    setSubmitting(true);
    try {
      const judge = options.loadSchema === undefined ? schema : await fetchSchema();
      // As the fields are by now: what can be seen in them is what is judged and sent.
      const candidate = latest.current;
      const problems = problemsIn(candidate, judge);
      setErrors(problems);
      setVisited(new Set(Object.keys(candidate)));
      if (Object.keys(problems).length > 0) focusFirst(element, problems);
      else await send(candidate, element);
    } finally {
      busy.current = false;
      setSubmitting(false);
    }
  }

  async function send(candidate: Values, element: HTMLFormElement | null): Promise<void> {
    try {
      await options.submit(options.toBody(candidate), idempotencyKey.current);
      idempotencyKey.current = newIdempotencyKey();
    } catch (error) {
      if (outcomeIsKnown(error)) idempotencyKey.current = newIdempotencyKey();
      if (error instanceof ApiError) {
        setErrors(error.fields);
        focusFirst(element, error.fields);
      }
      options.onFailure(error);
    }
  }

  return {
    values,
    errors,
    submitting,
    begin: () => void fetchSchema(),
    set: (name, value) => {
      const next = { ...latest.current, [name]: value };
      const [before, after] = [problemsIn(latest.current), problemsIn(next)];
      change(next);
      // What only the server knew is wrong with another field stays; our own rules are judged anew.
      setErrors((shown) => {
        const judged = Object.entries(shown).map(([field, error]) =>
          field === name || before[field] === error ? [field, after[field]] : [field, error],
        );
        return Object.fromEntries(judged.filter(([, error]) => error !== undefined));
      });
    },
    setUnreadable: (name, isUnreadable) => {
      if (isUnreadable) unreadable.current.add(name);
      else unreadable.current.delete(name);
    },
    blur: (name) => {
      const among = new Set([...visited, ...Object.keys(errors), name]);
      setVisited(among);
      review(latest.current, among);
      if (schema === undefined && options.loadSchema !== undefined)
        void fetchSchema().then((judge) => review(latest.current, among, judge));
    },
    onSubmit: (event) => {
      event.preventDefault();
      void attempt(event.currentTarget);
    },
    reset: (next) => {
      change(next);
      setErrors({});
      unreadable.current.clear();
    },
    submitValues: (candidate) => {
      change(candidate);
      void attempt(null);
    },
  };
}
