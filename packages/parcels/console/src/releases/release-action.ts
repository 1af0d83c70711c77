import type { Audience } from '@portico/contract/publishing';
import { operatorPath } from '../request/operator-client';

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
  /** The revision that the caller has seen: the server refuses if there is a later one. */
  readonly seen?: number | undefined;
}

/** The call of an action, and the words of its command. Without a body, it deletes. */
interface Step {
  readonly path: string;
  readonly body?: object;
  readonly command: readonly string[];
}

/** Describes an action on a module. */
export function describeAction(module: string, action: Action, { days, reason, seen, target }: ActionInput): Step {
  const path = operatorPath`/api/publishing/modules/${module}`;
  const ofVersion = 'version' in action ? `${path}/versions/${encodeURIComponent(action.version)}` : path;
  const note = { reason, ...(seen !== undefined && { seen }) };
  const why = reason === '' ? [] : ['--reason', reason];
  switch (action.kind) {
    case 'preview':
      return {
        path: `${ofVersion}/preview`,
        body: { days },
        command: ['preview', module, action.version, '--days', String(days)],
      };
    case 'revoke':
      return {
        path: operatorPath`/api/publishing/previews/${action.preview}`,
        command: ['preview', 'revoke', action.preview],
      };
    case 'quarantine':
      return {
        path: operatorPath`modules/${module}/quarantine`,
        body: { version: action.version, reason },
        command: ['quarantine', module, action.version, '--yes', ...why],
      };
    case 'publish':
      return {
        path: `${ofVersion}/publish`,
        body: note,
        command: ['publish-stored', module, action.version, ...why],
      };
    case 'rollout':
      return {
        path: `${ofVersion}/publish`,
        body: { ...target, ...note },
        command: ['publish-stored', module, action.version, ...formatTarget(target), ...why],
      };
    default:
      return { path: `${path}/${action.kind}`, body: note, command: [action.kind, module, ...why] };
  }
}

function formatTarget(target: ActionInput['target']): string[] {
  if ('rollout' in target) return ['--rollout', target.rollout];
  const { audience } = target;
  return 'tenants' in audience ? ['--tenant', audience.tenants.join(',')] : ['--percent', String(audience.percent)];
}
