/** What the rows of tags and the heads of categories have in common. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { Foreign, marked } from '../ui/foreign.tsx'
import type { MenuItem } from '../ui/menu.tsx'
import type { Movable, Ordering } from './use-ordering.ts'

/** What is dragged; the keyboard moves with Alt and the arrows instead. */
export function Handle(props: ReturnType<Ordering['handle']>): ReactElement {
  return (
    <chakra.span
      {...props}
      aria-hidden
      flexShrink={0}
      cursor="grab"
      color="faint"
      lineHeight="1"
      title="Drag to move; or Alt with the arrow keys"
    >
      ⠿
    </chakra.span>
  )
}

/** The name, which is pressed to write another. */
export function NameButton({
  name,
  of,
  disabled = false,
  onPress,
}: {
  readonly name: string
  readonly of: 'category' | 'tag'
  readonly disabled?: boolean
  readonly onPress: () => void
}): ReactElement {
  return (
    <chakra.button
      type="button"
      aria-label={`Rename ${marked(name)}`}
      title={`${marked(name)} – press to rename`}
      disabled={disabled}
      onClick={onPress}
      maxWidth="full"
      truncate
      textAlign="start"
      verticalAlign="bottom"
      borderRadius="sm"
      px="1"
      _hover={disabled ? {} : { background: 'hover' }}
      {...(of === 'category' ? { 'data-category-name': true } : { 'data-tag-name': true })}
    >
      <Foreign text={name} />
    </chakra.button>
  )
}

/** One further and one back, as entries of a menu. */
export function movesOf(one: Movable, ordering: Ordering): readonly MenuItem[] {
  const move = (id: string, label: string, keys: string, to: number): MenuItem => ({
    id,
    label,
    keys,
    run: () => ordering.move(one, to),
  })
  return [
    ...(one.at > 0 ? [move('up', 'Move up', 'Alt+ArrowUp', one.at - 1)] : []),
    ...(one.at < one.of - 1 ? [move('down', 'Move down', 'Alt+ArrowDown', one.at + 1)] : []),
  ]
}
