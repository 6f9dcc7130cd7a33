/** Joins the files of `view/` into one HTML file that needs no network. */
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { html } from '../web/html.ts'

/** In the order of their dependencies: a file imports only earlier ones. */
const modules = [
  'host',
  'element',
  'link',
  'format',
  'provenance',
  'fact',
  'hit',
  'search',
  '../../web/map/state-borders',
  'projection',
  '../../web/map/pins',
  'map',
  'notices',
  'full-card',
  'details',
  'list',
  'headline',
  'footer',
  'theme',
  'care',
]

/** Joined once in a process, because the first removal of types takes 0.1 s or more. */
let script: string | null = null

/** `name` and `version` identify the view to the host. */
export function joinView({ name, version }: { readonly name: string; readonly version: string }): string {
  const contents = {
    '<title>': html`${name}`.toString(),
    '<style>': readPart('style.css').replaceAll(/(?<=[;{},])\s*\n\s*/g, ''),
    // The map of the view does not name states.
    '<script id="state-borders" type="text/plain">': readPart('../../web/map/state-borders.txt')
      .replace(/^#.*\n/, '')
      .replaceAll(/^[A-Za-z ]+:/gm, ':'),
    '<script type="module">': [
      `const appInfo = ${JSON.stringify({ name, version }).replaceAll('<', String.raw`\u003c`)}`,
      (script ??= joinModules()),
    ].join('\n'),
  }
  const page = readPart('care.html').replaceAll(/\n\s+/g, '\n')
  return Object.entries(contents).reduce(
    (text, [tag, content]) => text.replace(tag, () => tag + content),
    page,
  )
}

/** The modules share one scope: imports, exports, types, comments and most spaces are removed. */
function joinModules(): string {
  const source = modules
    .map((name) => readPart(`${name}.ts`))
    .join('\n')
    .replaceAll(/^import [^']*'[^']+'$/gm, '')
    .replaceAll(/^export (?=async|function|const|class)/gm, '')
    .replaceAll(/^ *\/\*\*[^]*?\*\/$/gm, '')
  return stripTypeScriptTypes(source)
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/ (=>|[!=]==|&&|\|\||\?\??|[=:<>+]) /g, '$1')
    .replaceAll(/(?<=\{) | (?=[}),])/g, '')
    .replaceAll(/ ?\n\s*/g, '\n')
}

function readPart(file: string): string {
  return readFileSync(join(import.meta.dirname, 'view', file), 'utf8')
}
