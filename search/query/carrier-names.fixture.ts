/** For tests: loads the names of carriers without yielding. */
import { type CarrierNames, loadCarrierNames, type NamedCarrier } from './carrier-names.ts'

export function carrierNames(
  list: readonly NamedCarrier[],
  isTopic: (word: string) => boolean = () => false,
): CarrierNames {
  const steps = loadCarrierNames(list, isTopic)
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}
