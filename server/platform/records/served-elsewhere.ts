/** Holding the right to work on the records (serving.ts), and why it cannot be had. */
export interface Serving {
  release(): Promise<void>
}

/** Another process has it; the message says what to do. */
export class ServedElsewhere extends Error {
  constructor(what: string) {
    super(
      `Another Affiant server, or a command that does its work, is running on ${what}: only one may, so stop that one first.`,
    )
    this.name = 'ServedElsewhere'
  }
}
