import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { ordersContract } from '@ghala/contracts/orders/orders.contract';
import { download } from '../../lib/api-client.ts';
import { notifyFailure } from '../../lib/notify.ts';

/** What the list shows now, without its page: the export is all of it. */
function currentQuery(): Record<string, string> {
  const {
    page: _page,
    size: _size,
    sort: _sort,
    ...query
  } = Object.fromEntries(new URLSearchParams(location.search));
  return query;
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has taken the file by its next turn; holding it longer would only hold memory.
  setTimeout(() => URL.revokeObjectURL(link.href));
}

export function ExportButton() {
  const { mutate, isPending } = useMutation({
    mutationFn: () => download(ordersContract.exportOrders, currentQuery()),
    onSuccess: (file) => save(file, ordersContract.exportOrders.download),
    onError: (error) => notifyFailure('Failed to export orders', error),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      disabled={isPending}
      onClick={() => mutate()}
    >
      {isPending ? 'Please Wait...' : 'Export CSV'}
    </Button>
  );
}
