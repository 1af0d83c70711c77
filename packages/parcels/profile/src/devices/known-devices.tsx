import { type KnownDevice, knownDeviceListSchema } from '@portico/contract';
import { queryClient, queryOptions, useQuery } from '@portico/query';
import { callApi, showToast, useAction, useTranslation } from '@portico/shared';
import { formatDateTime } from '@portico/shared/dates';
import { FailureNotice } from '@portico/ui';
import { useId } from 'react';
import { deleteEntry } from '../list/delete-entry';
import { EntryButton, EntryRow, useBrowserName } from '../list/entry-row';
import { useFactorTexts } from '../second-factor/factor-texts';
import { Fetched, Placeholder } from '../section/fetched';
import { Topic } from '../section/topic';

const knownDevices = queryOptions({
  queryKey: ['known-devices'],
  queryFn: ({ signal }) => callApi('auth/devices', knownDeviceListSchema, { signal }),
});

/** The browsers in which the user has signed in, under Security. */
export function KnownDevices() {
  const own = useFactorTexts();
  return (
    <Topic title={own('devices')} lead={own('devices_text')}>
      <Fetched query={useQuery(knownDevices, queryClient)} placeholder={<Placeholder kind="row" count={1} />}>
        {(devices) => (
          <ul className="portico-profile-block portico-profile-rows">
            {devices.map((device) => (
              <DeviceRow key={device.id} device={device} />
            ))}
          </ul>
        )}
      </Fetched>
    </Topic>
  );
}

function DeviceRow({ device }: { readonly device: KnownDevice }) {
  const { t } = useTranslation();
  const own = useFactorTexts();
  const nameId = useId();
  const { notice, button, run } = useAction('signin.failed');
  const { ip, last_used_at, trusted_until } = device;

  const forget = async () => {
    await deleteEntry('auth/devices', device.id);
    await queryClient.invalidateQueries(knownDevices);
    showToast({ type: 'success', text: own('forgotten') });
  };
  return (
    <EntryRow
      nameId={nameId}
      name={useBrowserName(device)}
      badge={device.is_current && t('profile.this_browser')}
      details={
        <>
          {ip && <span>{t('profile.ip_address', { address: ip })}</span>}
          <time dateTime={last_used_at}>{own('last_used', { when: formatDateTime(last_used_at) })}</time>
          {trusted_until && (
            <time dateTime={trusted_until}>{own('trusted', { when: formatDateTime(trusted_until) })}</time>
          )}
        </>
      }
    >
      <EntryButton nameId={nameId} {...button} onClick={() => run(forget)}>
        {own('forget')}
      </EntryButton>
      {notice && <FailureNotice {...notice} />}
    </EntryRow>
  );
}
