/** The complete server at the default log level, with or without keys and limits. Arguments: data folder, settings. */
import { readConfig } from '@careatlas/server/config'
import { startServer } from '@careatlas/server/main'
import { reportCpu } from './report-cpu.ts'

const [dataDir = '', settings = ''] = process.argv.slice(2)
const { url } = await startServer(readConfig({ ...JSON.parse(settings), DATA_DIR: dataDir, PORT: '0' }))
reportCpu(url)
