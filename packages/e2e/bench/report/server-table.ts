import type { Summary } from '../measure/statistics';
import type { ServerFigures } from '../server/measure-server';
import { renderTable } from './render-table';

/** The figures of the server with their goals. */
export function renderServerFigures({ staticRate, signInRate, signedInRate, memory, start }: ServerFigures): string {
  const ratio = (rate: Summary) => rate.median / staticRate.median;
  const growth = memory.late / memory.early;
  return renderTable(
    ['server', 'measured', 'goal', 'reached'],
    [
      ['bare static server: pages a second', formatSummary(staticRate), '', ''],
      ...[
        { title: 'sign-in page', rate: signInRate },
        { title: 'page of a session', rate: signedInRate },
      ].map(({ title, rate }) => [
        `Portico, ${title}: pages a second`,
        `${formatSummary(rate)}, ratio ${ratio(rate).toFixed(2)}`,
        'ratio ≥ 0.3',
        answer(ratio(rate) >= 0.3),
      ]),
      [
        'resident memory from 10,000 to 20,000 and from 90,000 to 100,000 pages, MiB',
        `${memory.early.toFixed(0)}, ${memory.late.toFixed(0)}`,
        'flat: at most 1.05 times',
        answer(growth <= 1.05),
      ],
      ['start on existing data to the first page, ms', formatSummary(start), '', ''],
    ],
  );
}

function answer(isReached: boolean): string {
  return isReached ? 'yes' : 'no';
}

function formatSummary({ median, min, max }: Summary): string {
  return `${median.toFixed(0)} (${min.toFixed(0)}–${max.toFixed(0)})`;
}
