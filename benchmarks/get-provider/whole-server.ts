/** The server as operators run it, keys checked, at the usual log level; but nobody is asked to slow down. Argument: data folder. */
import { readConfig } from '@careatlas/server/config'
import { startServer } from '@careatlas/server/main'
import { reportCpu } from './report-cpu.ts'

const [dataDir = ''] = process.argv.slice(2)
const { url } = await startServer(readConfig({ DATA_DIR: dataDir, PORT: '0', RATE_LIMITS: 'off' }))
reportCpu(url)
