import { type AnyNode, type Function as FunctionNode, type Node, type Program, parse } from 'acorn';
import { getProperty, getString, isNamed, listProperties, walk } from './syntax-tree';

/** The findings in the source of a script, which is never run. */
export interface ScannedScript {
  /** `script` is neither a System module nor an ES module, for example UMD. */
  readonly form: 'es-module' | 'system' | 'script';
  /** The bare names that it imports. */
  readonly names: ReadonlySet<string>;
  /** The files that it loads by relative addresses. */
  readonly files: ReadonlySet<string>;
  /** The files below webpack's public path. */
  readonly publicFiles: ReadonlySet<string>;
  /** The paths below `assets` in its texts, which may be files of the build. */
  readonly assets: ReadonlySet<string>;
  readonly exports: ReadonlySet<string>;
  /** Whether it exports `mount` and `unmount`, as an application of single-spa does. */
  readonly hasLifecycles: boolean;
  readonly registersApplications: boolean;
  /** The fixed public path of webpack, if it is not found at run time. */
  readonly publicPath?: string;
  readonly chunks: Chunks;
}

/** The chunks of a bundle of webpack: their ids, and the functions that name their files. */
export interface Chunks {
  readonly ids: ReadonlySet<string | number>;
  readonly namers: readonly FunctionNode[];
}

