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
  const context = new StepContext(job, 0)
  const pool = new WorkerPool(context, threads)
  const runStep = async <Name extends StepName>(
    step: Name,
    stage: string,
    addResult: (result: StepResult<Name>) => void,
  ): Promise<void> => {
    progress.startStage(stage)
    let done = 0
    for await (const result of pool.runOnAllPartitions(step)) {
      addResult(result)
      progress.advance(++done / partitionCount)
    }
  }
  await runStep('mergeByNpi', 'merging', (merged) => builder.addMerged(merged))
  builder.addListings(reconcileFacilities(context))
  await runStep('resolvePlaces', 'resolving places', () => {})
  await runStep('packPlaces', 'writing places', (places) => builder.addPlaces(places))
  await runStep('composeProviders', 'composing cards', (composed) => builder.addProviders(composed))
}
