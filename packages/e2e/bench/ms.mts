import { renderServerFigures } from '/tmp/wt/lead/packages/e2e/bench/report/server-table';
import { measureServer } from '/tmp/wt/lead/packages/e2e/bench/server/measure-server';

console.log(renderServerFigures(await measureServer({ rounds: 3, seconds: 3 })));
