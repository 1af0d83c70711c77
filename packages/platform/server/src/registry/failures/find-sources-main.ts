import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { findSources, stackSchema } from './find-sources';

// `createStackResolver` starts this program, which prints the frames of its input with their positions in the sources.
const stack = v.parse(v.pipe(v.string(), v.parseJson(), stackSchema), await text(process.stdin));
process.stdout.write(JSON.stringify(findSources(stack)));
