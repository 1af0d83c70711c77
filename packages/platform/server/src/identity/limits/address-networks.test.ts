import { getAddressGroup, listAddressNetworks } from './address-networks';

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['::1', '0:0:0:0::/64'],
  ['2001:DB8:0:a::1', '2001:db8:0:a::/64'],
  ['2001:db8:0:000a:ffff:1:2:3', '2001:db8:0:a::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::1.2.3.4', '64:ff9b:0:0::/64'],
  ['unknown', 'unknown'],
])('%s counts as %s', (ip, group) => {
  expect(getAddressGroup(ip)).toBe(group);
});

test.each([
  ['10.1.2.3', [{ name: '10.1.2.3', factor: 1 }]],
  [
    '2001:db8:1:a2b3::1',
    [
      { name: '2001:db8:1:a2b3::/64', factor: 1 },
      { name: '2001:db8:1:a200::/56', factor: 2 },
      { name: '2001:db8:1::/48', factor: 4 },
    ],
  ],
  [
    '2001:db8:1:2::1',
    [
      { name: '2001:db8:1:2::/64', factor: 1 },
      { name: '2001:db8:1:0::/56', factor: 2 },
      { name: '2001:db8:1::/48', factor: 4 },
    ],
  ],
])('%s is of the networks of a customer, each with more tries', (ip, networks) => {
  expect(listAddressNetworks(ip)).toEqual(networks);
});
