/** Real credential cells with the credentials that their cards should show, judged by reading (see the head of the table). */
import { readFileSync } from 'node:fs'
import { readCredentials } from './credential.ts'

export interface JudgedCredential {
  readonly registered: string
  readonly expected: readonly string[]
  readonly shown: readonly string[]
}

/** Reads a table with the columns of `judged-credentials.tsv`, and the credentials of each row together with its taxonomy codes. */
export function readJudgedCredentials(path: string): readonly JudgedCredential[] {
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

/** The credentials that are shown but not expected, and those that are expected but not shown. */
export function findMistakes({ expected, shown }: JudgedCredential): {
  readonly wrong: readonly string[]
  readonly missing: readonly string[]
} {
  return {
    wrong: shown.filter((credential) => !expected.includes(credential)),
    missing: expected.filter((credential) => !shown.includes(credential)),
  }
}
