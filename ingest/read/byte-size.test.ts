import assert from 'node:assert/strict'
import test from 'node:test'
import { formatByteSize } from './byte-size.ts'

const sizes: Record<string, number> = {
  '0 bytes': 0,
  '1000 bytes': 1000,
  '1025 bytes': 1025,
  '1 KiB': 1024,
  '1536 KiB': 1536 * 1024,
  '32 MiB': 32 * 1024 ** 2,
  '64 GiB': 64 * 1024 ** 3,
  '1 TiB': 1024 ** 4,
  '2048 TiB': 1024 ** 5 * 2,
}
for (const [formatted, bytes] of Object.entries(sizes)) {
  test(`${bytes} bytes are formatted as ${formatted}`, () => assert.equal(formatByteSize(bytes), formatted))
}
