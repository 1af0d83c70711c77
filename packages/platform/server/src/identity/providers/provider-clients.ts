import { LRUCache } from 'lru-cache';
import {
  allowInsecureRequests,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  clockSkew,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
  type ServerMetadata,
} from 'openid-client';
import { ApiError } from '../../http/api-error';
import type { Encryption } from '../encryption';
import { createProviderFetch } from './provider-fetch';
import type { Provider } from './provider-repository';

/** Timeout of each request to a provider, in seconds. */
const timeout = 10;
/** How long a discovery document is cached, in milliseconds. */
const discoveryAge = 60 * 60 * 1000;
/** Difference between the clocks of a provider and the portal, in seconds. */
const tolerance = 60;

export const secretPurpose = 'client-secret';

/** Connects the portal to the OpenID providers of tenants. */
export type ProviderClients = ReturnType<typeof createProviderClients>;

/** @param allowsLocal whether a provider may be at a private address, and without HTTPS */
export function createProviderClients(allowsLocal: boolean, encryption: Encryption, now: () => Date) {
  const fetch = createProviderFetch(allowsLocal);
  const fetchRemote = createProviderFetch(false);

  const documents = new LRUCache<string, ServerMetadata>({
    max: 500,
    ttl: discoveryAge,
    fetchMethod: async (issuer) => {
      // The function that fetches decides where HTTPS is needed.
      const options = { [customFetch]: fetch, timeout, execute: [allowInsecureRequests] };
      const metadata = (await discovery(new URL(issuer), 'portal', undefined, None(), options)).serverMetadata();
      // openid-client lets some hosts answer for all their customers.
      if (new URL(metadata.issuer).href !== new URL(issuer).href) throw new ClientError('issuer differs');
      return metadata;
    },
  });

  /** Reads the discovery document of an issuer; throws an Error if there is none, or if the issuer is not allowed. */
  const discover = async (issuer: string): Promise<ServerMetadata> => {
    const found = await documents.fetch(issuer);
    if (found === undefined) throw new ClientError('no discovery document');
    return found;
  };

  return {
    discover,
    /**
     * Returns openid-client's configuration for the client of the portal at a provider.
     * @throws ApiError 502 when the provider cannot be reached
     */
    connect: async ({ clientId, clientSecret, issuer, name }: Provider): Promise<Configuration> => {
      const server = await discover(issuer).catch((cause: unknown) => {
        throw new ApiError(502, 'provider-unreachable', { cause, values: { provider: name } });
      });
      const secret = await encryption.decrypt(secretPurpose, clientSecret);
      if (secret === undefined) throw new Error(`The client secret of ${name} cannot be decrypted.`);
      const methods = server.token_endpoint_auth_methods_supported;
      // The default of OpenID Connect Discovery, section 3.
      const authenticate = methods?.includes('client_secret_basic') === false ? ClientSecretPost : ClientSecretBasic;
      // Claims are checked by the clock of the portal. A new configuration reads the keys again, which may have changed.
      const skew = Math.round((now().getTime() - Date.now()) / 1000);
      const client = { [clockSkew]: skew, [clockTolerance]: tolerance };
      const configuration = new Configuration(server, clientId, client, authenticate(secret));
      configuration[customFetch] = fetch;
      configuration.timeout = timeout;
      for (const extension of [enableNonRepudiationChecks, allowInsecureRequests]) extension(configuration);
      return configuration;
    },
    /** Discards what is cached of an issuer, whose addresses may have changed. */
    forget: (issuer: string): void => {
      documents.delete(issuer);
    },
    /** Fetches from a provider, under the same rules as the calls of the protocol. */
    fetch,
    /**
     * Fetches a picture, whose address a user of a provider may have chosen: at an address that is not one of the Internet
     * only from the origin of the issuer, and only if a provider may be there.
     */
    fetchPicture: (issuer: string, address: string, signal: AbortSignal): Promise<Response> => {
      const isOfIssuer = new URL(address).origin === new URL(issuer).origin;
      const options = { method: 'GET', headers: {}, body: null, redirect: 'manual', signal } as const;
      return (isOfIssuer ? fetch : fetchRemote)(address, options);
    },
  };
}
