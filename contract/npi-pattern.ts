/** What an NPI looks like; whether its check digit is right, `parseNpi` says. */

export const npiPattern = /^[12]\d{9}$/
