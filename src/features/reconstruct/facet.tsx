/** What the column of filters is built of: groups of choices, and the chips of those that are active. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'
import { number } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'

export function Group({
  title,
  children,
}: {
  readonly title: string
  readonly children: ReactNode
}): ReactElement {
  return (
    <chakra.fieldset border="none" px="2" pb="3" minWidth="0">
      <chakra.legend px="2" pb="1" fontSize="xs" fontWeight={600} color="faint">
        {title}
      </chakra.legend>
      {Array.isArray(children) && children.length === 0 ? (
        <chakra.p px="2" fontSize="sm" color="faint">
          None
        </chakra.p>
      ) : (
        children
      )}
    </chakra.fieldset>
  )
}

const row = {
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  minHeight: 'row',
  px: '2',
  fontSize: 'sm',
  borderRadius: 'sm',
} as const

export function Choice({
  label,
  count,
  on,
  onTurn,
}: {
  readonly label: string
  /** What choosing it would show; null: it is not counted. */
  readonly count: number | null
  readonly on: boolean
  readonly onTurn: () => void
}): ReactElement {
  return (
    <chakra.label
      {...row}
      cursor="pointer"
      background={on ? 'selected' : 'transparent'}
      _hover={{ background: on ? 'selected' : 'hover' }}
    >
      <input type="checkbox" checked={on} onChange={onTurn} />
      <chakra.span flex="1" minWidth="0" truncate title={label}>
        {label}
      </chakra.span>
      {count !== null && <chakra.span color="muted">{number(count)}</chakra.span>}
    </chakra.label>
  )
}

export const Fixed = ({ label, count }: { readonly label: string; readonly count: number }) => (
  <chakra.div {...row} color="muted">
    <chakra.span width="13px" />
    <chakra.span flex="1">{label}</chakra.span>
    <span>{number(count)}</span>
  </chakra.div>
)

export const Chip = ({ label, onRemove }: { readonly label: string; readonly onRemove: () => void }) => (
  <chakra.button
    type="button"
    aria-label={`Take the filter ${label} away`}
    onClick={onRemove}
    display="inline-flex"
    alignItems="center"
    gap="1"
    height="24px"
    px="2"
    maxWidth="220px"
    fontSize="xs"
    borderRadius="full"
    background="accentGround"
    color="accentInk"
    _hover={{ background: 'selected' }}
  >
    <chakra.span truncate>{label}</chakra.span>
    <Icon name="close" size={12} />
  </chakra.button>
)
