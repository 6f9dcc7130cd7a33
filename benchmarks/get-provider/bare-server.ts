/** The measure: `node:http` alone, which answers the same bytes out of a map. Arguments: data folder, then NPIs on standard input. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { currentGeneration, snapshotFolder } from '@careatlas/directory/snapshot/current'
import { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import { detailEnvelope } from '@careatlas/server/rest/detail-envelope'
import { reportCpu } from './report-cpu.ts'

const [dataDir = ''] = process.argv.slice(2)
const answers = await answersFor(dataDir, (await text(process.stdin)).split('\n'))
const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? '') ?? Buffer.alloc(0)
  response.writeHead(answer.length > 0 ? 200 : 404, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': answer.length,
  })
  response.end(answer)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
if (typeof address === 'object') reportCpu(`http://127.0.0.1:${address?.port}`)

async function answersFor(folder: string, npis: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
  using snapshot = await Snapshot.open(snapshotFolder(folder, currentGeneration(folder) ?? ''))
  return new Map(
    npis.map((npi) => [
      `/v1/providers/${npi}`,
      Buffer.from(detailEnvelope(snapshot.providerCard(npi) ?? '')),
    ]),
  )
}
