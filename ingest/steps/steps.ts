/** The steps that work on one partition alone, in the order in which each runs over all partitions. */
import { composeProviders } from './compose-providers.ts'
import { packPlaces } from './pack-places.ts'
import { resolvePlaces } from './resolve-places.ts'
import { mergeByNpi } from './merge-by-npi.ts'

/** The results of all steps can be posted from one thread to another (structured clone). */
export const steps = { mergeByNpi, resolvePlaces, packPlaces, composeProviders } as const

export type StepName = keyof typeof steps
export type StepResult<Name extends StepName> = Awaited<ReturnType<(typeof steps)[Name]>>
