/** All metrics, in the order of the report. */
export const metrics = {
  formVisible: { title: 'Sign-in form: visible', unit: 'ms' },
  formUsable: { title: 'Sign-in form: usable', unit: 'ms' },
  formHandled: { title: 'Sign-in form: hydrated', unit: 'ms' },
  formRequests: { title: 'Sign-in form: requests until usable', unit: '' },
  formKib: { title: 'Sign-in form: KiB until usable', unit: 'KiB' },
  formQuietRequests: { title: 'Sign-in form: requests once quiet', unit: '' },
  formQuietKib: { title: 'Sign-in form: KiB once quiet', unit: 'KiB' },
  topBarVisible: { title: 'Cold `/one/`: top bar visible', unit: 'ms' },
  headingVisible: { title: 'Cold `/one/`: heading of the module visible', unit: 'ms' },
  headingWork: { title: 'Cold `/one/`: from the last byte before the heading to it', unit: 'ms' },
  headingRequests: { title: 'Cold `/one/`: requests until the heading', unit: '' },
  headingKib: { title: 'Cold `/one/`: KiB until the heading', unit: 'KiB' },
  quietRequests: { title: 'Cold `/one/`: requests once quiet', unit: '' },
  quietKib: { title: 'Cold `/one/`: KiB once quiet', unit: 'KiB' },
  switchTime: { title: 'Switch between two loaded modules', unit: 'ms' },
  heapAfter10: { title: 'Heap after 10 switches', unit: 'MiB' },
  heapAfter200: { title: 'Heap after 200 switches', unit: 'MiB' },
  heapAfter600: { title: 'Heap after 600 switches', unit: 'MiB' },
  heapWarmUp: { title: 'Heap: KiB a switch from the 10th to the 200th', unit: 'KiB' },
  heapGrowth: { title: 'Heap: KiB a switch from the 200th to the 600th', unit: 'KiB' },
  formLine1: { title: 'Sign-in form, slow line, processor ÷1: hydrated', unit: 'ms' },
  formLine8: { title: 'Sign-in form, slow line, processor ÷8: hydrated', unit: 'ms' },
  form1: { title: 'Sign-in form, processor ÷1: hydrated', unit: 'ms' },
  form4: { title: 'Sign-in form, processor ÷4: hydrated', unit: 'ms' },
  form8: { title: 'Sign-in form, processor ÷8: hydrated', unit: 'ms' },
  headingLine1: { title: 'Cold `/one/`, slow line, processor ÷1: heading visible', unit: 'ms' },
  headingLine8: { title: 'Cold `/one/`, slow line, processor ÷8: heading visible', unit: 'ms' },
  heading1: { title: 'Cold `/one/`, processor ÷1: heading visible', unit: 'ms' },
  heading4: { title: 'Cold `/one/`, processor ÷4: heading visible', unit: 'ms' },
  heading8: { title: 'Cold `/one/`, processor ÷8: heading visible', unit: 'ms' },
} as const;

export type Metric = keyof typeof metrics;

/** The figures of one visit. No script hydrates the static form. */
export type Sample = { readonly [Name in Metric]?: number | undefined };
