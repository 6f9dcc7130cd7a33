/** The scores of Lighthouse. It is not a dependency: with 114 packages (176 MB), it is larger than all others together. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Of 100. */
export interface Scores {
  readonly accessibility: number
  readonly bestPractices: number
}

interface LighthouseResult {
  readonly categories: Readonly<Record<string, { readonly score: number }>>
}

/** Audits a page with the Lighthouse that is installed in `packagesFolder`. */
export function audit(packagesFolder: string, address: string): Scores {
  const program = join(packagesFolder, 'node_modules/lighthouse/cli/index.js')
  const options = [
    '--quiet',
    '--output=json',
    '--only-categories=accessibility,best-practices',
    '--chrome-flags=--headless=new --no-sandbox',
  ]
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, address, ...options], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (status !== 0) throw new Error(`Lighthouse failed for ${address}: ${stderr}`)
  const { categories } = JSON.parse(stdout) as LighthouseResult
  const score = (category: string) => Math.round(100 * categories[category]!.score)
  return {
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
  }
}
