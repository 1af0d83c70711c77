import { StaticSite } from '../contestants/static-site';

// Serves one page from a separate process, like the portal, so that they are comparable. Reads the page from stdin.
const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const site = await StaticSite.start(new Map([['/index.html', Buffer.concat(chunks)]]));
console.log(site.url);
