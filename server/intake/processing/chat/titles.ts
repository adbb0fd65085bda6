/** How channels and conversations are called. */
import type { Channel } from './conversation.ts'

/** People that are named in the title of a conversation without a name of its own. */
const namedPeople = 5

export function channelName({ kind, name, members }: Channel): string {
  const hasPeople = (kind === 'direct' || kind === 'group') && members.length > 0
  if (!hasPeople) return kind === 'public' || kind === 'private' ? `#${name.replace(/^#/, '')}` : name
  const more = members.length - namedPeople
  const people = members.slice(0, namedPeople).map((member) => member.name)
  return [...people, ...(more > 0 ? [`${more} more`] : [])].join(', ')
}

export const titleOf = (channel: Channel, day: string, part: number): string =>
  [channelName(channel), ...(day === '' ? [] : [day]), ...(part === 1 ? [] : [`part ${part}`])].join(', ')
