/** Why an answer of a model is not shown; the default assistant answers instead. For the log, so without any text of the answer. */
export type RejectionReason =
  | 'busy'
  | 'circuit_open'
  | 'timeout'
  | 'steps'
  | 'tokens'
  | 'tool'
  | 'length'
  | 'characters'
  | 'link'
  | 'insurance'
  | 'medical_advice'
  | 'number_words'
  | 'unsupported_fact'
  | 'unsupported_claim'
  | 'mixed_records'
  | 'unknown_word'
  | 'no_cards'

/** An answer of a model that is not shown. */
export class RejectedAnswerError extends Error {
  readonly reason: RejectionReason
  constructor(reason: RejectionReason) {
    super(reason)
    this.name = 'RejectedAnswerError'
    this.reason = reason
  }
}