/** A whole text, an attribute of HTML or a `url()` of CSS with a path of the page: Angular leaves them as they are. */
const assetPattern = /(?:^|["'(=\s])\/?(assets\/[\w@~./-]+\.\w+)(?=$|["')?#\s])/g;

/** @throws SyntaxError when it parses neither as a script nor as an ES module */
export function scanScript(text: string): ScannedScript {
  const { isModule, program } = parseEither(text);
  const names = new Set<string>();
  const files = new Set<string>();
  const publicFiles = new Set<string>();
  const exports = new Set(listExports(program));
  const ids = new Set<string | number>();
  const namers: FunctionNode[] = [];
  const required: (string | undefined)[] = [];
  const assets = new Set<string>();
  let [isSystem, hasLifecycles, registersApplications, namesRegistration] = [false, false, false, false];
  let publicPath: string | undefined;
  let exportName: string | undefined;
  const addImport = (specifier: string | undefined) => {
    if (specifier === undefined) return;
    if (/^\.{0,2}\//.test(specifier)) files.add(specifier);
    else if (!/^[a-z]+:/i.test(specifier)) names.add(specifier);
  };
  const addAssets = (text: string) => {
    for (const [, asset = ''] of text.matchAll(assetPattern)) assets.add(asset);
    // Vite lists the styles of a lazy part, relative to the script.
    if (/^\.{1,2}\/.*\.css$/.test(text)) files.add(text);
  };

  walk(program, (node) => {
    if ('source' in node) addImport(getString(node.source));
    if (isNamed(node, 'registerApplication')) namesRegistration = true;
    if (node.type === 'Literal' && typeof node.value === 'string') addAssets(node.value);
    if (node.type === 'TemplateElement') addAssets(node.value.cooked ?? '');
    if (node.type === 'AssignmentExpression') {
      const name = getProperty(node.left);
      if (name === 'p') publicPath = getString(node.right) ?? publicPath;
      if ((name === 'u' || name === 'miniCssF') && isFunction(node.right)) namers.push(node.right);
    }
    if (node.type === 'BinaryExpression' && getProperty(node.left) === 'p') {
      const file = getString(node.right);
      if (file !== undefined && /\.\w+$/.test(file)) publicFiles.add(file);
    }
    if (node.type === 'NewExpression' && isNamed(node.callee, 'URL') && getProperty(node.arguments[1]) === 'url') {
      const file = getString(node.arguments[0]);
      if (file !== undefined && /^(?![a-z]+:).*\.\w+$/i.test(file)) files.add(/^[./]/.test(file) ? file : `./${file}`);
    }
    if (node.type !== 'CallExpression') return;
    const { arguments: given, callee } = node;
    const [first, second] = given;
    if (getProperty(callee) === 'e' && given.length === 1 && first?.type === 'Literal') {
      if (typeof first.value === 'string' || typeof first.value === 'number') ids.add(first.value);
    }
    if (isNamed(callee, 'registerApplication')) {
      registersApplications ||= first?.type === 'ObjectExpression' || getString(first) !== undefined;
    }
    if (callee.type === 'Identifier' && callee.name === 'require') required.push(getString(first));
    if (getProperty(callee) === 'import' && /^System/.test(getObjectName(callee))) addImport(getString(first));
    if (getProperty(callee) === 'register' && getObjectName(callee) === 'System') {
      isSystem = true;
      const list = given.find((argument) => argument.type === 'ArrayExpression');
      for (const element of list?.elements ?? []) addImport(getString(element));
      const [parameter] = given.flatMap((argument) => (isFunction(argument) ? argument.params : []));
      exportName = parameter?.type === 'Identifier' ? parameter.name : undefined;
    }
    // Exports of a System module: by name, or several as an object.
    if (exportName !== undefined && callee.type === 'Identifier' && callee.name === exportName) {
      const name = getString(first);
      for (const each of name === undefined ? listKeys(first) : [name]) exports.add(each);
    }
    // Exports of a module inside webpack's bundle, as getters.
    if (getProperty(callee) === 'd' && second !== undefined) {
      const keys = listKeys(second);
      hasLifecycles ||= isApplication(new Set(keys));
    }
  });
  // Bundles keep calls of `require` that only Node reaches.
  if (!isModule && !isSystem) for (const name of required) addImport(name);
  return {
    form: isModule ? 'es-module' : isSystem ? 'system' : 'script',
    names,
    files,
    publicFiles,
    assets,
    exports,
    hasLifecycles: isApplication(exports) || (!isModule && hasLifecycles),
    // Other libraries have a function of this name, for example Angular.
    registersApplications: registersApplications || (namesRegistration && names.has('single-spa')),
    ...(publicPath !== undefined && { publicPath }),
    chunks: { ids, namers },
  };
}

function parseEither(text: string): { readonly isModule: boolean; readonly program: Program } {
  const options = { ecmaVersion: 'latest', allowHashBang: true } as const;
  try {
    return { isModule: false, program: parse(text, { ...options, sourceType: 'script' }) };
  } catch {
    return { isModule: true, program: parse(text, { ...options, sourceType: 'module' }) };
  }
}

function isApplication(exports: ReadonlySet<string>): boolean {
  return exports.has('mount') && exports.has('unmount');
}

function listExports({ body }: Program): string[] {
  return body.flatMap((node) => {
    if (node.type === 'ExportDefaultDeclaration') return ['default'];
    if (node.type !== 'ExportNamedDeclaration') return [];
    const { declaration, specifiers } = node;
    const names = specifiers.map(({ exported }) =>
      exported.type === 'Identifier' ? exported.name : String(exported.value),
    );
    if (declaration?.type === 'VariableDeclaration') {
      return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
    }
    return declaration ? [declaration.id.name] : names;
  });
}

/**
 * Names the files of chunks, as webpack's runtime does: `u` joins the id, parts of the name and hashes by id.
 * @returns the files, and whether the name of a chunk cannot be computed
 */
export function nameChunks(found: readonly Chunks[]): {
  readonly files: readonly string[];
  readonly isPartial: boolean;
} {
  const namers = found.flatMap((chunks) => chunks.namers);
  const ids = new Set(found.flatMap((chunks) => [...chunks.ids]));
  const named = [...ids].flatMap((id) => namers.map((namer) => evaluateNamer(namer, id)));
  const files = named.filter((name) => typeof name === 'string' && /\.(?:m?js|css)$/.test(name)).map(String);
  return { files: [...new Set(files)], isPartial: ids.size > 0 && files.length < ids.size };
}

type Value = string | number | boolean | undefined | ReadonlyMap<string, AnyNode>;

function evaluateNamer(namer: FunctionNode, id: string | number): Value {
  const [parameter] = namer.params;
  const body = namer.body.type === 'BlockStatement' ? namer.body.body.find(isReturn)?.argument : namer.body;
  const evaluate = (node: Node | null | undefined): Value => {
    const known = node as AnyNode | null | undefined;
    switch (known?.type) {
      case 'Literal':
        return typeof known.value === 'string' || typeof known.value === 'number' ? known.value : undefined;
      case 'Identifier':
        return parameter?.type === 'Identifier' && parameter.name === known.name ? id : undefined;
      case 'BinaryExpression': {
        const [left, right] = [evaluate(known.left), evaluate(known.right)];
        if (known.operator === '===' || known.operator === '==') return String(left) === String(right);
        if (known.operator !== '+' || left === undefined || right === undefined) return undefined;
        return `${left}${right}`;
      }
      case 'LogicalExpression': {
        const left = evaluate(known.left);
        return left === undefined || left === '' ? evaluate(known.right) : left;
      }
      case 'ConditionalExpression':
        return evaluate(evaluate(known.test) === true ? known.consequent : known.alternate);
      case 'ObjectExpression':
        return new Map(listProperties(known));
      case 'MemberExpression': {
        const object = evaluate(known.object);
        const key = evaluate(known.property);
        return object instanceof Map ? evaluate(object.get(String(key))) : undefined;
      }
      case 'TemplateLiteral': {
        const parts = known.quasis.flatMap(({ value }, index) => [
          value.cooked ?? '',
          evaluate(known.expressions[index]) ?? '',
        ]);
        return parts.join('');
      }
      default:
        return undefined;
    }
  };
  return evaluate(body);
}

function isReturn(node: Node): node is Extract<AnyNode, { type: 'ReturnStatement' }> {
  return node.type === 'ReturnStatement';
}

function isFunction(node: Node): node is FunctionNode {
  return node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression';
}

function listKeys(node: AnyNode | undefined): string[] {
  return listProperties(node).map(([key]) => key);
}

function getObjectName(node: AnyNode): string {
  return node.type === 'MemberExpression' && node.object.type === 'Identifier' ? node.object.name : '';
}
