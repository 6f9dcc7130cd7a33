import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposableSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { test } from 'node:test'

/** Each request logs about 200 bytes; all of them exceed the buffer of a pipe that no process reads. */
const requests = 5000

const program = `
  const { readConfig } = await import('@careatlas/server/config')
  const { startServer } = await import('@careatlas/server/main')
  console.log((await startServer(readConfig({ PORT: '0', LOG_LEVEL: 'debug', DATA_DIR: process.argv[1] }))).url)
`

test('the server keeps responding while no process reads its log', async () => {
  using folder = mkdtempDisposableSync(`${tmpdir()}/stalled-log-`)
  await using server = start(folder.path)
  const [url] = await once(server.child.stdout.setEncoding('utf8'), 'data')
  const socket = connect(Number(new URL(String(url)).port), '127.0.0.1')
  let braces = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  socket.setEncoding('latin1').on('data', (text: string) => {
    const receivedBefore = Math.floor(braces / bracesPerResponse)
    braces += text.split('{').length - 1
    const more = Math.floor(braces / bracesPerResponse) - receivedBefore
    if (receivedBefore + more >= requests) resolve()
    else socket.write(request.repeat(more))
  })
  socket.write(request.repeat(20))
  await promise
  socket.destroy()
})

/** The JSON of an error has two opening braces. Counting them works even if a packet ends in the middle of a response. */
const bracesPerResponse = 2

const request = 'GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n'

function start(dataDir: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, dataDir], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return {
    child,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
