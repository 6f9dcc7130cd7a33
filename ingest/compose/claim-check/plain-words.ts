/**
 * The words that make no claim. Prose may use only these words to join facts. The list excludes words that negate or limit a
 * fact (not, no, never, only), compare (more, than, most) or praise (skilled, leading).
 */

const words = `
a an the this that these those it its they them their who whom whose which what where when while there here
and or but so as then also too besides each other others another some further
in at on of to from for with within by into over under near beside between through about
is are was were be been being has have had having does do can may will
clinician clinicians provider providers practitioner practitioners professional professionals person people patient patients
practice practices practicing practiced work works working worked see sees seeing seen speak speaks speaking spoken
meet meets help helps serve serves serving treat treats treating provide provides providing give gives giving
offer offers offering offered focus focuses focusing specialize specializes specializing specialty specialties
care cares called name named based located location locations found reached visit visits visiting
office offices address addresses place places site sites street city town state county area region building
primary main registered registration registry registers recorded states stated
reported reports undated observed linked source individual including include includes such
language languages addition together share part open opens hours health healthcare
`

/** In lower case. */
export const plainWords: ReadonlySet<string> = new Set(words.trim().split(/\s+/))
