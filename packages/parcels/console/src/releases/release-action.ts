import { type Audience, type PreviewLink, previewLinkSchema } from '@portico/contract';
import { type OperatorClient, operatorPath } from '../request/operator-client';

/** An action on a module, or on one of its stored versions. */
export type Action =
  | { readonly kind: 'rollback' | 'widen' | 'hold' | 'continue' | 'promote' | 'withdraw' }
  | { readonly kind: 'publish' | 'rollout' | 'preview' | 'quarantine'; readonly version: string }
  | { readonly kind: 'revoke'; readonly version: string; readonly preview: string };

/** The values that the dialog of an action asks for. */
export interface ActionInput {
  readonly reason: string;
  readonly days: number;
  /** The users of a rollout, or its plan. */
  readonly target: { readonly audience: Audience } | { readonly rollout: string };
}

/** Runs an action. `seen` is the revision that the caller has seen: the server refuses if there is a later one. */
export async function runAction(
  client: OperatorClient,
  module: string,
  action: Action,
  { days, reason, seen, target }: ActionInput & { readonly seen: number | undefined },
): Promise<PreviewLink | undefined> {
  const path = operatorPath`/api/publishing/modules/${module}`;
  const post = (path: string, body: object) => client.send(path, { method: 'POST', body });
  const note = { reason, ...(seen !== undefined && { seen }) };
  switch (action.kind) {
    case 'preview': {
      const link = `${path}/versions/${encodeURIComponent(action.version)}/preview`;
      return client.sendFor(link, previewLinkSchema, { method: 'POST', body: { days } });
    }
    case 'revoke':
      await client.send(operatorPath`/api/publishing/previews/${action.preview}`, { method: 'DELETE' });
      break;
    case 'quarantine':
      await post(operatorPath`modules/${module}/quarantine`, { version: action.version, reason });
      break;
    case 'publish':
    case 'rollout': {
      const whom = action.kind === 'rollout' ? target : {};
      await post(`${path}/versions/${encodeURIComponent(action.version)}/publish`, { ...whom, ...note });
      break;
    }
    default:
      await post(`${path}/${action.kind}`, note);
  }
  return undefined;
}

/** Returns the words of the command of an action. */
export function createCommand(module: string, action: Action, { days, reason, target }: ActionInput): string[] {
  const why = reason === '' ? [] : ['--reason', reason];
  switch (action.kind) {
    case 'preview':
      return ['preview', module, action.version, '--days', String(days)];
    case 'revoke':
      return ['preview', 'revoke', action.preview];
    case 'quarantine':
      return ['quarantine', module, action.version, '--yes', ...why];
    case 'publish':
      return ['publish-stored', module, action.version, ...why];
    case 'rollout':
      return ['publish-stored', module, action.version, ...formatTarget(target), ...why];
    default:
      return [action.kind, module, ...why];
  }
}

function formatTarget(target: ActionInput['target']): string[] {
  if ('rollout' in target) return ['--rollout', target.rollout];
  const { audience } = target;
  return 'tenants' in audience ? ['--tenant', audience.tenants.join(',')] : ['--percent', String(audience.percent)];
}
