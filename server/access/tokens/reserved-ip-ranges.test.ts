import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isReservedAddress } from './reserved-ip-ranges.ts'

const reserved = `0.0.0.0 10.1.2.3 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.255 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.8
  192.0.2.1 192.168.1.1 198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.7 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
  :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:10.0.0.1 64:ff9b::7f00:1 64:ff9b:1::1 100::1 2001::1 2001:db8::1
  2002:7f00:1::1 3fff::1 5f00::1 fc00::1 fd12:3456::1 fe80::1 feC0::1 ff02::1`
const publicAddresses = `1.1.1.1 8.8.8.8 100.63.255.255 100.128.0.1 126.255.255.255 128.0.0.1 172.15.255.255 172.32.0.1 192.0.1.1 192.167.1.1
  198.17.0.1 198.20.0.1 223.255.255.255 2001:4860:4860::8888 2606:4700::1111 2a00:1450::1 2400::1 3ffe::1`

for (const [addresses, isReserved] of [
  [reserved, true],
  [publicAddresses, false],
] as const)
  test(`recognizes ${isReserved ? 'reserved' : 'public'} addresses`, () => {
    const misclassified = addresses
      .trim()
      .split(/\s+/)
      .filter((address) => isReservedAddress(address) !== isReserved)
    assert.deepEqual(misclassified, [])
  })
