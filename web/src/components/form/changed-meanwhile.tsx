import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/RadioCard.css';
import '@mantine/core/styles/RadioIndicator.css';
import '@mantine/core/styles/Radio.css';
import { Alert, Button, Radio, Stack, Text } from '@mantine/core';
import { IconGitMerge } from '@tabler/icons-react';
import { useState } from 'react';
import type { FormValues } from './use-form.ts';

interface ChangedMeanwhileProps<Values extends FormValues> {
  /** What this person was given, what they typed, and what somebody else saved since. */
  was: Values;
  yours: Values;
  theirs: Values;
  /** Of the fields that are kept with the row; any other stays as it was typed. */
  labels: Readonly<Partial<Record<keyof Values & string, string>>>;
  /** A value as a person reads it. */
  show?: (name: string, value: FormValues[string]) => string;
  onDecided: (values: Values) => void;
}

const asText = (_: string, value: FormValues[string]): string =>
  (typeof value === 'string' ? value : value.join(', ')) || '(empty)';

const same = (a: FormValues[string], b: FormValues[string]): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** Two people edited the same row: shows both values of every field that differs and lets the person choose. */
export function ChangedMeanwhile<Values extends FormValues>(props: ChangedMeanwhileProps<Values>) {
  const { was, yours, theirs, labels, show = asText, onDecided } = props;
  const names = Object.keys(labels) as (keyof Values & string)[];
  const differing = names.filter((name) => !same(yours[name] as string, theirs[name] as string));
  // What only the other person touched is theirs unless chosen otherwise.
  const [mine, setMine] = useState(
    () => new Set(differing.filter((name) => !same(yours[name] as string, was[name] as string))),
  );

  const decide = () => {
    const decided = differing.map((name) => [name, mine.has(name) ? yours[name] : theirs[name]]);
    onDecided({ ...yours, ...Object.fromEntries(decided) });
  };

  return (
    <Alert
      role="alert"
      color="yellow"
      variant="light"
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
      mb="md"
      icon={<IconGitMerge size={20} />}
      title="Somebody changed this while you were editing"
    >
      <Stack gap="md">
        <Text>
          {differing.length === 0
            ? 'What they saved is the same as what you typed.'
            : 'Nothing was overwritten. Choose what to keep:'}
        </Text>
        {differing.map((name) => (
          <Radio.Group
            key={name}
            label={labels[name]}
            value={mine.has(name) ? 'yours' : 'theirs'}
            onChange={(choice) => {
              const next = new Set(mine);
              if (choice === 'yours') next.add(name);
              else next.delete(name);
              setMine(next);
            }}
          >
            <Stack gap={6} mt={6}>
              <Radio value="yours" label={`Yours: ${show(name, yours[name] ?? '')}`} />
              <Radio value="theirs" label={`Theirs: ${show(name, theirs[name] ?? '')}`} />
            </Stack>
          </Radio.Group>
        ))}
        <div>
          <Button onClick={decide}>Save these</Button>
        </div>
      </Stack>
    </Alert>
  );
}
