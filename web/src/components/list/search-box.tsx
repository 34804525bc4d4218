import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { searchBoxMark } from './focus-search-box.ts';
import { debounceMs } from './use-list-query.ts';

interface SearchBoxProps {
  label: string;
  value: string;
  onSearch: (text: string) => void;
}

/** Typing is passed on when it pauses; a change from outside, such as Back, replaces what is typed. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const passedOn = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    if (value === passedOn.current) return;
    passedOn.current = value;
    clearTimeout(timer.current);
    setTyped(value);
  }, [value]);

  useEffect(() => () => clearTimeout(timer.current), []);

  const passOn = (text: string) => {
    clearTimeout(timer.current);
    if (text === passedOn.current) return;
    passedOn.current = text;
    onSearch(text);
  };

  return (
    <TextInput
      {...searchBoxMark}
      type="search"
      aria-label={label}
      placeholder="Search"
      title="Press / to search"
      leftSection={<IconSearch size={16} />}
      value={typed}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => passOn(text), debounceMs);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') passOn(event.currentTarget.value);
      }}
    />
  );
}
