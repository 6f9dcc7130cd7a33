/** The telephone number of one NPI at a place, with its extension. */
import type { PracticeLocation } from '@careatlas/contract/cards'
import { observedPhone } from '../compose/observed-values.ts'
import type { AddressRecord } from './address-record.ts'

/** The registered number, else an observed one, else `shared`; an extension stays with the number of its own source. */
export function phoneAt(
  { registered, observed }: AddressRecord,
  shared: string | null,
): Pick<PracticeLocation, 'phone' | 'phone_extension'> {
  const seen = observed.length === 0 ? null : observedPhone(observed)
  const phone = registered.phone ?? seen?.number ?? shared
  const own = registered.phone === null ? undefined : registered.extension
  const extension = own ?? (seen?.number === phone ? seen?.extension : undefined)
  return { phone, phone_extension: extension ?? null }
}
