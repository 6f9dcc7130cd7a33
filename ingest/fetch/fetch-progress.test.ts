import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFetchProgress } from './fetch-progress.ts'

/** The output for a file whose download stops halfway. */
function renderDownload(isTTY: boolean): readonly string[] {
  const texts: string[] = []
  const write = (text: string): boolean => texts.push(text) > 0
  const progress = createFetchProgress({ isTTY, write } as unknown as NodeJS.WriteStream)
  progress.startFile('a.zip')
  progress.showBytes(500_000, 1_000_000)
  progress.endFile()
  progress.clear()
  return texts
}

test('shows a bar on a terminal, and clears its line at the end', () => {
  assert.deepEqual(renderDownload(true), [
    '\r\u001b[K████████████░░░░░░░░░░░░  50%  a.zip  0.5 MB',
    '\r\u001b[Ka.zip: 0.5 MB\n',
    '\r\u001b[K',
  ])
})

test('writes plain lines without a terminal', () => {
  assert.deepEqual(renderDownload(false), ['a.zip: fetching\n', 'a.zip: 0.5 MB\n'])
})
