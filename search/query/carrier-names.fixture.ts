/** Loads the names of carriers synchronously. */
import { type CarrierNames, loadCarrierNames, type NamedCarrier } from './carrier-names.ts'

export function carrierNames(
  list: readonly NamedCarrier[],
  isTopic: (word: string) => boolean = () => false,
): CarrierNames {
  const task = loadCarrierNames(list, isTopic)
  let step = task.next()
  while (step.done !== true) step = task.next()
  return step.value
}
