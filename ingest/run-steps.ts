/** Runs the steps of an ingest one after another, each over all partitions, and adds their results to the builder. */
import type { SnapshotBuilder } from './snapshot-builder.ts'
import type { IngestProgress } from './progress.ts'
import { partitionCount } from './partition.ts'
import { type Job, StepContext } from './steps/step-context.ts'
import type { StepName, StepResult } from './steps/steps.ts'
import { reconcileFacilities } from './steps/reconcile-facilities.ts'
import { WorkerPool, type WorkerThreads } from './steps/worker-pool.ts'

export async function runSteps(
  job: Job,
  threads: WorkerThreads,
  builder: SnapshotBuilder,
  progress: IngestProgress,
): Promise<void> {
  const here = new StepContext(job, 0)
  const pool = new WorkerPool(here, threads)
  const run = async <Name extends StepName>(
    step: Name,
    stage: string,
    take: (result: StepResult<Name>) => void,
  ): Promise<void> => {
    progress.startStage(stage)
    let done = 0
    for await (const result of pool.overAll(step)) {
      take(result)
      progress.advance(++done / partitionCount)
    }
  }
  await run('mergeByNpi', 'merging', (merged) => builder.addMerged(merged))
  builder.addListings(reconcileFacilities(here))
  await run('resolvePlaces', 'resolving places', () => {})
  await run('packPlaces', 'writing places', (places) => builder.addPlaces(places))
  await run('composeProviders', 'composing cards', (composed) => builder.addProviders(composed))
}
