/** The log: JSON lines on standard error, without secrets, bodies, or queries unless LOG_QUERIES is on (decisions 9 and 24). */
import { destination, type LevelWithSilent, type Logger, type LoggerOptions, pino } from 'pino'

/**
 * The thread pool writes lines in blocks of this size, or after a second, so that the server does not stall if the reader of standard
 * error stalls. Measured with lines of 200 bytes: 5.5 µs per line; synchronous writes would take 3 µs.
 */
const bufferOptions = { sync: false, minLength: 2048, periodicFlush: 1000 }

export function createLogger({ logLevel }: { readonly logLevel: LevelWithSilent }): Logger {
  return pino({ ...lineOptions, level: logLevel }, destination({ fd: process.stderr.fd, ...bufferOptions }))
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

/** Resolves once every line is written. */
export function flushAndClose(log: Logger): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  log.flush(() => resolve())
  return promise
}
