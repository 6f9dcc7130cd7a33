/** Where the reading of a JSON file is, for the sentences that refuse it. */
import { InputRefused } from '../input-refused.ts'

export class JsonPlace {
  readonly file: string
  /** Counts from 1. */
  line = 1

  constructor(file: string) {
    this.file = file
  }

  noJson(line = this.line): InputRefused {
    return this.refusal('is no JSON', line)
  }

  /** `what` follows the name of the file. */
  refusal(what: string, line = this.line): InputRefused {
    return new InputRefused(`${this.file} ${what} on line ${line}; use the file as published.`)
  }
}
