/**
 * Slack's markup as people saw it: names for mentions, words of links with their addresses behind them. Whatever stands
 * between angle brackets is markup; `&`, `<` and `>` that people typed are escaped.
 */
import { chatLimits } from './conversation.ts'
import type { SlackDirectory } from './slack-export.ts'

export type Names = Pick<SlackDirectory, 'person' | 'channelName'>

/** The text as people saw it: its beginning, where names make too much of it. */
export const shownText = (markup: string, names: Names): string =>
  markup
    .replace(/<([^<>]{1,8000})>/g, (_, inside: string) => shown(inside, names))
    .replace(/&(lt|gt|amp);/g, (_, name: string) => (name === 'lt' ? '<' : name === 'gt' ? '>' : '&'))
    .slice(0, chatLimits.messageChars)
    .toWellFormed()

function shown(inside: string, names: Names): string {
  const bar = inside.indexOf('|')
  const [target, label] = bar < 0 ? [inside, ''] : [inside.slice(0, bar), inside.slice(bar + 1)]
  const id = target.slice(1)
  if (target.startsWith('@')) return `@${names.person(id)?.name ?? (label === '' ? id : label)}`
  if (target.startsWith('#')) return `#${names.channelName(id) ?? (label === '' ? id : label)}`
  if (target.startsWith('!')) return command(id, label)
  const address = target.replace(/^mailto:/, '')
  // People read the words and may be led elsewhere: both are told.
  return label === '' || label === address || label === target ? address : `${label} (${address})`
}

/** `<!here>`, `<!subteam^S1|@lawyers>`, `<!date^1392734382^{date}|Feb 18, 2014>`: a mention of many, or a date. */
function command(name: string, label: string): string {
  if (label !== '') return name.startsWith('subteam^') && !label.startsWith('@') ? `@${label}` : label
  const [first = '', id = ''] = name.split('^', 2)
  return first === 'subteam' ? `@${id}` : `@${first}`
}
