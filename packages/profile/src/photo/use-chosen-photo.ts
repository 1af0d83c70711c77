import type { TextKey } from '@portico/shared';
import { type ComponentType, useState } from 'react';
import type { CropDialogProps } from './crop-dialog';
import { photoFault } from './photo-fault';

interface ChosenPhoto {
  readonly file: File;
  readonly CropDialog: ComponentType<CropDialogProps>;
}

/** The file that the user chose, once it is known to be a photo and what crops it has arrived. */
export function useChosenPhoto() {
  const [chosen, setChosen] = useState<ChosenPhoto>();
  const [fault, setFault] = useState<TextKey>();
  const [isReading, setReading] = useState(false);

  const choose = async (file: File) => {
    if (isReading) return;
    setFault(undefined);
    setReading(true);
    const cropper = import(/* webpackChunkName: "crop" */ './crop-dialog').catch(() => undefined);
    const found = await photoFault(file);
    const CropDialog = (await cropper)?.CropDialog;
    setReading(false);
    if (found) setFault(found);
    else if (CropDialog) setChosen({ file, CropDialog });
    else setFault('image.editor_failed');
  };

  return { chosen, fault, isReading, choose, discard: () => setChosen(undefined) };
}
