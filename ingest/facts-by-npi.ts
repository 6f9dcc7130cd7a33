/** The facts of each NPI of one partition: what an updated snapshot knew, then what this ingest read. */
import { compareText } from './compare-text.ts'
import { FactReader } from './fact-store.ts'
import type { Fact, FiledFact } from './facts.ts'
import type { Job, Workbench } from './workbench.ts'

/** NPIs ascending, the facts of each in the order of the files and their lines. */
export function factsByNpi(
  bench: Workbench,
  partition: number,
): readonly (readonly [npi: string, facts: readonly FiledFact[]])[] {
  const byNpi = new Map<string, FiledFact[]>()
  const add = (npi: string, filed: FiledFact): void => {
    const known = byNpi.get(npi)
    if (known) known.push(filed)
    else byNpi.set(npi, [filed])
  }
  if (bench.job.previousFacts !== null) {
    using store = new FactReader(bench.job.previousFacts)
    for (const [npi, facts] of store.byNpi(partition))
      for (const filed of facts) add(npi, placed(filed, bench.job))
  }
  for (const filed of bench.read('facts', partition)) add(filed.fact.npi as string, placed(filed, bench.job))
  return [...byNpi]
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([npi, facts]) => [npi, facts.length === 1 ? facts : facts.toSorted((a, b) => a.file - b.file)])
}

/** From the order of reading to the job's order of files; a fact without a date gets its file's. */
export function placed<F extends Fact>({ file, fact }: FiledFact<F>, { placeOf, files }: Job): FiledFact<F> {
  const place = placeOf[file]!
  return { file: place, fact: fact.asOf === null ? { ...fact, asOf: files[place]!.asOf } : fact }
}
