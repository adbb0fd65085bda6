/** Pages that belong together, as links under the head of each of them. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'
import { NavLink } from 'react-router-dom'

export interface PageLink {
  readonly to: string
  readonly title: string
  /** Behind the title: how much waits there. */
  readonly aside?: ReactNode
}

export function PageLinks({
  label,
  links,
}: {
  /** Of what they are the pages, for who does not see them. */
  readonly label: string
  readonly links: readonly PageLink[]
}): ReactElement {
  return (
    <chakra.nav
      aria-label={label}
      mb="5"
      overflowX="auto"
      borderBottomWidth="1px"
      borderColor="line"
      css={{
        '& a': {
          display: 'flex',
          alignItems: 'center',
          gap: '1.5',
          height: '36px',
          px: '3',
          color: 'muted',
          textDecoration: 'none',
          whiteSpace: 'nowrap',
          borderBottomWidth: '2px',
          borderColor: 'transparent',
        },
        '& a:hover': { color: 'ink' },
        '& a:focus-visible': { outlineOffset: '-2px' },
        '& a.active': { color: 'accentInk', fontWeight: 600, borderColor: 'accent' },
      }}
    >
      <chakra.ul display="flex" listStyleType="none">
        {links.map(({ to, title, aside }) => (
          <li key={to}>
            <NavLink to={to} end>
              {title}
              {aside}
            </NavLink>
          </li>
        ))}
      </chakra.ul>
    </chakra.nav>
  )
}
