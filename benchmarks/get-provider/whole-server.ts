/** The server as operators run it: keys checked, the usual log level. Argument: data folder. */
import { readConfig } from '@careatlas/server/config'
import { startServer } from '@careatlas/server/main'
import { reportCpu } from './report-cpu.ts'

const [dataDir = ''] = process.argv.slice(2)
const { url } = await startServer(readConfig({ DATA_DIR: dataDir, PORT: '0' }))
reportCpu(url)
