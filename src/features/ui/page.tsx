/** The frame that all screens but review share: a head that says where one is, and sections below. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, type ReactNode, useEffect } from 'react'
import { Foreign, marked } from './foreign.tsx'
import { number } from './format.ts'
import { useKeptFocus } from './kept-focus.ts'
import { type Lead, LeadLink } from './lead.tsx'
import { Bar, type BarTone } from './progress-bar.tsx'

export function Page({
  title,
  lead,
  actions,
  children,
  width = '1200px',
  within,
  above,
  nav,
}: {
  readonly title: string
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
  readonly width?: string
  /** The title of the page that it is one of, for the window's title. */
  readonly within?: string | undefined
  /** Over the title: the way back up. */
  readonly above?: ReactNode
  /** Under the head: the pages that it is one of. */
  readonly nav?: ReactNode
}): ReactElement {
  useTitle(within === undefined ? title : `${title} · ${within}`)
  return (
    <chakra.div
      ref={useKeptFocus<HTMLDivElement>()}
      px={{ base: '4', md: '6' }}
      py="5"
      mx="auto"
      width="full"
      style={{ maxWidth: width }}
    >
      <chakra.div display="flex" flexWrap="wrap" alignItems="flex-start" gap="3" mb="5">
        <chakra.div flex="1" minWidth="200px">
          {above}
          <chakra.h1 tabIndex={-1} fontSize="xl" lineHeight="28px" letterSpacing="-0.01em">
            <Foreign text={title} />
          </chakra.h1>
          {lead !== undefined && (
            <chakra.p color="muted" maxWidth="72ch">
              {lead}
            </chakra.p>
          )}
        </chakra.div>
        {actions !== undefined && (
          <chakra.div display="flex" gap="2" flexWrap="wrap">
            {actions}
          </chakra.div>
        )}
      </chakra.div>
      {nav}
      <chakra.div display="flex" flexDirection="column" gap="5">
        {children}
      </chakra.div>
    </chakra.div>
  )
}

/** What the window, its tab and its history entry are called. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${marked(title)} · Affiant`
    return () => {
      document.title = 'Affiant'
    }
  }, [title])
}

/** A titled surface; its body scrolls sideways rather than breaking the page, unless it sees to that itself. */
export function Section({
  title,
  aside,
  children,
  padded = false,
  scrolls = true,
}: {
  readonly title?: string | undefined
  readonly aside?: ReactNode
  readonly children: ReactNode
  readonly padded?: boolean
  /** False: nothing around the body scrolls but the page, so that a part of it can stay in view. */
  readonly scrolls?: boolean
}): ReactElement {
  return (
    <chakra.section
      ref={useKeptFocus<HTMLElement>()}
      background="surface"
      borderWidth="1px"
      borderColor="line"
      borderRadius="lg"
      // Clipped, not hidden: hidden makes a box that scrolls, and what is to stay in view would stay in that.
      overflow="clip"
      minWidth="0"
    >
      {(title !== undefined || aside !== undefined) && (
        <chakra.div
          display="flex"
          alignItems="center"
          gap="3"
          minHeight="40px"
          px="4"
          borderBottomWidth="1px"
          borderColor="line"
        >
          {title !== undefined && (
            <chakra.h2 tabIndex={-1} fontSize="sm" flex="1">
              {title}
            </chakra.h2>
          )}
          {aside}
        </chakra.div>
      )}
      <chakra.div overflowX={scrolls ? 'auto' : undefined} {...(padded ? { p: '4' } : {})}>
        {children}
      </chakra.div>
    </chakra.section>
  )
}

export interface StatItem {
  readonly label: string
  readonly value: string
  readonly note?: ReactNode
  readonly lead?: Lead | undefined
}

/** Numbers that change, side by side in one strip. */
export function Stats({ items }: { readonly items: readonly StatItem[] }): ReactElement {
  return (
    <chakra.dl
      display="grid"
      gridTemplateColumns={{
        base: 'repeat(2, 1fr)',
        sm: `repeat(${items.length % 3 === 0 ? 3 : 2}, 1fr)`,
        lg: `repeat(${items.length}, 1fr)`,
      }}
      gap="1px"
      background="line"
      borderWidth="1px"
      borderColor="line"
      borderRadius="lg"
      overflow="hidden"
    >
      {items.map((item) => (
        <chakra.div
          key={item.label}
          position="relative"
          background="surface"
          _hover={item.lead === undefined ? {} : { background: 'hover' }}
          px="4"
          py="3"
          minWidth="0"
          // The last of an odd number fills its row where they stand in two columns.
          _last={
            items.length % 2 === 0
              ? {}
              : { gridColumn: { base: 'span 2', sm: items.length % 3 === 0 ? 'auto' : 'span 2', lg: 'auto' } }
          }
        >
          <chakra.dt fontSize="xs" color="faint">
            {item.label}
          </chakra.dt>
          <chakra.dd fontSize="xl" lineHeight="28px" letterSpacing="-0.01em">
            {item.lead === undefined ? (
              item.value
            ) : (
              <LeadLink lead={item.lead} name={`${item.label}: ${item.value}`}>
                {item.value}
              </LeadLink>
            )}
          </chakra.dd>
          {item.note !== undefined && (
            <chakra.dd fontSize="xs" color="muted">
              {item.note}
            </chakra.dd>
          )}
        </chakra.div>
      ))}
    </chakra.dl>
  )
}

/** A list of names with counts as horizontal bars, the longest first; the figures are the table. */
export function BarList({
  rows,
  label,
  tone = 'accent',
}: {
  readonly rows: readonly {
    /** Where several may be called the same. */
    readonly key?: number
    readonly name: string
    readonly count: number
    readonly lead?: Lead | undefined
  }[]
  readonly label: string
  readonly tone?: BarTone
}): ReactElement {
  const most = Math.max(1, ...rows.map((row) => row.count))
  return (
    <chakra.table width="full" aria-label={label}>
      <tbody>
        {rows.map((row) => (
          <chakra.tr
            key={row.key ?? row.name}
            position="relative"
            _hover={row.lead === undefined ? {} : { background: 'hover' }}
          >
            <chakra.th
              scope="row"
              textAlign="start"
              fontWeight={400}
              py="1"
              pr="3"
              width="40%"
              maxWidth="180px"
              truncate
              title={marked(row.name)}
            >
              {row.lead === undefined ? (
                <Foreign text={row.name} />
              ) : (
                <LeadLink lead={row.lead}>
                  <Foreign text={row.name} />
                </LeadLink>
              )}
            </chakra.th>
            <chakra.td py="1" aria-hidden>
              <Bar part={row.count} all={most} tone={tone} label={marked(row.name)} height={8} />
            </chakra.td>
            <chakra.td textAlign="end" py="1" pl="3" width="72px">
              {number(row.count)}
            </chakra.td>
          </chakra.tr>
        ))}
      </tbody>
    </chakra.table>
  )
}
