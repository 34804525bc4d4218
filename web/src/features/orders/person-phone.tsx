import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { usersContract } from '@ghala/contracts/users/users.contract';
import { call } from '../../lib/api-client.ts';

interface PersonPhoneProps {
  userId: number;
  typed: string;
  fill: (phone: string) => void;
}

/**
 * Fills in the number of whoever the order is for, unless another was typed. It shows nothing and is a component all the
 * same, so that the number's coming draws the form once, when it is filled in.
 */
export function PersonPhone({ userId, typed, fill }: PersonPhoneProps) {
  const { data } = useQuery({
    queryKey: [usersContract.getUser.path, String(userId)],
    queryFn: ({ signal }) => call(usersContract.getUser, { params: { id: String(userId) } }, { signal }),
  });
  const filled = useRef('');
  const known = data?.phoneNumber ?? '';
  useEffect(() => {
    if (known === '' || known === filled.current || typed !== filled.current) return;
    filled.current = known;
    fill(known);
  }, [known, typed, fill]);
  return null;
}
