import type { TextKey } from '@portico/shared';
import { type ComponentType, useState } from 'react';
import type { CropDialogProps } from './crop-dialog';
import { readPhoto } from './read-photo';

interface ChosenPhoto {
  readonly photo: Blob;
  readonly CropDialog: ComponentType<CropDialogProps>;
}

/** The photo of the file that the user chose, once it is known to be one and what crops it has arrived. */
export function useChosenPhoto() {
  const [chosen, setChosen] = useState<ChosenPhoto>();
  const [fault, setFault] = useState<TextKey>();
  const [isReading, setReading] = useState(false);

  const choose = async (file: File) => {
    if (isReading) return;
    setFault(undefined);
    setReading(true);
    const cropper = import(/* webpackChunkName: "crop" */ './crop-dialog').catch(() => undefined);
    const read = await readPhoto(file);
    const CropDialog = (await cropper)?.CropDialog;
    setReading(false);
    if (read.fault) setFault(read.fault);
    else if (CropDialog) setChosen({ photo: read.photo, CropDialog });
    else setFault('image.editor_failed');
  };

  return { chosen, fault, isReading, choose, discard: () => setChosen(undefined) };
}
