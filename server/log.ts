/** JSON lines on standard error. They hold no secret and no body, and no query unless LOG_QUERIES is on (decisions 9 and 24). */
import { destination, type Logger, type LoggerOptions, pino } from 'pino'
import type { Config } from './config.ts'

/**
 * Lines are written in blocks of this size, or after a second, in the thread pool: whoever reads standard error may
 * stall, and the server must not stall with it. Measured at 200 bytes a line: 5.5 µs each, against 3 µs in this thread.
 */
const logBlock = { sync: false, minLength: 2048, periodicFlush: 1000 }

export function createLogger({ logLevel }: Pick<Config, 'logLevel'>): Logger {
  return pino({ ...lineOptions, level: logLevel }, destination({ fd: process.stderr.fd, ...logBlock }))
}

/** JSON escapes what would end a line; what a terminal obeys or hides besides, it lets through: C1 controls, bidi, tags. */
export const lineOptions = {
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: told },
  hooks: { streamWrite: (line) => line.replaceAll(unseen, escaped) },
} satisfies LoggerOptions

/** Drivers and libraries hang what they were given on their errors: of these, what is always there, and a code. */
function told(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error
  const { name, stack, cause } = error
  const code = 'code' in error ? String(error.code) : undefined
  return { name, code, stack, ...(cause !== undefined && { cause: told(cause) }) }
}

/** Everything without a shape but the end of the line, which is ours. */
const unseen = /(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
  return units.map((unit) => String.raw`\u${unit.toString(16).padStart(4, '0')}`).join('')
}

/** For lines that the operator has asked for by another setting than LOG_LEVEL; only silence is silent. */
export function alwaysLog(log: Logger): Logger {
  return log.level === 'silent' ? log : log.child({}, { level: 'info' })
}

/** Resolves when every line is written. */
export function flushAndClose(log: Logger): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  log.flush(() => resolve())
  return promise
}
