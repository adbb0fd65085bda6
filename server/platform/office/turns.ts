/** So much at once and no more; whoever is urgent goes before all who are not, else first come, first served. */
export interface Turns {
  take<T>(urgent: boolean, work: () => Promise<T>): Promise<T>
  /** Resolves when nothing goes on or waits. */
  settled(): Promise<void>
}

export function createTurns(width: number): Turns {
  const urgent: (() => void)[] = []
  const others: (() => void)[] = []
  const going = new Set<Promise<unknown>>()
  let free = width

  const next = (): void => {
    if (free === 0) return
    const start = urgent.shift() ?? others.shift()
    if (start === undefined) return
    free -= 1
    start()
  }

  return {
    take(isUrgent, work) {
      const turn = new Promise<void>((resolve) => {
        const queue = isUrgent ? urgent : others
        queue.push(resolve)
      })
      const done = turn.then(work).finally(() => {
        free += 1
        going.delete(done)
        next()
      })
      going.add(done)
      next()
      return done
    },
    async settled() {
      while (going.size > 0) await Promise.allSettled(going)
    },
  }
}
