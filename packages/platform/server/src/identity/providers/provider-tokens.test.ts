import { nameAudience } from './provider-tokens';

test.each([
  ['https://id.acme.example', 'https://api.acme.example', { resource: 'https://api.acme.example' }],
  ['https://login.microsoftonline.com.evil.example/v2.0', 'api://orders', { resource: 'api://orders' }],
  ['https://login.microsoftonline.com/5f2c/v2.0', 'api://orders', { scope: 'api://orders/.default' }],
])('%s is asked for a token of %s by %j', (issuer, audience, parameters) => {
  expect(nameAudience(issuer, audience)).toEqual(parameters);
});
