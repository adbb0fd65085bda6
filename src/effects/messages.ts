/** The channel `affiant`: what tabs tell each other besides the log: a change of project, the end of a session, activity. */
import * as z from 'zod/mini'
import type { CommandInput } from '../commands/define.ts'
import { hearChange } from '../commands/selection.ts'
import { endSession, leave } from '../commands/session.ts'
import { endReason } from '../events/catalog/session.ts'

export const messageChannelName = 'affiant'

/** Carries messages to the other tabs, and theirs to this one. */
export interface MessageChannel {
  readonly post: (message: unknown) => void
  readonly subscribe: (listener: (message: unknown) => void) => () => void
  readonly close: () => void
}

const changeProject = z.object({
  type: z.literal('CHANGE_PROJECT'),
  client: z.int(),
  project: z.int(),
})
const logout = z.object({ type: z.literal('LOGOUT'), reason: endReason })
/** Somebody is at work in that tab: no tab of the session is idle. */
const activity = z.object({ type: z.literal('ACTIVITY') })

const content = z.discriminatedUnion('type', [changeProject, logout, activity])
type MessageContent = z.infer<typeof content>
/** Every message names its sender's tab. */
const sender = z.object({ broadCastId: z.string() })

export interface Messages {
  readonly post: (message: MessageContent) => void
  readonly stop: () => void
}

export interface MessagePorts {
  /** Null where the browser has none: single-tab mode. */
  readonly channel: MessageChannel | null
  readonly tabId: () => string
  readonly dispatch: (input: CommandInput) => Promise<unknown>
  /** Whether this tab has work of its project that is not saved. */
  readonly hasUnsaved: () => boolean
  readonly onActivity: () => void
  /** Whether somebody is signed in, by what all tabs share. */
  readonly isSignedIn: () => boolean
  /** Takes the session up that there is now. */
  readonly renew: () => void
}

export function startMessages(ports: MessagePorts): Messages {
  const { channel, tabId, dispatch } = ports
  const hear = (raw: unknown): void => {
    const from = sender.safeParse(raw).data?.broadCastId
    const message = content.safeParse(raw).data
    // Messages of other programs, of other versions, and one's own.
    if (!message || from === undefined || from === tabId()) return
    switch (message.type) {
      case 'CHANGE_PROJECT': {
        const { client: clientId, project: projectId } = message
        void dispatch(hearChange({ clientId, projectId, from, unsaved: ports.hasUnsaved() }))
        return
      }
      case 'LOGOUT':
        // A tab that slept hears of it after the next sign-in: that session goes on.
        if (ports.isSignedIn()) ports.renew()
        else if (message.reason === 'logout') void dispatch(leave({ elsewhere: true }))
        else void dispatch(endSession({ reason: message.reason, elsewhere: true }))
        return
      case 'ACTIVITY':
        ports.onActivity()
    }
  }
  const stop = channel?.subscribe(hear)
  return {
    post: (message) => channel?.post({ ...message, broadCastId: tabId() }),
    stop: () => stop?.(),
  }
}
