import { chakra } from '@chakra-ui/react'
import { type ComponentProps, type ReactElement, useState } from 'react'
import { IconButton } from './button.tsx'
import { useFieldProps } from './field.tsx'
import { Icon } from './icon.tsx'
import { inputRecipe } from './recipes.ts'
import { useTyping } from './typing.ts'

export const Input = chakra('input', inputRecipe)
const SelectBase = chakra('select', inputRecipe)

type InputProps = Omit<ComponentProps<typeof Input>, 'value' | 'onChange' | 'defaultValue'>

/** For a value that lives in the log: keystrokes stay here and are said after 300 ms of quiet or on blur. */
export function TextInput({
  value,
  onSay,
  onBlur,
  onKeyDown,
  ...rest
}: InputProps & { readonly value: string; readonly onSay: (text: string) => void }): ReactElement {
  const { text, type, flush } = useTyping(value, onSay)
  return (
    <Input
      {...useFieldProps()}
      {...rest}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={(event) => {
        flush()
        onBlur?.(event)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') flush()
        onKeyDown?.(event)
      }}
    />
  )
}

/** For a draft that lives in the form around it until it is sent. */
export function DraftInput({
  value,
  onChange,
  ...rest
}: InputProps & { readonly value: string; readonly onChange: (text: string) => void }): ReactElement {
  return (
    <Input
      {...useFieldProps()}
      {...rest}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

export interface Choice {
  readonly value: string
  readonly label: string
}

export function Select({
  value,
  choices,
  onChoose,
  placeholder,
  children,
  ...rest
}: Omit<ComponentProps<typeof SelectBase>, 'value' | 'onChange' | 'placeholder'> & {
  readonly value: string
  readonly choices: readonly Choice[]
  readonly onChoose: (value: string) => void
  readonly placeholder?: string
}): ReactElement {
  return (
    <chakra.div position="relative" minWidth="0" width={rest.width ?? 'full'}>
      <SelectBase
        {...useFieldProps()}
        appearance="none"
        pr="7"
        textOverflow="ellipsis"
        {...rest}
        width="full"
        value={value}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        {placeholder !== undefined && (
          <option value="" disabled>
            {placeholder}
          </option>
        )}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
        {children}
      </SelectBase>
      <chakra.span
        position="absolute"
        right="2"
        top="0"
        bottom="0"
        display="flex"
        alignItems="center"
        pointerEvents="none"
        color="muted"
      >
        <Icon name="down" size={14} />
      </chakra.span>
    </chakra.div>
  )
}

/** On or off, at once. */
export function Switch({
  on,
  onTurn,
  label,
  hint,
}: {
  readonly on: boolean
  readonly onTurn: (on: boolean) => void
  readonly label: string
  readonly hint?: string
}): ReactElement {
  return (
    <chakra.button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={label}
      onClick={() => onTurn(!on)}
      display="flex"
      alignItems="flex-start"
      gap="3"
      textAlign="left"
      borderRadius="sm"
    >
      <chakra.span
        aria-hidden
        flexShrink={0}
        mt="1px"
        width="30px"
        height="18px"
        borderRadius="full"
        borderWidth="1px"
        borderColor={on ? 'accent' : 'control'}
        background={on ? 'accent' : 'sunken'}
        display="flex"
        alignItems="center"
        px="2px"
        justifyContent={on ? 'flex-end' : 'flex-start'}
      >
        <chakra.span width="12px" height="12px" borderRadius="full" background={on ? 'onAccent' : 'muted'} />
      </chakra.span>
      <span>
        <chakra.span display="block">{label}</chakra.span>
        {hint !== undefined && (
          <chakra.span display="block" fontSize="xs" color="faint">
            {hint}
          </chakra.span>
        )}
      </span>
    </chakra.button>
  )
}

/** Copies a text to the clipboard; says so in its own label. */
export function CopyButton({ text }: { readonly text: string }): ReactElement {
  const [done, setDone] = useState(false)
  return (
    <IconButton
      icon={done ? 'check' : 'file'}
      label={done ? 'Copied' : 'Copy'}
      onClick={() => {
        void navigator.clipboard?.writeText(text).then(() => setDone(true))
      }}
    />
  )
}
