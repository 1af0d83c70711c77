/** The portico: three arches under a beam, in the colour of the text; whole, or covering its box with the sides cropped. */
export function ArchDrawing({ isCovering = false }: { readonly isCovering?: boolean }) {
  return (
    <svg
      className="portico-ui-arches"
      viewBox="0 90 600 330"
      preserveAspectRatio={isCovering ? 'xMidYMax slice' : 'xMidYMax'}
      fill="none"
      stroke="currentColor"
      aria-hidden
    >
      {[0, 190, 380].map((x) => (
        <path
          key={x}
          transform={`translate(${x})`}
          d="M40 420V210a80 80 0 0 1 160 0v210M58 420V210a62 62 0 0 1 124 0v210M76 420V210a44 44 0 0 1 88 0v210"
        />
      ))}
      <path d="M0 96h600M10 112h580M10 122h580" />
    </svg>
  );
}
