/** For tests: creates a zip archive (APPNOTE 4.3). */
import { crc32, deflateRawSync } from 'node:zlib'

/** Bit 11 of the flags: file names are UTF-8 (APPNOTE 4.4.4). */
const namesAreUtf8 = 1 << 11

export interface PackedMember {
  readonly name: string
  readonly content: string | Buffer
  readonly stored?: boolean
}

export function zip(members: readonly PackedMember[]): Buffer {
  const localEntries: Buffer[] = []
  const centralDirectory: Buffer[] = []
  let offset = 0
  for (const { name, content, stored = false } of members) {
    const data = stored ? Buffer.from(content) : deflateRawSync(content)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(namesAreUtf8, 2)
    common.writeUInt16LE(stored ? 0 : 8, 4)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(Buffer.byteLength(content), 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const localEntry = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), data])
    const attributes = Buffer.alloc(14)
    attributes.writeUInt32LE(offset, 10)
    centralDirectory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), common, attributes, Buffer.from(name)]),
    )
    localEntries.push(localEntry)
    offset += localEntry.length
  }
  const endRecord = Buffer.alloc(22)
  endRecord.write('PK\u0005\u0006', 'latin1')
  endRecord.writeUInt16LE(members.length, 8)
  endRecord.writeUInt16LE(members.length, 10)
  endRecord.writeUInt32LE(Buffer.concat(centralDirectory).length, 12)
  endRecord.writeUInt32LE(offset, 16)
  return Buffer.concat([...localEntries, ...centralDirectory, endRecord])
}
