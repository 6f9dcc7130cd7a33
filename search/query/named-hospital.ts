/** Ranks hospitals first if a search for places names one: "hospital with a maternity ward", "children's hospital". */
import { generalHospital, isHospitalCode, isHospitalUnitCode } from '@careatlas/directory/taxonomy'
import { isClinician, isFacility } from './care-words.ts'

const hospital = /^hospital(?:s|es)?$/

/** Before a hospital, these words mean that something else is sought: "pharmacy near the hospital", "after a hospital stay". */
const otherSought =
  /^(?:near|at|after|from|by|across|outside|since|during|of|to|no|not|beside|beyond|cerca|del?|en|desde|va|veterans?|military)$/

/** After a hospital, these words and the end of the query mean that it is sought, not its pharmacy, bed or laboratory. */
const hospitalSought =
  /^(?:with|without|that|which|where|for|near|nearby|close|closest|in|around|and|or|has|open|emergency|system|con|que|para|de|del|cerca|en|infantil|general|psiquiatrico|pediatrico|materno)?$/

export function namesHospital(words: readonly string[]): boolean {
  const index = words.findIndex((word) => hospital.test(word))
  if (index === -1 || !hospitalSought.test(words[index + 1] ?? '')) return false
  return !words
    .slice(0, index)
    .some(
      (word) =>
        otherSought.test(word) || isClinician(word) || (isFacility(word) && !/^(?:care|rehab)$/.test(word)),
    )
}

/** The weight of a code of another place beside that of a hospital. */
const otherPlaceWeight = 0.8

/** Lowers the other codes, and adds that of general hospitals, which have the wards and fields that a query names. */
export function preferHospitals(codes: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const best = Math.max(0, ...codes.values())
  const hasBest = codes
    .entries()
    .some(([code, score]) => isHospital(code) && score >= otherPlaceWeight * best)
  return new Map([
    [generalHospital, Math.max(codes.get(generalHospital) ?? 0, (hasBest ? otherPlaceWeight : 1) * best)],
    ...Array.from(codes)
      .filter(([code]) => code !== generalHospital)
      .map(([code, score]) => [code, isHospital(code) ? score : otherPlaceWeight * score] as const),
  ])
}

function isHospital(code: string): boolean {
  return isHospitalCode(code) || isHospitalUnitCode(code)
}
