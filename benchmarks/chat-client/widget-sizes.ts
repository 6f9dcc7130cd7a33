/** The sizes of the chat client and of known chat widgets, as files that a page loads. */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdtempDisposableSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

export interface WidgetSize {
  readonly name: string
  /** What the files have. */
  readonly parts: string
  /** How the files were made. */
  readonly bundle: string
  readonly bytes: number
  readonly brotliBytes: number
  readonly gzipBytes: number
}

interface Widget {
  readonly name: string
  readonly parts: string
  /** A file of the package for pages without a bundler; otherwise the modules that esbuild bundles. */
  readonly source: { readonly file: string } | { readonly modules: readonly string[] }
}

const react = ['react', 'react-dom/client']

/** Known widgets of npm, each with everything that a page without React needs. */
const widgets: readonly Widget[] = [
  {
    name: 'deep-chat',
    parts: 'interface and connections to services of models',
    source: { file: 'dist/deepChat.bundle.js' },
  },
  {
    name: '@chatscope/chat-ui-kit-react',
    parts: 'interface only, with React',
    source: {
      modules: [
        '@chatscope/chat-ui-kit-react',
        '@chatscope/chat-ui-kit-styles/dist/default/styles.min.css',
        ...react,
      ],
    },
  },
  {
    name: 'react-chat-widget',
    parts: 'interface only, with React',
    source: { modules: ['react-chat-widget', 'react-chat-widget/lib/styles.css', ...react] },
  },
  {
    name: '@botpress/webchat',
    parts: 'interface and connection, with React',
    source: { modules: ['@botpress/webchat', ...react] },
  },
  {
    name: 'botframework-webchat',
    parts: 'interface and connection, with React',
    source: { file: 'dist/webchat-minimal.js' },
  },
]

/** The packages for `npm i`, with what npm does not install by itself. */
export const widgetPackages = [
  ...widgets.map(({ name }) => name),
  '@chatscope/chat-ui-kit-styles',
  'react@18',
  'react-dom@18',
]

const clientFolder = join(import.meta.dirname, '../../chat-client')

export function measureClient(): readonly WidgetSize[] {
  const entries = {
    'chat.mjs': 'interface and connection',
    'chat.js': 'interface and connection',
    'react.mjs': 'React component, beside `chat.mjs`',
  }
  return Object.entries(entries).map(([file, parts]) => ({
    name: `Careatlas \`${file}\``,
    parts,
    bundle: 'its own file',
    ...measure([join(clientFolder, 'dist', file)]),
  }))
}

/** @param packages a folder of `npm i --prefix`; widgets that are not installed there are left out */
export function measureKnownWidgets(packages: string): readonly WidgetSize[] {
  return widgets
    .filter(({ name }) => existsSync(join(packages, 'node_modules', name)))
    .map(({ name, parts, source }) => {
      const folder = join(packages, 'node_modules', name)
      const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        readonly version: string
      }
      const described = { name: `${name} ${version}`, parts }
      return 'file' in source
        ? { ...described, bundle: `its own \`${source.file}\``, ...measure([join(folder, source.file)]) }
        : {
            ...described,
            bundle: 'bundled and minified by esbuild',
            ...measureBundle(source.modules, packages),
          }
    })
}

/** Bundles the modules with their dependencies, so that no file of others is in this repository. */
function measureBundle(modules: readonly string[], packages: string) {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'widget-'))
  const imports = modules.map((module, index) =>
    module.endsWith('.css') ? `import '${module}'` : `export * as module${index} from '${module}'`,
  )
  const options = [
    '--bundle',
    '--minify',
    '--format=esm',
    '--target=es2022',
    '--legal-comments=none',
    '--log-level=error',
    `--outfile=${join(folder.path, 'widget.js')}`,
  ]
  const tools = join(import.meta.dirname, '../../checks/tools')
  // Installs the tools, if they are not installed yet.
  execFileSync(join(tools, 'run'), ['true'])
  const esbuild = join(tools, 'node_modules/.bin/esbuild')
  execFileSync(esbuild, options, { cwd: packages, input: imports.join('\n') })
  return measure(globSync(join(folder.path, '*')))
}

/** The sum of files that are compressed one by one. */
function measure(files: readonly string[]): Pick<WidgetSize, 'bytes' | 'brotliBytes' | 'gzipBytes'> {
  const texts = files.map((file) => readFileSync(file))
  const sum = (size: (text: Buffer) => number) => texts.reduce((total, text) => total + size(text), 0)
  return {
    bytes: sum((text) => text.length),
    brotliBytes: sum((text) => brotliCompressSync(text).length),
    gzipBytes: sum((text) => gzipSync(text, { level: 9 }).length),
  }
}
