/** Reserved networks (RFC 6890 and the IANA registries): private, local and unassigned addresses. */
import { BlockList } from 'node:net'

/** One list for each family, because a common list would match every IPv4 address with ::/16. */
const reservedRanges = { ipv4: new BlockList(), ipv6: new BlockList() }

for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  // Multicast and above.
  '224.0.0.0/3',
  // Everything outside of 2000::/3, and addresses that embed an IPv4 address.
  '::/16',
  '64:ff9b::/32',
  '100::/16',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
  '4000::/2',
  '8000::/1',
]) {
  const [base = '', bits] = network.split('/')
  const family = base.includes(':') ? 'ipv6' : 'ipv4'
  reservedRanges[family].addSubnet(base, Number(bits), family)
}

/** Whether the server must not connect to this address for a URL that a client or another service chose. */
export function isReservedAddress(address: string): boolean {
  const family = address.includes(':') ? 'ipv6' : 'ipv4'
  return reservedRanges[family].check(address, family)
}
