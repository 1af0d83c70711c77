import { startLocalServer } from '../serving/start-local-server';

/** Finds a port on loopback that nothing listens at. */
export async function findFreePort(): Promise<number> {
  const server = await startLocalServer(async () => {});
  await server.close();
  return Number(new URL(server.origin).port);
}
