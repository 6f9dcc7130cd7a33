/** The log: JSON lines on standard error, without secrets, bodies, or queries unless LOG_QUERIES is on (decisions 9 and 24). */
import { destination, type LevelWithSilent, type Logger, type LoggerOptions, pino } from 'pino'

/**
 * Lines are written by the thread pool, in blocks of this size or after a second, so that a reader of standard error that stalls
 * does not stall the server. Measured with lines of 200 bytes: 5.5 µs each, and 3 µs when written by this thread.
 */
const logBlock = { sync: false, minLength: 2048, periodicFlush: 1000 }

export function createLogger({ logLevel }: { readonly logLevel: LevelWithSilent }): Logger {
  return pino({ ...lineOptions, level: logLevel }, destination({ fd: process.stderr.fd, ...logBlock }))
}

/** JSON escapes line ends; this also escapes what a terminal obeys or hides: C1 controls, bidirectional marks, tags. */
export const lineOptions = {
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: serializeError },
  hooks: { streamWrite: (line) => line.replaceAll(invisible, escaped) },
} satisfies LoggerOptions

/** Only standard fields and the code: drivers attach their input to errors. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error
  const { name, stack, cause } = error
  const code = 'code' in error ? String(error.code) : undefined
  return { name, code, stack, ...(cause !== undefined && { cause: serializeError(cause) }) }
}

/** Invisible characters, except the end of the line, which the logger adds. */
const invisible = /(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
  return units.map((unit) => String.raw`\u${unit.toString(16).padStart(4, '0')}`).join('')
}

/** For lines that another setting than LOG_LEVEL enables; only the level `silent` disables them. */
export function alwaysLog(log: Logger): Logger {
  return log.level === 'silent' ? log : log.child({}, { level: 'info' })
}

/** Resolves once every line is written. */
export function flushAndClose(log: Logger): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  log.flush(() => resolve())
  return promise
}
