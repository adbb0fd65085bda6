import { expect, it } from 'vitest'
import { neighborhoodOf, networkOf } from './networks.ts'

it('all addresses that one customer has are one network: /64 in IPv6, the address itself in IPv4', () => {
  const same = [
    '2001:db8:0:7::1',
    '2001:db8:0:7:ffff:1:2:3',
    '2001:0DB8::0007:0:0:0:9',
    '2001:db8:0:7::10.0.0.1',
  ]
  expect(new Set(same.map(networkOf))).toEqual(new Set(['2001:db8:0:7::/64']))
  expect(networkOf('2001:db8:0:8::1')).not.toBe(networkOf('2001:db8:0:7::1'))
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  expect([networkOf('10.0.0.1'), networkOf('::ffff:10.0.0.1')]).toEqual(['10.0.0.1', '10.0.0.1'])
  expect(networkOf('10.0.0.2')).not.toBe(networkOf('10.0.0.1'))
})

it('the neighbors of an address are 256 addresses in IPv4, and its own network in IPv6', () => {
  const same = ['203.0.113.1', '203.0.113.254', '::ffff:203.0.113.9'].map(neighborhoodOf)
  expect(new Set(same)).toEqual(new Set(['203.0.113.0/24']))
  expect(neighborhoodOf('203.0.114.1')).toBe('203.0.114.0/24')
  expect(neighborhoodOf('2001:db8:0:7::1')).toBe('2001:db8:0:7::/64')
})
