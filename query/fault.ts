/** What can be wrong with a query: where, and what to do about it. */

export type FaultCode =
  | 'unbalancedParenthesis'
  | 'unbalancedQuote'
  | 'missingOperand'
  | 'missingOperator'
  | 'bareWildcard'
  | 'noWords'
  | 'noiseOnly'
  | 'unknownField'
  | 'wrongOperator'
  | 'badDate'
  | 'dateBounds'
  | 'dateOrder'
  | 'badNumber'
  | 'badDistance'
  | 'badValue'
  | 'unsupported'
  | 'tooDeep'
  | 'tooLong'

export interface Fault {
  readonly code: FaultCode
  readonly message: string
  /** Offsets into the query. */
  readonly start: number
  readonly end: number
  /** The field's name where the fault is about a field. */
  readonly field?: string
}

type NoteCode =
  | 'curlyQuotes'
  | 'noiseWords'
  | 'mixedOperators'
  | 'nearGroups'
  | 'numberRange'
  | 'wordForms'
  | 'leadingWildcard'
  | 'wildcardInQuotes'
  | 'wildcardInExact'
  | 'loneSign'
  | 'comma'
  | 'numberParts'
  | 'wildcardAtSign'
  | 'patternNoise'
  | 'familyOption'
  | 'unknownTag'

/** What the reader should know about how the query was read. */
export interface Note {
  readonly code: NoteCode
  readonly message: string
}

/** Stops a parse; caught in `parse`, which never throws. */
export class Stop extends Error {
  readonly fault: Fault
  constructor(fault: Fault) {
    super(fault.message)
    this.fault = fault
  }
}

export interface Span {
  readonly start: number
  readonly end: number
}

export function stop(code: FaultCode, message: string, at: Span, field?: string): never {
  const fault = { code, message, start: at.start, end: at.end }
  throw new Stop(field === undefined ? fault : { ...fault, field })
}
