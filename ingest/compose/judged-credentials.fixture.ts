/** Real credential cells with the credentials that their cards should show, judged by reading (see the head of the table). */
import { readFileSync } from 'node:fs'
import { readCredentials } from './credential.ts'

export interface JudgedCredential {
  readonly registered: string
  readonly expected: readonly string[]
  readonly shown: readonly string[]
}

/** The rows of a table in the columns of `judged-credentials.tsv`, the credentials read beside their taxonomy codes. */
export function judgedCredentials(path: string): readonly JudgedCredential[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [registered = '', codes = '', expected = ''] = line.split('\t')
      return {
        registered,
        expected: expected === '' ? [] : expected.split(' | '),
        shown: readCredentials(registered, { codes: codes.split(','), names: [] }),
      }
    })
}

/** Credentials that are shown but should not be, and the reverse. */
export function mistakesIn({ expected, shown }: JudgedCredential): {
  readonly wrong: readonly string[]
  readonly missing: readonly string[]
} {
  return {
    wrong: shown.filter((one) => !expected.includes(one)),
    missing: expected.filter((one) => !shown.includes(one)),
  }
}
