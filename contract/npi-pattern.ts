/** The syntax of an NPI; `parseNpi` also verifies the check digit. */

export const npiPattern = /^[12]\d{9}$/
