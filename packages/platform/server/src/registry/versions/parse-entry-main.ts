import { text } from 'node:stream/consumers';
import { parseEntry } from './parse-entry';

// `createEntryParser` starts this program, which prints the form of the script in its input as JSON.
process.stdout.write(JSON.stringify(parseEntry(await text(process.stdin))));
