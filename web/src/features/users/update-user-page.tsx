import { useParams } from 'react-router';
import { usersContract } from '@ghala/contracts/users/users.contract';
import { FormPage } from '../../components/form/form-page.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { useFreshQuery } from '../../components/ui/use-fresh-query.ts';
import { call } from '../../lib/api-client.ts';
import { UpdateUserForm } from './update-user-form.tsx';

export function UpdateUserPage() {
  const { id = '' } = useParams();
  const query = useFreshQuery([usersContract.getUser.path, id], (options) =>
    call(usersContract.getUser, { params: { id } }, options),
  );
  return (
    <FormPage title="Update User" description="A field left empty stays as it is.">
      <Loaded query={query}>{(user) => <UpdateUserForm key={user.userId} user={user} />}</Loaded>
    </FormPage>
  );
}
