/** What support will ask for, ready to be copied. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { logState } from '#src/stores/logState.ts'
import { $network } from '#src/stores/network.ts'
import { toasts } from '#src/stores/toasts.ts'
import { roleWords } from '../people/roles.ts'
import { useWho } from '../session/who.ts'
import { CopyButton } from '../ui/input.tsx'
import { Page, Section } from '../ui/page.tsx'

export function ContactSupport(): ReactElement {
  const who = useWho()
  const [{ online, waiting }, { mode }, { notifications }] = useUnit([
    $network,
    logState.$state,
    toasts.$state,
  ])
  const faults = notifications.filter(({ kind }) => kind === 'error').slice(0, 5)
  const facts: readonly (readonly [string, string])[] = [
    ['Account', `${who.email} (${who.userId ?? ''})`],
    ['Role', roleWords(who.roleName ?? '')],
    ['Project', who.projectId === null ? 'none' : `${who.projectName} (${who.projectId})`],
    ['Version', who.version],
    ['Browser', navigator.userAgent],
    ['Window', `${innerWidth} × ${innerHeight}, ${devicePixelRatio}×`],
    ['Network', online ? 'online' : 'offline'],
    ['Unsent changes', String(waiting)],
    ['Log', mode === 'shared' ? 'kept in the browser' : 'in this tab only'],
    [
      'Last errors',
      faults.length === 0 ? 'none' : faults.map(({ at, message }) => `${at} ${message}`).join('; '),
    ],
  ]
  return (
    <Page
      title="Contact support"
      width="760px"
      lead="Your administrator is the first to ask: they can see the project's record and change roles. Give them the facts below; they hold no document text."
    >
      <Section
        title="Facts about this session"
        aside={<CopyButton text={facts.map(([name, value]) => `${name}: ${value}`).join('\n')} />}
      >
        <chakra.dl>
          {facts.map(([name, value]) => (
            <chakra.div
              key={name}
              display="grid"
              gridTemplateColumns={{ base: '1fr', sm: '160px 1fr' }}
              px="4"
              py="1.5"
              borderTopWidth="1px"
              borderColor="line"
              _first={{ borderTopWidth: '0' }}
            >
              <chakra.dt color="faint">{name}</chakra.dt>
              <chakra.dd wordBreak="break-word">{value}</chakra.dd>
            </chakra.div>
          ))}
        </chakra.dl>
      </Section>
      <Section title="What helps" padded>
        <chakra.ul pl="4" color="muted" listStyleType="disc">
          <li>What you did, in the order in which you did it. The event log of this tab has it in full.</li>
          <li>What you expected, and what happened instead.</li>
          <li>The control number of the document, never its text.</li>
        </chakra.ul>
      </Section>
    </Page>
  )
}
