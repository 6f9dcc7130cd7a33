/** Builds the files that pages load, in `dist/`: `npm run chat-client`. The build is the same on every machine. */
import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const folder = import.meta.dirname
const toolModules = join(folder, '../checks/tools/node_modules')

/** The text of each file by its name. */
export function buildChatClient(): Readonly<Record<string, string>> {
  return {
    'chat.mjs': bundle('module.ts', 'esm'),
    'chat.js': bundle('script.ts', 'iife'),
    'development/chat.mjs': bundle('module.ts', 'esm', true),
    'development/chat.js': bundle('script.ts', 'iife', true),
    'chat-client.d.ts': createDeclarations(),
    'react.mjs': createReactModule(),
    'react.d.ts': createReactDeclarations(),
  }
}

/** Browsers of the last three years. */
const target = 'es2022'

/** @param isDevelopment whether the file warns developers of low contrast */
function bundle(entry: string, format: 'esm' | 'iife', isDevelopment = false): string {
  const styles = `--define:STYLE_SHEET=${JSON.stringify(minify('interface/style-sheet.css'))}`
  const development = `--define:IS_DEVELOPMENT=${isDevelopment}`
  const shortened = `--mangle-props=^(?:${listInternalMembers().join('|')})$`
  const bundled = minify(
    entry,
    '--bundle',
    `--format=${format}`,
    `--target=${target}`,
    styles,
    development,
    shortened,
  )
  // Saves another 4%: it inlines functions that are called once, and drops reads without effect. Swapped comparisons, sequences with
  // commas, joined declarations and functions among other statements have fewer repetitions for brotli, and so has a last line break.
  // Methods are shorter than properties with functions; none is called with `new`.
  const compress =
    'passes=2,ecma=2022,inline=2,lhs_constants=false,sequences=false,join_vars=false,hoist_funs=true,unsafe_methods=true,pure_getters=true'
  return runTool('terser', ['--module', '--compress', compress, '--mangle'], bundled).trimEnd()
}

/**
 * The members of classes and interfaces whose names the bundle shortens, which saves 1.6%: those that are members neither of the contract,
 * the public types, the options and the storage nor in the type libraries of the language and the browser.
 */
export function listInternalMembers(): readonly string[] {
  const known = new Set(
    Array.from(
      readAll(
        '../contract/*.ts',
        'service-chat.ts',
        'interface/words.ts',
        'connection/stored-session.ts',
        join(toolModules, 'typescript/lib/lib.*.d.ts'),
      )
        .replace(/\/\*[^]*?\*\//g, '')
        .matchAll(propertyNames),
      ([, name = '']) => name,
    ),
  )
  const types =
    readAll('chat-state.ts', '{authentication,connection,interface}/*.ts').match(
      /^(?:export )?(?:class|interface) [^]*?^}/gm,
    ) ?? []
  const members = types.join('\n').matchAll(/^ {2}(?:async |get |readonly )*(\w+)[(:<?]/gm)
  return [...new Set(Array.from(members, ([, name = '']) => name))]
    .filter((name) => !known.has(name))
    .toSorted()
}

/** Also those without a value: `{ text, cards }`. */
const propertyNames = /(\w+)['"]?\??\s*(?=[:(<,}])/g

function readAll(...patterns: readonly string[]): string {
  return globSync(patterns, { cwd: folder })
    .map((file) => readFileSync(resolve(folder, file), 'utf8'))
    .join('\n')
}

function minify(file: string, ...options: readonly string[]): string {
  return runTool('esbuild', [file, ...options, '--minify', '--log-level=warning', '--legal-comments=none'])
}

function runTool(name: string, args: readonly string[], input = ''): string {
  return execFileSync(join(toolModules, '.bin', name), args, {
    cwd: folder,
    input,
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  })
}

/** `service-chat.ts` has only types, so it is its own declaration. */
function createDeclarations(): string {
  const types = readFileSync(join(folder, 'service-chat.ts'), 'utf8').replace(/^\/\*\*.*\n\n/, '')
  return `${types}
/** Returns at once, before any network activity. Throws TypeError with the name of the invalid option. */
export declare function createServiceChat(options: ServiceChatOptions): ServiceChat
`
}

/** Imports the package, whose conditions select `chat.mjs`; the bundler of the page bundles both, and minifies them with React. */
function createReactModule(): string {
  const code = runTool('esbuild', [
    'react.ts',
    `--target=${target}`,
    '--tsconfig-raw={}',
    '--log-level=warning',
  ])
  return `'use client'\n${code.replace('./module.ts', '@careatlas/chat-client')}`
}

function createReactDeclarations(): string {
  const props = readFileSync(join(folder, 'react-props.ts'), 'utf8').replace(
    './service-chat.ts',
    './chat-client.js',
  )
  const [, description = ''] =
    /(\/\*\*\n[^]*?\*\/\n)export function/.exec(readFileSync(join(folder, 'react.ts'), 'utf8')) ?? []
  return `import type { ReactElement } from 'react'
${props.replace(/^\/\*\*.*\n/, '')}
${description}export declare function ServiceChatWidget(props: ServiceChatWidgetProps): ReactElement
`
}

if (import.meta.main) {
  mkdirSync(join(folder, 'dist/development'), { recursive: true })
  for (const [name, text] of Object.entries(buildChatClient()))
    writeFileSync(join(folder, 'dist', name), text)
}
