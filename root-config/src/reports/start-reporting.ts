import { receiveReports } from '@portico/shared';
import { ModuleImport } from '../module-host/module-import';
import { meetFault } from '../updates/start-updates';
import { complete } from './complete';
import { createDelivery } from './deliver';
import { reportUncaught } from './report-uncaught';

/** The name in the import map of the module that an operator wires to a service for errors. */
const reporterName = '@portico/reporter';

/** From now on what nobody catches is reported, and all reports go to the operator's reporter, where there is one. */
export function startReporting(): void {
  // SystemJS's own map, whose addresses are absolute and whatever is in force.
  const imports = () => System.getImportMap().imports ?? {};
  const reporterImport = new ModuleImport(reporterName);
  const deliver = createDelivery(async () => {
    const { report } = await reporterImport.load();
    return { report };
  });
  reportUncaught(imports);
  receiveReports((fault) => {
    meetFault(fault);
    const addresses = imports();
    // What the reporter itself throws must not come back to it, again and again.
    if (addresses[reporterName] && fault.source !== reporterName) deliver(complete(fault, addresses));
  });
}
