import { StaticSite } from '../contestants/static-site';

// One page in a process of its own, as the portal is, so that they can be compared. The page comes on standard input.
const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const site = await StaticSite.start(new Map([['/index.html', Buffer.concat(chunks)]]));
console.log(site.url);
