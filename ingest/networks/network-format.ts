/** Detects the format of a network file by its first bytes. */
import { basename } from 'node:path'
import { InputError } from '../input-error.ts'
import { openFile } from '../read/open-file.ts'

/** `qhp` is `providers.json` or `plans.json`; the Plan-Net formats are FHIR, as one resource per line or as a Bundle. */
export type NetworkFormat = 'npi_list' | 'in_network' | 'plan_net_lines' | 'plan_net_bundle' | 'qhp'

/** The deciding members are at the start; a FHIR resource whose type is the last member has less than 100 KB. */
const sniffedBytesMax = 128 * 1024

/** Top-level members → the format that has them. */
const formatByMember: Readonly<Record<string, NetworkFormat>> = {
  in_network: 'in_network',
  provider_references: 'in_network',
  provider_groups: 'in_network',
  entry: 'plan_net_bundle',
}

/** Whether a member of a zip, by its base name, can be the network file. */
export function isNetworkMember(name: string): boolean {
  return /\.(csv|json|ndjson|jsonl)$/i.test(name)
}

/** @throws {InputError} when the file cannot be read, or is JSON of an unknown format. */
export async function detectNetworkFormat(path: string): Promise<NetworkFormat> {
  const text = (await readFirstText(path)).replace(/^\uFEFF/, '').trimStart()
  if (text.startsWith('[')) return 'qhp'
  if (!text.startsWith('{')) return 'npi_list'
  return detectObjectFormat(text, basename(path))
}

function detectObjectFormat(text: string, file: string): NetworkFormat {
  for (const { name, value } of listTopLevelMembers(text)) {
    if (name === 'resourceType') return value === 'Bundle' ? 'plan_net_bundle' : 'plan_net_lines'
    if (name === 'reporting_structure') {
      throw new InputError(
        `${file} is a table of contents; download the in-network files that it lists, and give those.`,
      )
    }
    const format = Object.hasOwn(formatByMember, name) ? formatByMember[name] : undefined
    if (format !== undefined) return format
  }
  throw new InputError(
    `${file} is JSON of an unknown format; give an in-network file, FHIR or providers.json.`,
  )
}

async function readFirstText(path: string): Promise<string> {
  await using file = await openFile(path, { member: isNetworkMember })
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of file.bytes) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= sniffedBytesMax) break
  }
  return Buffer.concat(chunks).toString('utf8', 0, sniffedBytesMax)
}

/** A string without its end matches too: otherwise each of its escaped quotes would be tried as the start of another string. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*(?<end>"?)|[{}[\]:,]/gs

/** The top-level members of the object at the start of the text, which may be truncated; `value` is null unless it is a string. */
function* listTopLevelMembers(
  text: string,
): Generator<{ readonly name: string; readonly value: string | null }> {
  let depth = 0
  let lastString = ''
  let name: string | null = null
  for (const { 0: token, groups } of text.matchAll(tokens)) {
    if (groups?.['end'] === '') return
    if (token === '{' || token === '[') {
      if (depth === 1 && name !== null) yield { name, value: null }
      depth++
      name = null
    } else if (token === '}' || token === ']') {
      if (--depth === 0) return
    } else if (depth === 1) {
      if (token === ':') name = lastString
      else if (token === ',') name = null
      else if (name === null) lastString = token.slice(1, -1)
      else yield { name, value: token.slice(1, -1) }
    }
  }
}
