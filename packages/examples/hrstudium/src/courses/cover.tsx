import type { Area } from './course';

const arches = [0, 1, 2, 3, 4, 5];

/** The picture of a course: the portico, in the colour of the area. */
export function Cover({ area }: { area: Area }) {
  return (
    <svg
      className={`hrs-cover hrs-area-${area}`}
      viewBox="0 0 400 110"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      {arches.map((arch) => (
        <path
          key={arch}
          d={`M${arch * 76 - 34} 110V62a32 32 0 0 1 64 0v48M${arch * 76 - 24} 110V62a22 22 0 0 1 44 0v48`}
        />
      ))}
      <path d="M0 20h400M0 26h400" />
    </svg>
  );
}
