import assert from 'node:assert/strict'
import test from 'node:test'
import { collect } from '../collect.fixture.ts'
import { type XmlEvent, readXmlEvents } from './xml-events.ts'

const xml = Buffer.from('<?xml version="1.0"?><a:b x="1 &lt; 2"><c/>Ñandú &amp; 課題<!-- x --> 🏥</a:b>')

async function* splitIntoChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let offset = 0; offset < bytes.length; offset += size) yield bytes.subarray(offset, offset + size)
}

for (const size of [1, 2, 3, 7, xml.length]) {
  test(`the events do not depend on the chunks: bytes split after ${size}`, async () => {
    assert.deepEqual(joinTexts(await collect(readXmlEvents(splitIntoChunks(xml, size), 'in'))), [
      'open b {"x":"1 < 2"}',
      'open c {}',
      'close c',
      'text Ñandú & 課題 🏥',
      'close b',
    ])
  })
}

/** A text may come in several events. */
function joinTexts(events: readonly XmlEvent[]): string[] {
  const lines: string[] = []
  for (const event of events) {
    if (event.kind === 'open') lines.push(`open ${event.name} ${JSON.stringify(event.attributes)}`)
    else if (event.kind === 'close') lines.push(`close ${event.name}`)
    else if (lines.at(-1)?.startsWith('text ')) lines.push(`${lines.pop()}${event.text}`)
    else lines.push(`text ${event.text}`)
  }
  return lines
}
