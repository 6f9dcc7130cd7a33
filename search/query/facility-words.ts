/** Words for where people are treated, and for fields as one goes to them. */

/** Whether a place or a field of care may be called so: "urgent care", "farmacia", "physical therapy". */
export function isCare(word: string): boolean {
  return cares.test(word)
}

const cares =
  /^(?:hospitals?|hospitales|clinics?|clinicas?|pharmac(?:y|ies)|farmacias?|care|homes?|cent(?:er|re)s?|centros?|hospices?|labs?|laborator(?:y|ies|ios?)|rehab|dialysis|imaging|pediatrics|[a-z]*(?:ology|iatry|therapy|dentistry))$/
