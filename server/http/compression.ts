/** The settings of compression. */
import { constants } from 'node:zlib'

/** In the order of preference. */
export const encodings = ['br', 'gzip'] as const

/** Smaller bodies are not worth compressing. */
export const compressFromBytes = 1024

/** Quality 11, the default, takes 50 times as long as 4 and saves a few percent. */
export const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
