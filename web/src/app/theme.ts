import { createTheme } from '@mantine/core';
import type { MantineColorsTuple } from '@mantine/core';

const teal: MantineColorsTuple = [
  '#f0faf7',
  '#d3f1ea',
  '#a8e2d6',
  '#74cebd',
  '#45b5a2',
  '#2a9a88',
  '#1a8173',
  '#0f6b60',
  '#0d554d',
  '#0b4640',
];

const dark: MantineColorsTuple = [
  '#d5dbde',
  '#b4bdc2',
  '#98a3a9',
  '#6f7b82',
  '#3b454b',
  '#2c353a',
  '#222a2f',
  '#1a2125',
  '#14191d',
  '#0e1215',
];

/** Against axe: a list outside all landmarks, and a scroller inside it that no key reaches. */
const combobox = {
  defaultProps: {
    comboboxProps: { withinPortal: false, shadow: 'md' },
    withScrollArea: false,
    openOnFocus: false,
  },
  styles: { options: { maxHeight: '20rem', overflowY: 'auto' } },
} as const;

const fontFamily = "'Inter Variable', 'Inter Fallback', system-ui, sans-serif";

export const theme = createTheme({
  colors: { teal, dark },
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 7 },
  fontFamily,
  headings: { fontFamily, fontWeight: '600' },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  components: {
    Anchor: { defaultProps: { underline: 'hover' } },
    // Fields say when they are optional; an asterisk would become part of their names.
    InputWrapper: {
      defaultProps: { withAsterisk: false, inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      styles: {
        label: { marginBottom: 4 },
        description: { fontSize: 'var(--mantine-font-size-sm)' },
        error: { fontSize: 'var(--mantine-font-size-sm)' },
      },
    },
    Modal: {
      defaultProps: {
        transitionProps: { duration: 120 },
        closeButtonProps: { 'aria-label': 'Close' },
        // Drawn as <header>, it would count as a second banner of the page.
        attributes: { header: { role: 'presentation' } },
      },
    },
    MultiSelect: combobox,
    Notification: { styles: { description: { color: 'var(--mantine-color-dimmed)' } } },
    Popover: { defaultProps: { transitionProps: { duration: 100 } } },
  },
});
