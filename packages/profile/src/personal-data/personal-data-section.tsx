import { accountPart } from '@portico/shared';
import { PhotoEditor } from '../photo/photo-editor';
import { Fetched } from '../section/fetched';
import { Placeholder } from '../section/placeholder';
import { PersonalDataForm } from './personal-data-form';

export function PersonalDataSection() {
  const { usePersonalData } = accountPart.get();
  return (
    <>
      <PhotoEditor />
      <Fetched query={usePersonalData()} placeholder={<Placeholder kind="field" count={3} />}>
        {(user) => <PersonalDataForm saved={user} />}
      </Fetched>
    </>
  );
}
