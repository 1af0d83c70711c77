import { jsonFileSchema } from '@portico/contract';
import { type Node, parse as parseScript } from 'acorn';
import { type DefaultTreeAdapterTypes, parse as parseHtml } from 'parse5';
import * as v from 'valibot';
import { CommandError } from '../terminal/arguments';
import { readPlace } from './read-landscape';
import { getString, isNamed, listProperties, walk } from './syntax-tree';

/** The routes of an application of a landscape. */
interface ApplicationRoutes {
  /** The first segments of its addresses. */
  readonly segments: string[];
  /** Whether it is on screen at every address. */
  isEverywhere: boolean;
}

/** The routes of the applications of a landscape, by name. */
export type LandscapeRoutes = ReadonlyMap<string, Readonly<ApplicationRoutes>>;

/**
 * Reads where the applications of a landscape are on screen: from the template or the JSON of single-spa-layout, or from
 * the calls of `registerApplication` in a root config or the scripts of its page.
 * Source: https://single-spa.js.org/docs/layout-definition
 * @throws CommandError when it cannot be read, or has no application
 */
export async function readLayout(place: string): Promise<LandscapeRoutes> {
  const text = await readPlace(place);
  const found = readRoutes(text);
  if (found.length === 0) {
    throw new CommandError(
      `${place} names no application: it needs a <single-spa-router>, its JSON, or calls of registerApplication.`,
    );
  }
  const routes = new Map<string, ApplicationRoutes>();
  for (const [name, path] of found) {
    const known: ApplicationRoutes = routes.get(name) ?? { segments: [], isEverywhere: false };
    routes.set(name, known);
    const [segment = ''] = path.replace(/^[/#]+/, '').split(/[/?#]/);
    if (segment === '' || segment.startsWith(':')) known.isEverywhere = true;
    else if (!known.segments.includes(segment)) known.segments.push(segment);
  }
  return routes;
}

/** Lists the addresses of the scripts that a page loads by `<script src>`. */
export function listPageScripts(page: string, place: string): string[] {
  const base = URL.canParse(place) ? place : undefined;
  return [...page.matchAll(/<script\b[^>]*?\ssrc=["']([^"']+)["']/g)]
    .map(([, source = '']) => source)
    .filter((source) => URL.canParse(source, base))
    .map((source) => new URL(source, base).href);
}

type Found = [name: string, path: string][];

function readRoutes(text: string): Found {
  const json = v.safeParse(v.pipe(jsonFileSchema, routerSchema), text);
  if (json.success) return listJsonRoutes(json.output.routes, '');
  if (text.includes('<single-spa-router')) return listHtmlRoutes(parseHtml(text), '');
  return (text.trimStart().startsWith('<') ? listInlineScripts(text) : [text]).flatMap(listRegistrations);
}

function listInlineScripts(page: string): string[] {
  const scripts = page.matchAll(
    /<script(?![^>]*\ssrc=)(?![^>]*\stype=["'](?!module|text\/javascript))[^>]*>(.*?)<\/script>/gs,
  );
  return [...scripts].map(([, script = '']) => script);
}

interface JsonRoute {
  readonly type?: string | undefined;
  readonly name?: string | undefined;
  readonly path?: string | undefined;
  readonly routes?: readonly JsonRoute[] | undefined;
}

const routeSchema: v.GenericSchema<unknown, JsonRoute> = v.object({
  type: v.optional(v.string()),
  name: v.optional(v.string()),
  path: v.optional(v.string()),
  routes: v.optional(v.array(v.lazy(() => routeSchema))),
});
const routerSchema = v.object({ routes: v.array(routeSchema) });

function listJsonRoutes(routes: readonly JsonRoute[], parent: string): Found {
  return routes.flatMap(({ name, path, routes: children = [], type }): Found => {
    if (type === 'application') return name === undefined ? [] : [[name, parent]];
    return listJsonRoutes(children, joinPaths(parent, path));
  });
}

function listHtmlRoutes(node: DefaultTreeAdapterTypes.Node, parent: string): Found {
  const attributes = 'attrs' in node ? new Map(node.attrs.map(({ name, value }) => [name, value])) : new Map();
  const name = attributes.get('name');
  if (node.nodeName === 'application') return name === undefined ? [] : [[name, parent]];
  const path = node.nodeName === 'route' ? joinPaths(parent, attributes.get('path')) : parent;
  const children = 'content' in node ? node.content.childNodes : 'childNodes' in node ? node.childNodes : [];
  return children.flatMap((child) => listHtmlRoutes(child, path));
}

function joinPaths(parent: string, path = ''): string {
  return [parent, path.replace(/^\/+/, '')].filter((part) => part !== '').join('/');
}

/**
 * Lists the calls of `registerApplication`, which takes an object, or the name first and `activeWhen` third. A function for
 * `activeWhen` counts by the paths in its source.
 */
function listRegistrations(text: string): Found {
  const found: Found = [];
  let program: Node;
  try {
    program = parseScript(text, { ecmaVersion: 'latest', sourceType: 'module' });
  } catch (cause) {
    throw new CommandError(`The layout is neither HTML, nor JSON, nor JavaScript: ${String(cause)}`, { cause });
  }
  walk(program, (node) => {
    if (node.type !== 'CallExpression' || !isNamed(node.callee, 'registerApplication')) return;
    const [first, , third] = node.arguments;
    const fields = new Map(listProperties(first));
    const name = getString(fields.get('name') ?? first);
    const paths = listPaths(fields.get('activeWhen') ?? third);
    if (name !== undefined) found.push(...paths.map((path): [string, string] => [name, path]));
  });
  return found;
}

function listPaths(node: Node | undefined): string[] {
  const paths: string[] = [];
  if (node !== undefined) {
    walk(node, (child) => {
      const text = getString(child);
      if (text !== undefined && /^[/#]/.test(text)) paths.push(text);
    });
  }
  return paths.length > 0 ? paths : [''];
}
