/** Where the access token lives: in the memory of one tab, and nowhere else. */
export interface TokenVault {
  readonly get: () => string | null
  readonly set: (token: string) => void
  readonly clear: () => void
  /** Goes up with every change: tells an answer of an older session from one of this. */
  readonly generation: () => number
}

export function createTokenVault(): TokenVault {
  let token: string | null = null
  let generation = 0
  return {
    get: () => token,
    set: (value) => {
      token = value
      generation += 1
    },
    clear: () => {
      token = null
      generation += 1
    },
    generation: () => generation,
  }
}
