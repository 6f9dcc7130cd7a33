/** `{data, meta}` around a card that is JSON text already: parsing it only to write it again would cost the most. */
import { region } from '@careatlas/contract/envelopes'

const meta = JSON.stringify({ region })

export function detailEnvelope(card: string): string {
  return `{"data":${card},"meta":${meta}}`
}
