/** Over the demo region, which has no methadone clinic: addiction medicine is listed instead, and no physical therapy. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { openDemoDirectory } from './demo-directory.ts'
import { runDialogue } from './run-dialogue.ts'
import { formatTranscript } from './transcript.ts'

const directory = await openDemoDirectory()
after(() => directory[Symbol.asyncDispose]())

async function ask(text: string): Promise<string> {
  const turns = [{ text, expectations: [] }]
  const dialogue = { set: '', title: '', isHeldOut: false, people: new Map(), settings: [], turns }
  return formatTranscript(await runDialogue(dialogue, directory))
}

describe('a place for addiction that is not registered', () => {
  for (const text of [
    'where can I find a methadone clinic near Cranston RI',
    'methadone place close to Pawtucket',
    'opioid treatment program in Warwick',
    'suboxone clinic near Providence',
    'alcohol rehab in Pawtucket',
    'detox center near Cranston',
    'una clínica de metadona cerca de Pawtucket',
    'programa de metadona en Cranston',
    'busco un centro de rehabilitación de drogas en Warwick',
  ])
    test(text, async () => {
      const answer = await ask(text)
      assert.match(answer, /No place of care matches|Ningún lugar de atención coincide/)
      assert.match(answer, /Psychiatric nurse practitioner|práctica avanzada en psiquiatría|ddiction/)
      assert.doesNotMatch(answer, /Physical therapy|Laborator/)
    })

  for (const text of [
    'physical rehab center in Providence',
    'cardiac rehab in Warwick',
    'mental health clinic in Providence',
  ])
    test(`not for "${text}"`, async () => assert.doesNotMatch(await ask(text), /No place of care matches/))
})
