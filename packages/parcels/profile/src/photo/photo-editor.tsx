import { photoMaxBytes, photoMimes } from '@portico/contract';
import { photoAtom, sessionAtom, useAtomValue, useTranslation } from '@portico/shared';
import { Avatar, Button, FailureNotice } from '@portico/ui';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '../confirmation/confirm-dialog';
import { deletePhoto } from './change-photo';
import { useChosenPhoto } from './use-chosen-photo';
import { useFileDrop } from './use-file-drop';

/** The user's e-mail and photo, with buttons to upload and delete it. A file can also be dropped here. */
export function PhotoEditor() {
  const { t } = useTranslation();
  const { email } = useAtomValue(sessionAtom);
  const photo = useAtomValue(photoAtom);
  const { chosen, error, isReading, choose, discard } = useChosenPhoto();
  const [isDeleting, setDeleting] = useState(false);
  const { isOver, handlers } = useFileDrop(choose);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  const wasDeleting = useRef(false);
  useEffect(() => {
    // The deletion removes the button that had the focus.
    const hasLostFocus = wasDeleting.current && !isDeleting && document.activeElement === document.body;
    if (hasLostFocus) button.current?.focus();
    wasDeleting.current = isDeleting;
  }, [isDeleting]);

  const change = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    // Or choosing the same file again would fire no event.
    currentTarget.value = '';
    if (file) choose(file);
  };

  return (
    <div className="portico-profile-block portico-profile-photo" data-over={isOver || undefined} {...handlers}>
      <Avatar email={email} photo={photo} />
      <div className="portico-profile-photo-words">
        <p className="portico-ui-heading portico-ui-heading-3">{email}</p>
        <div className="portico-profile-photo-actions">
          <Button variant="quiet" ref={button} isBusy={isReading} onClick={() => input.current?.click()}>
            {t(photo ? 'image.update' : 'image.upload')}
          </Button>
          {photo && (
            <Button variant="danger" onClick={() => setDeleting(true)}>
              {t('image.delete')}
            </Button>
          )}
          <input ref={input} type="file" hidden accept={photoMimes.join()} onChange={change} />
        </div>
      </div>
      {error && <FailureNotice text={t(error, { count: photoMaxBytes / 2 ** 20 })} />}
      {chosen && <chosen.CropDialog photo={chosen.photo} onClose={discard} />}
      {isDeleting && (
        <ConfirmDialog
          title={t('image.confirm_delete')}
          confirm={t('image.delete')}
          isDangerous
          action={deletePhoto}
          done={t('image.deleted')}
          fallback="image.delete_failed"
          onClose={() => setDeleting(false)}
        />
      )}
    </div>
  );
}
