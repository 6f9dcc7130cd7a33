/** The style sheet and the browser scripts: files whose names contain their hash, so that a browser loads each version once. */
import { ApiError } from '@careatlas/contract/errors'
import type { FastifyInstance } from 'fastify'
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { basename, join } from 'node:path'

interface Asset {
  readonly type: string
  readonly body: string
}

/** By the name in the path, such as `style.3f1c….css`. */
const assets = new Map<string, Asset>()

const prefix = '/assets/'

/** Characters of the hash in a name. */
const hashLength = 12

function addAsset(name: string, extension: string, { type, body }: Asset): string {
  const file = `${name}.${hash('sha256', body).slice(0, hashLength)}.${extension}`
  assets.set(file, { type, body })
  return prefix + file
}

/** The files of the style sheet, in the order of their rules. */
const styleFiles = [
  'base',
  'code',
  'layout',
  'forms',
  'docs',
  'landing',
  'reference',
  'demo',
  'chat-demo',
  'map',
  'records',
  'reports',
  'print',
] as const

/** The style sheet without comments and with one line per rule. */
const style = styleFiles
  .map((name) => readFileSync(join(import.meta.dirname, `styles/${name}.css`), 'utf8'))
  .join('')
  .replaceAll(/\/\*[^]*?\*\/\n/g, '')
  .replaceAll(/(?<=[{;,])\n\s*/g, '')

export const stylePath = addAsset('style', 'css', { type: 'text/css; charset=utf-8', body: style })

/** Adds a script of the folder `browser/`, joined with the modules that it imports; types and comments are removed. Returns its path. */
function addScript(file: string, imported: readonly string[] = []): string {
  const source = [...imported, file]
    .map((name) => readFileSync(join(import.meta.dirname, 'browser', name), 'utf8'))
    .join('\n')
    .replaceAll(/^import [^']*'[^']+'$/gm, '')
    .replaceAll(/^export (?=function|const)/gm, '')
  const body = stripTypeScriptTypes(source)
    .replaceAll(/^ *\/\*\*[^]*?\*\/\n/gm, '')
    .replaceAll(/^\s+/gm, '')
  return addAsset(basename(file, '.ts'), 'js', { type: 'text/javascript; charset=utf-8', body })
}

export const scriptPaths = {
  /** Shows the copy button of each command. */
  copy: addScript('copy-button.ts'),
  /** Loads the searches of the demo within its page. */
  demo: addScript('demo.ts'),
  /** Creates the chat of its demo. */
  chatDemo: addScript('chat-demo.ts'),
  /** Completes what is typed in the search box of the demo. */
  suggestions: addScript('suggestions.ts'),
  /** Completes the name of the plan in the form of the demo. */
  planNames: addScript('plan-names.ts'),
  /** Keeps records in the browser. */
  saved: addScript('saved-records.ts'),
  /** Sends the requests of the API reference. */
  tryIt: addScript('try-it.ts'),
} as const

/** The map of the demo, which its page loads only when it is shown. */
export const mapPaths = {
  script: addScript('map.ts', ['../map/state-borders.ts', '../map/pins.ts', '../map/labels.ts']),
  borders: addAsset('state-borders', 'txt', {
    type: 'text/plain; charset=utf-8',
    body: readFileSync(join(import.meta.dirname, 'map/state-borders.txt'), 'utf8').replace(/^#.*\n/, ''),
  }),
} as const

const immutable = 'public, max-age=31536000, immutable'

/** Registers the files. */
export function registerAssets(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>(`${prefix}:file`, (request, reply) => {
    const asset = assets.get(request.params.file)
    if (asset === undefined) throw new ApiError('not_found', 'No asset has this name.')
    return reply.headers({ 'content-type': asset.type, 'cache-control': immutable }).send(asset.body)
  })
}
