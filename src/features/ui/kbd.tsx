import { chakra } from '@chakra-ui/react'
import { memo, type ReactElement } from 'react'

const onMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)
const written: Readonly<Record<string, string>> = onMac
  ? { Ctrl: '⌘', Alt: '⌥', Shift: '⇧', Enter: '⏎', Escape: 'Esc', ArrowUp: '↑', ArrowDown: '↓' }
  : { Enter: '⏎', Escape: 'Esc', ArrowUp: '↑', ArrowDown: '↓' }

/** Behind a key: a plus with none before it is itself one. */
const betweenKeys = /(?<=[^+ ])[+ ]/

/** A shortcut as keys: `Ctrl+K`, `t 1`. */
export const Kbd = memo(function Kbd({
  keys,
  inverse = false,
}: {
  readonly keys: string
  readonly inverse?: boolean
}): ReactElement {
  return (
    <chakra.span display="inline-flex" gap="0.5" ml={inverse ? '2' : '0'} verticalAlign="middle">
      {keys.split(betweenKeys).map((key) => (
        <chakra.kbd
          key={key}
          fontFamily="sans"
          fontSize="xs"
          lineHeight="16px"
          minWidth="18px"
          textAlign="center"
          px="1"
          borderRadius="sm"
          borderWidth="1px"
          borderColor={inverse ? 'currentColor' : 'line'}
          color={inverse ? 'inherit' : 'muted'}
          background={inverse ? 'transparent' : 'sunken'}
        >
          {written[key] ?? (key.length === 1 ? key.toUpperCase() : key)}
        </chakra.kbd>
      ))}
    </chakra.span>
  )
})
