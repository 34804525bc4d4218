import { useMutation, useQueryClient } from '@tanstack/react-query';
import { usersContract } from '@ghala/contracts/users/users.contract';
import type { User } from '@ghala/contracts/users/users.contract';
import { confirm } from '../../components/ui/confirm.tsx';
import { call } from '../../lib/api-client.ts';
import { notifyFailure, notifySuccess } from '../../lib/notify.ts';

export function useDeleteUser(): (user: User) => void {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (userId: number) => call(usersContract.deleteUser, { params: { id: String(userId) } }),
    onSuccess: () => notifySuccess('User Deleted'),
    onError: (error) => notifyFailure('Delete failed', error),
    // Also after a failure: the person may be gone already.
    onSettled: () => queryClient.invalidateQueries(),
  });
  return (user) =>
    confirm({
      title: 'Delete user',
      question: 'Are you sure you want to delete this User?',
      about: `${user.firstName} ${user.lastName} (${user.email})`,
      confirmLabel: 'Delete',
      onConfirm: () => mutate(user.userId),
    });
}
