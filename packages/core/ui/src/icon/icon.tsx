// Paths in a square of 20 by 20.
const paths = {
  grid: 'M4 4h2v2h-2zM9 4h2v2h-2zM14 4h2v2h-2zM4 9h2v2h-2zM9 9h2v2h-2zM14 9h2v2h-2zM4 14h2v2h-2zM9 14h2v2h-2zM14 14h2v2h-2z',
  moon: 'M16.5 11.6A7 7 0 0 1 8.4 3.5a7 7 0 1 0 8.1 8.1Z',
  sun: 'M13.2 10a3.2 3.2 0 1 1-6.4 0 3.2 3.2 0 0 1 6.4 0ZM10 2.8v1.4M10 15.8v1.4M2.8 10h1.4M15.8 10h1.4M4.9 4.9l1 1M14.1 14.1l1 1M4.9 15.1l1-1M14.1 5.9l1-1',
  screen: 'M3 4.5h14v9H3ZM7.5 16.5h5',
  bell: 'M5 8.5a5 5 0 0 1 10 0c0 4 1.5 5 1.5 5h-13S5 12.5 5 8.5ZM8.5 16.5a1.7 1.7 0 0 0 3 0',
  eye: 'M2.5 10S5 5 10 5s7.5 5 7.5 5-2.5 5-7.5 5-7.5-5-7.5-5ZM12.2 10a2.2 2.2 0 1 1-4.4 0 2.2 2.2 0 0 1 4.4 0Z',
  'eye-off':
    'M8.2 5.2A7 7 0 0 1 10 5c5 0 7.5 5 7.5 5a13 13 0 0 1-2 2.7M5.3 6.6A12 12 0 0 0 2.5 10s2.5 5 7.5 5a7.5 7.5 0 0 0 3.8-1M8.5 8.5a2.2 2.2 0 0 0 3 3M3.5 3.5l13 13',
  arrow: 'M4 10h12M11.5 5.5 16 10l-4.5 4.5',
  user: 'M13 6.8a3 3 0 1 1-6 0 3 3 0 0 1 6 0ZM4 16.5c.6-3 2.9-4.5 6-4.5s5.4 1.5 6 4.5',
  code: 'M7 5.5 2.5 10 7 14.5M13 5.5l4.5 4.5-4.5 4.5',
  logout: 'M8 3.5H5A1.5 1.5 0 0 0 3.5 5v10A1.5 1.5 0 0 0 5 16.5h3M8.5 10h8M13.5 7l3 3-3 3',
  info: 'M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0ZM10 9.4v3.8M10 6.7v.1',
  circle: 'M13.5 10a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0Z',
  check: 'M4.5 10.5l3.5 3.5 7.5-8',
  'check-circle': 'M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0ZM7 10.2l2.2 2.2 3.9-4.4',
  error: 'M7.1 3h5.8L17 7.1v5.8L12.9 17H7.1L3 12.9V7.1ZM7.8 7.8l4.4 4.4M12.2 7.8l-4.4 4.4',
  'new-tab':
    'M11.5 4H16v4.5M16 4l-7 7M8 4.5H5.5A1.5 1.5 0 0 0 4 6v8.5A1.5 1.5 0 0 0 5.5 16H14a1.5 1.5 0 0 0 1.5-1.5V12',
  close: 'M5 5l10 10M15 5 5 15',
  warning: 'M10 3.5 17.5 16.5h-15ZM10 8.5v3.5M10 14.3v.1',
} as const;

/** The icons of the shell. */
export type IconName = keyof typeof paths;

/** An icon beside a text or in a named control, hidden from assistive technology. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg
      className="portico-ui-icon"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d={paths[name]} />
    </svg>
  );
}
