/** Whether the payer that the user named lists a clinician. */
import type { ProviderCard } from '@careatlas/contract/cards'
import type { Carrier } from '@careatlas/directory/snapshot/format'
import { type CheckedCard, checkPlan, type PlanVerdict } from '../../operations/plan-verdict.ts'
import type { Payer } from './conversation-context.ts'
import { restrictToStates } from './payer-family.ts'

type Card = CheckedCard & Pick<ProviderCard, 'practice_locations'>

/** Of a family of payers, those of the states in which the clinician practices. */
export function restrictToPractice({ practice_locations: places }: Card, payer: Payer): Payer {
  return restrictToStates(
    payer,
    places.filter(({ active }) => active).map(({ address }) => address.state),
  )
}

/** A payer with several codes lists the clinician if one of them does. */
export function checkPayer(card: Card, payer: Payer, carriers: readonly Carrier[]): PlanVerdict {
  const { codes, name } = restrictToPractice(card, payer)
  const known = codes.flatMap((code) => carriers.find((carrier) => carrier.code === code) ?? [])
  const verdicts = known.map((carrier) => checkPlan(card, carrier))
  return (
    verdicts.find(({ kind }) => kind === 'listed') ??
    verdicts.find(({ kind }) => kind === 'not_found') ??
    verdicts[0] ?? { kind: 'no_file', payer: name }
  )
}
