import { type Election, type Leadership, leadershipState } from './leader.ts'

/** An election whose code is fetched first. Where it cannot be fetched, this tab does not lead. */
export const lateElection =
  (load: () => Promise<Election>, onFault: (fault: unknown) => void): Election =>
  (name) => {
    const state = leadershipState()
    let standing: Leadership | null = null
    let resigned = false
    load().then((election) => {
      if (resigned) return
      standing = election(name)
      standing.subscribe(state.set)
    }, onFault)
    return {
      leads: state.leads,
      subscribe: state.subscribe,
      resign: () => {
        resigned = true
        standing?.resign()
        state.set(false)
      },
    }
  }
