/** `careatlas mcp listing`: writes the files that list the MCP server in the registry and in the directories of AI hosts. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '@careatlas/server/config'
import type { Command } from 'commander'
import { UsageError } from './exit-codes.ts'
import { createChatGptSubmission } from './listing/chatgpt-submission.ts'
import { createListing, requirePublicUrl } from './listing/listing.ts'
import { createListingDocument, missingSettings } from './listing/listing-document.ts'
import { readSample } from './listing/sample.ts'
import { createServerJson } from './listing/server-json.ts'

interface Options {
  readonly to: string
  readonly sample?: string
}

export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('Prepares the MCP server for registries and AI hosts.')
    .command('listing')
    .description(
      'Writes server.json for the MCP registry, chatgpt-app-submission.json, and LISTING.md with install links and the texts for the forms. ' +
        'Needs BASE_URL (https, public) and a snapshot.',
    )
    .option('--to <folder>', 'folder for the files, which replace older ones', 'listing')
    .option(
      '--sample <npi>',
      'clinician that the test cases look up (default: the first with a specialty and a ZIP code)',
    )
    .addHelpText(
      'after',
      `
Example:
  BASE_URL=https://care.example.org PRODUCT_NAME="Care Finder" careatlas mcp listing --to listing --sample 1234567893`,
    )
    .action(async ({ to, sample }: Options) => {
      const config = readConfig()
      requirePublicUrl(config.baseUrl)
      const listing = createListing(config, await readSample(config.dataDir, sample ?? null))
      const files = {
        'server.json': toJson(createServerJson(listing)),
        'chatgpt-app-submission.json': toJson(createChatGptSubmission(listing)),
        'LISTING.md': createListingDocument(listing),
      }
      writeFiles(to, files)
      const lines = [...Object.keys(files).map((name) => join(to, name)), ...missingSettings(config.operator)]
      process.stdout.write(`${lines.join('\n')}\n`)
    })
}

/** Throws UsageError if the folder cannot be written. */
function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  try {
    mkdirSync(folder, { recursive: true })
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  } catch (error) {
    throw new UsageError(`${folder} cannot be written (${(error as NodeJS.ErrnoException).code}).`)
  }
}

function toJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
