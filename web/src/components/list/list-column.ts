import type { ComponentType, ReactNode } from 'react';

export interface ListColumn<Row> {
  /** Remembered in the column choice, so it does not change with the title. */
  key: string;
  title: string;
  /** The fact as text: shown, and read in full from the tooltip when it is cut. */
  text: (row: Row) => string;
  /** Drawn instead of the text. */
  render?: (row: Row) => ReactNode;
  /** Figures stand right-aligned in columns. */
  numeric?: boolean;
  /** Cut sooner than the others, so that a list of many columns fits a usual screen. */
  narrow?: boolean;
  /** The key the server sorts by; without it the column cannot be sorted. */
  sortKey?: string;
  /** Not shown until chosen. */
  optional?: boolean;
}

export interface FilterControlProps {
  /** '' is not filtered. */
  value: string;
  onChange: (value: string) => void;
}

/** A filter is a fixed choice, or a control of its own. Its name is the one the server knows it by. */
export type ListFilter =
  | {
      name: string;
      label: string;
      /** The one with '' says so: 'All roles'. */
      options: readonly { value: string; label: string }[];
      /** They are fetched: the box is as wide before as after. */
      optionsComeLate?: true;
    }
  | { name: string; Control: ComponentType<FilterControlProps> };
