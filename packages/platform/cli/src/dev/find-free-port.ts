import { startLocalServer } from '@portico/check';

/**
 * Finds a port on loopback that nothing listens at.
 * @param wanted by default any
 * @throws CommandError when it is in use
 */
export async function findFreePort(wanted = 0): Promise<number> {
  const server = await startLocalServer(async () => {}, wanted);
  await server.close();
  return Number(new URL(server.origin).port);
}
