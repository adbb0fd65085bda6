/** Why a load file, or a row of one, cannot be read. No message holds any of its content. */

export type FileFaultCode = 'encoding' | 'dialect' | 'heading' | 'markup'

/** Nothing more of the file can be read: what was chosen for it is wrong, or it is damaged. */
export class LoadFileFault extends Error {
  readonly code: FileFaultCode
  /** The line where it shows, counted from 1. */
  readonly line: number
  constructor(code: FileFaultCode, line: number, message: string) {
    super(message)
    this.code = code
    this.line = line
  }
}

export type RowFaultCode =
  | 'fieldCount'
  | 'openQualifier'
  | 'textBehind'
  | 'tooManyFields'
  | 'tooLong'
  | 'encoding'
  | 'headingAgain'
  | 'form'

/** Where something stands in a file. */
export interface Place {
  /** The line in which it begins, counted from 1. */
  readonly line: number
  /** Its bytes: from the first one, up to the one behind its line end. */
  readonly from: number
  readonly to: number
}

/** A row that is not read. The rows behind it are. */
export interface RefusedRow extends Place {
  readonly kind: 'refused'
  readonly code: RowFaultCode
  /** What is wrong with it, as a sentence. */
  readonly reason: string
  /** How many values it has, where that is what is wrong. */
  readonly values: number | null
}

export const refusal = (
  { line, from, to }: Place,
  code: RowFaultCode,
  reason: string,
  values: number | null = null,
): RefusedRow => ({ kind: 'refused', line, from, to, code, reason, values })
