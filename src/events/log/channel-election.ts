/** The election of browsers without Web Locks: no other fetches it. */
import { BroadcastChannel, createLeaderElection } from 'broadcast-channel'
import { type Election, leadershipState } from './leader.ts'

/** The channel library's election, where there are no Web Locks. */
export const channelElection: Election = (name) => {
  const state = leadershipState()
  const channel = new BroadcastChannel(name, { type: 'native', webWorkerSupport: false })
  const elector = createLeaderElection(channel)
  let resigned = false
  void elector.awaitLeadership().then(() => {
    if (!resigned) state.set(true)
  })
  return {
    leads: state.leads,
    subscribe: state.subscribe,
    resign: () => {
      resigned = true
      state.set(false)
      void elector.die().then(() => channel.close())
    },
  }
}
