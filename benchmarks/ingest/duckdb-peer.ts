/** Reads the same columns with DuckDB, if its Python package is installed. */
import { spawnSync } from 'node:child_process'
import { mainColumns } from '@careatlas/ingest/nppes/main-columns'

export const columnCount = mainColumns.length

/** Seconds to read the file into a table on disk, measured by DuckDB; null without DuckDB. */
export function measureDuckdbSeconds(path: string, database: string): number | null {
  const columns = mainColumns.map(({ names: [name] }) => `"${name}"`).join(', ')
  const printed = runPython(`
import duckdb, time
db = duckdb.connect(${JSON.stringify(database)})
db.execute("set enable_progress_bar = false")
start = time.perf_counter()
db.execute("""create table registry as select ${columns} from read_csv('${path}', all_varchar = true, header = true, delim = ',', quote = '"')""")
print(time.perf_counter() - start)`)
  return printed === null ? null : Number(printed)
}

export function readDuckdbVersion(): string {
  return runPython('import duckdb; print(duckdb.__version__)') ?? '(not installed: pip install duckdb)'
}

function runPython(program: string): string | null {
  const { status, stdout } = spawnSync('python3', ['-c', program])
  return status === 0 ? stdout.toString().trim() : null
}
