import { contestantNames } from '../contestants/names';
import { type Metric, metrics } from '../measure/metrics';
import { formatValue } from './format-value';
import type { Result } from './results';

const shown: readonly Metric[] = [
  'formVisible',
  'formUsable',
  'topBarVisible',
  'headingVisible',
  'headingKib',
  'switchTime',
  'quietKib',
  'heapAfter200',
];

const size = { panel: 470, gap: 20, title: 34, row: 24, label: 170, bar: 210 };

const style = `
svg { --surface: #fff; --line: #e3e3de; --text: #1c1c1a; --text-2: #5c5c57; --floor: #8f8f88; --portico: #c3311d; --many: #dd7a6a; }
@media (prefers-color-scheme: dark) {
  svg { --surface: #1b1b1a; --line: #31312f; --text: #efefec; --text-2: #adada6; --floor: #7d7d77; --portico: #ee6f5a; --many: #b0503f; }
}
text { font: 13px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; fill: var(--text-2); }
.background { fill: var(--surface); stroke: var(--line); }
.title { font-weight: 600; fill: var(--text); }
.own { fill: var(--text); }
.floor { fill: var(--floor); }
.portico { fill: var(--portico); }
.many { fill: var(--many); }
.range { stroke: var(--text); }
`;

/**
 * Draws the medians as bars, each with a line from the smallest to the largest value. The picture follows the theme of
 * the viewer.
 */
export function renderPicture(results: readonly Result[]): string {
  const panelHeight = size.title + results.length * size.row + size.gap;
  const height = Math.ceil(shown.length / 2) * panelHeight + size.gap;
  const width = 2 * size.panel + 3 * size.gap;
  const panels = shown.map((metric, index) => {
    const x = size.gap + (index % 2) * (size.panel + size.gap);
    const y = size.gap + Math.floor(index / 2) * panelHeight;
    return `<g transform="translate(${x} ${y})">\n${renderPanel(metric, results)}\n</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>Portico beside four floors: less is better</title>
<style>${style}</style>
<rect class="background" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="10"/>
${panels.join('\n')}
</svg>
`;
}

function renderPanel(metric: Metric, results: readonly Result[]): string {
  const { title, unit } = metrics[metric];
  const largest = Math.max(...results.map(({ summaries }) => summaries.get(metric)?.max ?? 0), Number.MIN_VALUE);
  const rows = results.map((result, index) => renderRow(metric, result, size.title + index * size.row, largest));
  const heading = title.includes(unit) ? title : `${title}, ${unit}`;
  return [`<text class="title" y="16">${heading.replaceAll('`', '')}</text>`, ...rows].join('\n');
}

function renderRow(metric: Metric, { name, summaries }: Result, y: number, largest: number): string {
  const summary = summaries.get(metric);
  const baseline = y + 12;
  const kind = classify(name);
  const label = `<text${kind === 'floor' ? '' : ' class="own"'} x="0" y="${baseline}">${name}</text>`;
  if (!summary) return label;
  const scale = (value: number) => round((value / largest) * size.bar);
  const [min, max] = [size.label + scale(summary.min), size.label + scale(summary.max)].map(round);
  const end = round(size.label + scale(summary.max) + 8);
  return [
    label,
    `<rect class="${kind}" x="${size.label}" y="${y}" width="${scale(summary.median)}" height="16" rx="2"/>`,
    ...(min === max ? [] : [`<path class="range" d="M${min} ${y + 8}H${max}M${min} ${y + 5}v6M${max} ${y + 5}v6"/>`]),
    `<text${kind === 'floor' ? '' : ' class="own"'} x="${end}" y="${baseline}">${formatValue(metric, summary.median)}</text>`,
  ].join('\n');
}

function classify(name: string): 'floor' | 'portico' | 'many' {
  if (name === contestantNames.portico) return 'portico';
  return name === contestantNames.manyApplications ? 'many' : 'floor';
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
