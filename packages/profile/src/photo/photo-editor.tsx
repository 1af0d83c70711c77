import { accountPart, photoAtom, sessionAtom, useAtomValue, useTranslation } from '@portico/shared';
import { Avatar, Button, FailureNotice } from '@portico/ui';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { DeleteDialog } from './delete-dialog';
import { useChosenPhoto } from './use-chosen-photo';
import { useFileDrop } from './use-file-drop';

/** Whose profile it is, with the photo and what can be done about it. A file can be chosen, or dropped on it. */
export function PhotoEditor() {
  const { t } = useTranslation();
  const { photoMimes, photoMaxBytes } = accountPart.get();
  const { email } = useAtomValue(sessionAtom);
  const photo = useAtomValue(photoAtom);
  const { chosen, fault, isReading, choose, discard } = useChosenPhoto();
  const [isDeleting, setDeleting] = useState(false);
  const { isOver, handlers } = useFileDrop(choose);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  const wasDeleting = useRef(false);
  useEffect(() => {
    // The button that asked for the deletion is gone with the photo.
    const hasLostFocus = wasDeleting.current && !isDeleting && document.activeElement === document.body;
    if (hasLostFocus) button.current?.focus();
    wasDeleting.current = isDeleting;
  }, [isDeleting]);

  const change = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    // So that the same file can be chosen again.
    currentTarget.value = '';
    if (file) void choose(file);
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
      {fault && <FailureNotice text={t(fault, { count: photoMaxBytes / 2 ** 20 })} />}
      {chosen && <chosen.CropDialog photo={chosen.photo} onClose={discard} />}
      {isDeleting && <DeleteDialog onClose={() => setDeleting(false)} />}
    </div>
  );
}
