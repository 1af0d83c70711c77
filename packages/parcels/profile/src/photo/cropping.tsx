import { useTranslation } from '@portico/shared';
import { type RefObject, useEffect, useId, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';

interface CroppingProps {
  readonly address: string;
  /** Locks the image while the photo is uploaded. */
  readonly isHeld: boolean;
  /** The square, in pixels of the upright image. */
  readonly onChange: (area: Area) => void;
  readonly onBroken: () => void;
}

const maxZoom = 4;
/** Pixels of the screen by which an arrow key moves the image. */
const step = 8;

/** The image under a round window: moved by pointer and arrow keys, enlarged by wheel, pinch and slider. */
export function Cropping({ address, isHeld, onChange, onBroken }: CroppingProps) {
  const { t } = useTranslation();
  const id = useId();
  const [position, setPosition] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [frame, setFrame] = useState<RefObject<HTMLDivElement>>();
  const [isReady, setReady] = useState(false);

  useEffect(() => {
    if (isReady) frame?.current?.focus();
  }, [isReady, frame]);

  /** Keeps the centre. */
  const zoomTo = (next: number) => {
    setPosition(({ x, y }) => ({ x: (x * next) / zoom, y: (y * next) / zoom }));
    setZoom(next);
  };

  return (
    <div className="portico-profile-cropping" inert={isHeld}>
      <div className="portico-profile-crop">
        <Cropper
          image={address}
          crop={position}
          zoom={zoom}
          maxZoom={maxZoom}
          aspect={1}
          cropShape="round"
          objectFit="cover"
          showGrid={false}
          keyboardStep={step}
          disableAutomaticStylesInjection
          onCropChange={setPosition}
          onZoomChange={setZoom}
          onCropAreaChange={(_, area) => onChange(area)}
          onMediaLoaded={() => setReady(true)}
          setCropperRef={setFrame}
          mediaProps={{ onError: onBroken }}
          cropperProps={{ role: 'application', 'aria-label': t('image.crop_area') }}
        />
      </div>
      <div className="portico-profile-zoom">
        <label htmlFor={id}>{t('image.zoom')}</label>
        <input
          id={id}
          type="range"
          min={1}
          max={maxZoom}
          step={0.05}
          value={zoom}
          onChange={(event) => zoomTo(event.currentTarget.valueAsNumber)}
        />
      </div>
    </div>
  );
}
