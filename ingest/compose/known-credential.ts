/** Credentials that we know, as they are written after a name, and what each says of its holder. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * `physician`: of medicine or osteopathy; `doctor`: another doctorate whose holder is called Dr.; `nurse`: a nurse without an
 * advanced license, or an aide; `profession`: another health profession; a `degree` or a `certificate` fits several.
 */
const kinds = ['physician', 'doctor', 'nurse', 'profession', 'degree', 'certificate'] as const

export type CredentialKind = (typeof kinds)[number]

export interface KnownCredential {
  /** As written after a name: `PhD`, `FNP-BC`. */
  readonly credential: string
  readonly kind: CredentialKind
  /** How a taxonomy code of the holder must begin, for other people write the same letters; null where nobody does. */
  readonly beside: string | null
}

let known: ReadonlyMap<string, KnownCredential> | undefined

/** As it is written (`LPCA`, `LPC-A`), else by its letters and digits alone (`FNPBC`); null for one that the list does not have. */
export function knownCredential(text: string): KnownCredential | null {
  known ??= readList()
  return known.get(text.toUpperCase()) ?? known.get(lettersOf(text)) ?? null
}

/** What a displayed credential says of its holder: of `LPC-MHSP` and `CADC II` what their first part says; null for unknown initials. */
export function kindOfCredential(credential: string): CredentialKind | null {
  return (knownCredential(credential) ?? knownCredential(credential.split(/[- /(]/, 1)[0]!))?.kind ?? null
}

function lettersOf(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
}

/** After the header a line each: credential, kind, and how a code beside it must begin, if any. */
function readList(): ReadonlyMap<string, KnownCredential> {
  const file = join(import.meta.dirname, 'known-credentials.tsv')
  const byText = new Map<string, KnownCredential>()
  for (const line of readFileSync(file, 'utf8').trimEnd().split('\n').slice(1)) {
    const [credential = '', written, beside] = line.split('\t')
    const kind = kinds.find((one) => one === written)
    if (kind === undefined || credential === '') throw new Error(`${file}: ${line}`)
    const one = { credential, kind, beside: beside || null }
    byText.set(credential.toUpperCase(), one)
    const letters = lettersOf(credential)
    if (!byText.has(letters)) byText.set(letters, one)
  }
  return byText
}
