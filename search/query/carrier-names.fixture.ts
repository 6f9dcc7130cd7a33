/** Loads the names of carriers synchronously. */
import { type CarrierNames, loadCarrierNames } from './carrier-names.ts'
import type { NamedCarrier } from './find-payers.ts'

export function carrierNames(
  list: readonly NamedCarrier[],
  isTopic: (word: string) => boolean = () => false,
): CarrierNames {
  const task = loadCarrierNames(list, isTopic)
  let step = task.next()
  while (step.done !== true) step = task.next()
  return step.value
}
