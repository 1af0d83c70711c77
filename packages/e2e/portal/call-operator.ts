import type { PortalProcess } from './portal-process';

/**
 * Calls the API with the operator's key. A body is sent as JSON unless it is a buffer.
 * @throws Error with the server's answer if it refuses
 */
export async function callOperator(
  portal: PortalProcess,
  method: string,
  path: string,
  body?: object,
): Promise<Response> {
  const isFile = Buffer.isBuffer(body);
  const answer = await fetch(`${portal.url}/api/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${portal.operatorKey}`,
      'accept-language': 'en',
      ...(body && { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }),
    },
    ...(body && { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}
