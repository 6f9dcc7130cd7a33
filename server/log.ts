/** The log: JSON lines on standard error, without secrets, bodies, or queries unless LOG_QUERIES is on (decisions 9 and 24). */
import { type LevelWithSilent, type Logger, type LoggerOptions, pino } from 'pino'
import { LogStream } from './log-stream.ts'

export function createLogger({ logLevel }: { readonly logLevel: LevelWithSilent }): Logger {
  return pino({ ...lineOptions, level: logLevel }, new LogStream(process.stderr.fd))
}

/** JSON escapes line breaks; `streamWrite` also escapes what a terminal interprets or hides: C1 controls, bidirectional marks, tags. */
export const lineOptions = {
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: serializeError },
  hooks: { streamWrite: (line) => line.replaceAll(invisibleCharacters, escapeCharacter) },
} satisfies LoggerOptions

/** Keeps only the standard fields and the code, because database drivers add their input to errors. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error
  const { name, stack, cause } = error
  const code = 'code' in error ? String(error.code) : undefined
  return { name, code, stack, ...(cause !== undefined && { cause: serializeError(cause) }) }
}

/** All invisible characters except the line break, which the logger appends. */
const invisibleCharacters = /(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu

function escapeCharacter(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
  return units.map((unit) => String.raw`\u${unit.toString(16).padStart(4, '0')}`).join('')
}

/** A logger for lines that a setting other than LOG_LEVEL enables; only the level `silent` disables them. */
export function alwaysLog(log: Logger): Logger {
  return log.level === 'silent' ? log : log.child({}, { level: 'info' })
}

/** Resolves once every line is written or dropped, or after 400 ms. */
export function flushAndClose(log: Logger): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  log.flush(() => resolve())
  return promise
}
