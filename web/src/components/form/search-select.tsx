// A box to type into and a list of what the server found, by the keys of the ARIA combobox pattern. Our own, because the
// component library's brings a positioning engine and a scroll area, and draws itself several times over at the start.
import { CheckIcon, CloseButton, ComboboxChevron, Input } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import type { SelectOption } from './fields.tsx';
import classes from './search-select.module.css';

interface SearchSelectProps {
  label?: string;
  /** Where no label is seen. */
  'aria-label'?: string;
  name?: string;
  description?: string | undefined;
  placeholder: string;
  required?: boolean;
  error?: string | undefined;
  /** What was found for the text typed. */
  options: readonly SelectOption[];
  renderOption?: (option: SelectOption) => ReactNode;
  nothingFound: string;
  chosen: SelectOption | null;
  onChoose: (value: string | null) => void;
  /** The text to search for; '' once something is chosen or the box is left. */
  onType: (text: string) => void;
  /** Offers a button of this name to choose nothing again. */
  clearLabel?: string;
  /** Enter takes the first that was found. */
  marksFirst?: boolean;
}

/** As high as the list gets, with the gap to the box. */
const listPx = 340;

export function SearchSelect(props: SearchSelectProps) {
  const { options, chosen, onChoose, onType, clearLabel, marksFirst = false } = props;
  // null: not searching, and the box shows what is chosen.
  const [typed, setTyped] = useState<string | null>(null);
  const [opened, setOpened] = useState<'above' | 'below' | null>(null);
  const [marked, setMarked] = useState(-1);
  const inputRef = useRef<HTMLInputElement>(null);
  const listId = useId();
  const optionId = (index: number) => `${listId}-${index}`;
  const markedId = opened !== null && options[marked] !== undefined ? optionId(marked) : undefined;

  useEffect(() => {
    if (markedId !== undefined) document.getElementById(markedId)?.scrollIntoView({ block: 'nearest' });
  }, [markedId]);

  const open = (mark: number) => {
    if (opened === null) setOpened(sideWithRoom(inputRef.current));
    setMarked(mark);
  };
  const close = () => {
    setOpened(null);
    if (typed === null) return;
    setTyped(null);
    onType('');
  };
  const search = (text: string) => {
    setTyped(text);
    onType(text);
    open(marksFirst ? 0 : -1);
  };
  /** What is chosen already is given up. */
  const choose = ({ value }: SelectOption) => {
    close();
    onChoose(value === chosen?.value ? null : value);
  };
  const openAtChosen = () => open(options.findIndex(({ value }) => value === chosen?.value));
  const move = (by: 1 | -1) => {
    if (opened === null) openAtChosen();
    else if (options.length > 0)
      setMarked(marked < 0 && by < 0 ? options.length - 1 : (marked + by + options.length) % options.length);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const option = opened === null ? undefined : options[marked];
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter' && option !== undefined) choose(option);
    else if (event.key === 'Escape' && opened !== null) close();
    else return;
    event.preventDefault();
    // It closes this and nothing behind it.
    if (event.key === 'Escape') event.stopPropagation();
  };

  const boxProps = {
    role: 'combobox',
    'aria-haspopup': 'listbox',
    'aria-autocomplete': 'list',
    'aria-expanded': opened !== null,
    'aria-controls': opened === null ? undefined : listId,
    'aria-activedescendant': markedId,
    onClick: openAtChosen,
    onKeyDown,
    onBlur: close,
  } as const;
  const listProps = {
    id: listId,
    role: 'listbox',
    'aria-label': props.label ?? props['aria-label'],
    // The focus stays in the box.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
  } as const;
  const optionProps = (option: SelectOption, index: number) => ({
    id: optionId(index),
    role: 'option',
    'aria-selected': option.value === chosen?.value,
    'data-marked': index === marked,
    onClick: () => choose(option),
  });
  const clear = () => {
    close();
    onChoose(null);
  };

  return (
    <Input.Wrapper
      label={props.label}
      description={props.description}
      error={props.error}
      required={props.required ?? false}
    >
      <div className={classes.holder}>
        <Input
          {...boxProps}
          ref={inputRef}
          autoComplete="off"
          aria-label={props['aria-label']}
          placeholder={props.placeholder}
          required={props.required ?? false}
          error={props.error}
          data-field={props.name}
          value={typed ?? chosen?.label ?? ''}
          onChange={(event) => search(event.currentTarget.value)}
          {...(clearLabel === undefined || chosen === null
            ? { rightSection: <ComboboxChevron error={props.error} />, rightSectionPointerEvents: 'none' }
            : { rightSection: <ClearButton label={clearLabel} onPress={clear} /> })}
        />
        {opened !== null && (
          <div className={classes.dropdown} data-side={opened}>
            <div className={classes.options} {...listProps}>
              {options.map((option, index) => (
                <div key={option.value} className={classes.option} {...optionProps(option, index)}>
                  {props.renderOption?.(option) ?? (
                    <>
                      {option.value === chosen?.value && <CheckIcon className={classes.check} />}
                      <span>{option.label}</span>
                    </>
                  )}
                </div>
              ))}
              {options.length === 0 && <div className={classes.nothing}>{props.nothingFound}</div>}
            </div>
          </div>
        )}
        {props.name !== undefined && <input type="hidden" name={props.name} value={chosen?.value ?? ''} />}
      </div>
    </Input.Wrapper>
  );
}

function ClearButton({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <CloseButton
      aria-label={label}
      variant="transparent"
      size="sm"
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    />
  );
}

function sideWithRoom(input: HTMLElement | null): 'above' | 'below' {
  const box = input?.getBoundingClientRect();
  if (box === undefined) return 'below';
  const below = innerHeight - box.bottom;
  return below < listPx && box.top > below ? 'above' : 'below';
}
