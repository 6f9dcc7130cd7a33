/** Items of a data file with their weights: `cardiology, vascular surgery 0.9`. */
import type { Field } from './data-file.ts'

export interface WeightedText {
  readonly text: string
  readonly weight: number
}

/** Parses items that may end with a weight below 1. Throws an Error that names the malformed item. */
export function parseWeightedItems(field: Field | undefined, where: string): readonly WeightedText[] {
  return (field?.items ?? []).map((item) => {
    const [, text, weight] = /^([\p{L}\d][\p{L}\d' -]*?)(?: (0\.\d{1,2}))?$/u.exec(item) ?? []
    if (!text) throw new Error(`${where}: ${item} is not words and a weight below 1`)
    return { text, weight: weight ? Number(weight) : 1 }
  })
}
