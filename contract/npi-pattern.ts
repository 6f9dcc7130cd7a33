/** The syntax of an NPI, without its check digit; `parseNpi` verifies that too. */

export const npiPattern = /^[12]\d{9}$/
