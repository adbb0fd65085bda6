/** Where what is counted is listed, and going there. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { MouseEvent, ReactElement, ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { dispatch } from '#src/commands/dispatch.ts'
import { addToast } from '#src/commands/toasts.ts'

export interface Lead {
  readonly to: string
  /** Makes that page list what is counted, before it is shown. Where that cannot be done, nobody goes there. */
  readonly onGo?: () => unknown
  /** Where another tab finds it, and what tells that tab what is counted, before it opens. */
  readonly elsewhere?: { readonly to: string; readonly onGo: () => unknown }
}

/** Goes where it leads once that lists what is counted; says it where that cannot be had. */
export function useGo(): (lead: Lead) => void {
  const run = useUnit(dispatch)
  const navigate = useNavigate()
  return ({ to, onGo }) =>
    void Promise.resolve(onGo?.()).then(
      () => navigate(to),
      () =>
        run(
          addToast({
            kind: 'error',
            message: 'What is counted could not be listed. Try again once the server can be reached.',
          }),
        ),
    )
}

/** A link to it. Opened in another tab or window, it leaves what this tab lists as it is. */
export function LeadTo({
  lead,
  name,
  children,
}: {
  readonly lead: Lead
  /** What it says to those who hear it. */
  readonly name?: string | undefined
  readonly children: ReactNode
}): ReactElement {
  const go = useGo()
  const { elsewhere } = lead
  // By another button, or by the menu of links: where nothing comes of that, nobody takes it over.
  const onElsewhere = () => void elsewhere?.onGo()
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return onElsewhere()
    if (lead.onGo === undefined) return
    event.preventDefault()
    go(lead)
  }
  return (
    <Link
      to={elsewhere?.to ?? lead.to}
      aria-label={name}
      onClick={onClick}
      onAuxClick={({ button }) => button === 1 && onElsewhere()}
      onContextMenu={onElsewhere}
    >
      {children}
    </Link>
  )
}

/** The same where its whole surrounding can be pressed: that must be placed relatively. */
export function LeadLink(props: Parameters<typeof LeadTo>[0]): ReactElement {
  return (
    <chakra.span
      css={{
        '& > a': { color: 'inherit', textDecoration: 'none' },
        '& > a::after': { content: '""', position: 'absolute', inset: '0' },
        '& > a:hover': { textDecoration: 'underline' },
        '& > a:focus-visible': { outline: 'none' },
        '& > a:focus-visible::after': {
          outline: '2px solid',
          outlineColor: 'focus',
          outlineOffset: '-2px',
        },
      }}
    >
      <LeadTo {...props} />
    </chakra.span>
  )
}
