import { type KnownDevice, knownDeviceListSchema } from '@portico/contract';
import { queryClient, queryOptions, useMutation, useQuery } from '@portico/query';
import { callApi, send, showToast, useTranslation } from '@portico/shared';
import { formatDateTime } from '@portico/shared/dates';
import { Button } from '@portico/ui';
import { useId } from 'react';
import { ActionFailure } from '../form/action-failure';
import { useFactorTexts } from '../second-factor/factor-texts';
import { Fetched, Placeholder } from '../section/fetched';

const knownDevices = queryOptions({
  queryKey: ['known-devices'],
  queryFn: ({ signal }) => callApi('auth/devices', knownDeviceListSchema, { signal }),
});

/** The browsers in which the user has signed in, under Security. */
export function KnownDevices() {
  const own = useFactorTexts();
  return (
    <div className="portico-profile-topic">
      <div className="portico-profile-intro">
        <h3 className="portico-ui-heading portico-profile-subheading">{own('devices')}</h3>
        <p className="portico-profile-lead">{own('devices_text')}</p>
      </div>
      <Fetched query={useQuery(knownDevices, queryClient)} placeholder={<Placeholder kind="row" count={1} />}>
        {(devices) => (
          <ul className="portico-profile-block portico-profile-rows">
            {devices.map((device) => (
              <DeviceRow key={device.id} device={device} />
            ))}
          </ul>
        )}
      </Fetched>
    </div>
  );
}

function DeviceRow({ device }: { readonly device: KnownDevice }) {
  const { t } = useTranslation();
  const own = useFactorTexts();
  const id = useId();
  const mutationFn = async () => {
    await send(`auth/devices/${encodeURIComponent(device.id)}`, { method: 'delete' });
    await queryClient.invalidateQueries(knownDevices);
    showToast({ type: 'success', text: own('forgotten') });
  };
  const { error, isPending, mutate } = useMutation({ mutationFn }, queryClient);
  const browser = device.browser || t('profile.unknown_browser');
  return (
    <li className="portico-profile-session">
      <div className="portico-profile-session-words">
        <p className="portico-profile-session-name">
          <span id={`${id}-name`}>
            {device.system ? t('profile.session_name', { browser, system: device.system }) : browser}
          </span>
          {device.is_current && <span className="portico-profile-badge">{t('profile.this_browser')}</span>}
        </p>
        <p className="portico-profile-session-details">
          {device.ip && <span>{t('profile.ip_address', { address: device.ip })}</span>}
          <time dateTime={device.last_used_at}>{own('last_used', { when: formatDateTime(device.last_used_at) })}</time>
          {device.trusted_until && (
            <time dateTime={device.trusted_until}>
              {own('trusted', { when: formatDateTime(device.trusted_until) })}
            </time>
          )}
        </p>
      </div>
      <Button
        variant="quiet"
        id={`${id}-forget`}
        aria-labelledby={`${id}-forget ${id}-name`}
        isBusy={isPending}
        onClick={() => mutate()}
      >
        {own('forget')}
      </Button>
      <ActionFailure error={error} fallback="signin.failed" />
    </li>
  );
}
