/** What a carrier code may look like, wherever one comes in: on the wire, in a file, on the command line. */

export const carrierCodePattern = /^[A-Za-z0-9_-]{1,32}$/

/** The pattern in words, as a refusal quotes it. */
export const carrierCodeShape = '1 to 32 letters, digits, underscores or hyphens'
