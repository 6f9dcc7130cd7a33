/** The syntax of a carrier code in requests, files and command-line options. */

export const carrierCodePattern = /^[A-Za-z0-9_-]{1,32}$/

/** The pattern in words, for error messages. */
export const carrierCodeShape = '1 to 32 letters, digits, underscores or hyphens'
