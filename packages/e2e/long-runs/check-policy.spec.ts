import { pagePolicy } from '@portico/contract';
import { expect, test } from '../portal/test';

test('the page of the check has the content policy of a portal', async ({ portal }) => {
  const { headers } = await fetch(portal.url);
  const own = pagePolicy({ modules: [portal.modulesUrl] });
  const parse = (policy: string) => new Map(policy.split('; ').map((part) => [part.split(' ', 1)[0], part.split(' ')]));
  const ofPortal = parse(headers.get('content-security-policy') ?? '');
  // Only the portal collects violation reports.
  ofPortal.delete('report-uri');
  const ofCheck = parse(own);
  expect([...ofCheck.keys()]).toEqual([...ofPortal.keys()]);
  for (const [directive, sources] of ofCheck) {
    // Ignore the sources for the portal itself: its inline parts, its other test origin and its broker.
    const others = ofPortal.get(directive)?.filter((source) => !/^'(sha256|nonce)-|^(http|ws)s?:/.test(source));
    expect(sources.filter((source) => source !== portal.modulesUrl)).toEqual(others);
    expect(ofPortal.get(directive)).toEqual(expect.arrayContaining(sources));
  }
});
