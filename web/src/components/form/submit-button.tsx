import { Button } from '@mantine/core';

interface SubmitButtonProps {
  children: string;
  submitting: boolean;
  fullWidth?: boolean;
}

export function SubmitButton({ children, submitting, fullWidth = false }: SubmitButtonProps) {
  return (
    <Button type="submit" disabled={submitting} fullWidth={fullWidth}>
      {submitting ? 'Please Wait...' : children}
    </Button>
  );
}
