import { pageMax, toListResponse } from './list-query';

const core = 'urn:ietf:params:scim:schemas:core:2.0';
const no = { supported: false };

/** Returns what the portal supports (RFC 7643, section 5). */
export function describeServiceProvider(base: string) {
  return {
    schemas: [`${core}:ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { ...no, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: pageMax },
    changePassword: no,
    sort: no,
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'A token of the tenant, which the operator of the portal creates.',
        specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  };
}

/** Lists the types of resources (RFC 7643, section 6). */
export function listResourceTypes(base: string) {
  const types = ['User', 'Group'].map((name) => ({
    schemas: [`${core}:ResourceType`],
    id: name,
    name,
    endpoint: `/${name}s`,
    schema: `${core}:${name}`,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  }));
  return toListResponse(types, types.length);
}

/** Describes an attribute; by default an optional text of one value that directories may change (RFC 7643, section 7). */
function describe(name: string, description: string, more: object = {}) {
  return {
    name,
    description,
    type: 'string',
    multiValued: false,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...more,
  };
}

const complex = (subAttributes: readonly object[], more: object = {}) => ({ type: 'complex', subAttributes, ...more });
const externalId = describe('externalId', 'The id in the directory.', { caseExact: true });
const display = describe('display', 'The name.', { mutability: 'readOnly' });

const attributes = {
  User: [
    describe('userName', 'The name in the directory.', { required: true, uniqueness: 'server' }),
    externalId,
    describe('displayName', 'The name that the portal shows.'),
    describe(
      'name',
      'The parts of the name.',
      complex([
        describe('formatted', 'The full name.'),
        describe('givenName', 'The given name.'),
        describe('familyName', 'The family name.'),
      ]),
    ),
    describe('active', 'Whether the user may sign in to this tenant.', { type: 'boolean' }),
    describe(
      'emails',
      'The e-mail by which the portal knows the user: the primary one.',
      complex(
        [
          describe('value', 'The e-mail.'),
          describe('type', 'The kind, which is "work".', { canonicalValues: ['work'] }),
          describe('primary', 'Whether it is the primary e-mail.', { type: 'boolean' }),
        ],
        { multiValued: true },
      ),
    ),
    describe(
      'groups',
      'The groups of the directory that the user is in.',
      complex([describe('value', 'The id of the group.', { mutability: 'readOnly' }), display], {
        multiValued: true,
        mutability: 'readOnly',
      }),
    ),
  ],
  Group: [
    describe('displayName', 'The name, which is unique in the tenant.', { required: true, uniqueness: 'server' }),
    externalId,
    describe(
      'members',
      'The users in the group.',
      complex([describe('value', 'The id of the user.', { mutability: 'immutable' }), display], { multiValued: true }),
    ),
  ],
};

/** Lists the attributes of users and groups (RFC 7643, section 7). */
export function listSchemas(base: string) {
  const schemas = Object.entries(attributes).map(([name, ofType]) => ({
    schemas: [`${core}:Schema`],
    id: `${core}:${name}`,
    name,
    description: name,
    attributes: ofType,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${core}:${name}` },
  }));
  return toListResponse(schemas, schemas.length);
}
