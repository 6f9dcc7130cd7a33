/** The list of known credentials, as written after a name, with the kind of each. */
import { readDataTable } from '../read/data-table.ts'

/**
 * `physician`: of medicine or osteopathy; `doctor`: another doctorate whose holder is called Dr.; `nurse`: a nurse without an
 * advanced license, or an aide; `profession`: another health profession; a `degree` or a `certificate` fits several.
 */
const kinds = ['physician', 'doctor', 'nurse', 'profession', 'degree', 'certificate'] as const

export type CredentialKind = (typeof kinds)[number]

export interface KnownCredential {
  /** In the form after a name: `PhD`, `FNP-BC`. */
  readonly credential: string
  readonly kind: CredentialKind
  /**
   * The prefix that a taxonomy code of the holder must have, because other professions use the same letters; null if none is
   * needed.
   */
  readonly beside: string | null
}

/** Looks up the text as written (`LPCA`, `LPC-A`), then by its letters and digits (`FNPBC`); null if it is not listed. */
export function findCredential(text: string): KnownCredential | null {
  return known.get(text.toUpperCase()) ?? known.get(stripPunctuation(text)) ?? null
}

/** The kind of a displayed credential; `LPC-MHSP` and `CADC II` have that of their first part. Null for unknown initials. */
export function getCredentialKind(credential: string): CredentialKind | null {
  return (findCredential(credential) ?? findCredential(credential.split(/[- /(]/, 1)[0]!))?.kind ?? null
}

/** Whether the credential is that of a health profession. A degree does not count, because a student may have it. */
export function isHealthCredential(credential: string): boolean {
  const kind = getCredentialKind(credential)
  return kind !== null && kind !== 'degree' && kind !== 'certificate'
}

function stripPunctuation(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
}

const known = readList()

/** Each line after the header has a credential, its kind, and the required prefix of a code, if any. */
function readList(): ReadonlyMap<string, KnownCredential> {
  const byText = new Map<string, KnownCredential>()
  for (const [credential = '', written, beside] of readDataTable(
    import.meta.dirname,
    'known-credentials.tsv',
  )) {
    const kind = kinds.find((name) => name === written)
    if (kind === undefined || credential === '')
      throw new Error(`known-credentials.tsv: ${credential} ${written}`)
    const entry = { credential, kind, beside: beside || null }
    byText.set(credential.toUpperCase(), entry)
    const letters = stripPunctuation(credential)
    if (!byText.has(letters)) byText.set(letters, entry)
  }
  return byText
}
