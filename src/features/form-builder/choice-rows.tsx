/** The choices of a field while a form is built: text, key, color and order. Of a long list only what is in view is drawn. */
import { chakra } from '@chakra-ui/react'
import { nanoid } from 'nanoid'
import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react'
import { choiceColors, formLimits } from '#contracts/coding.ts'
import { keysOf } from '#contracts/quick-keys.ts'
import type { ChoiceBuild, FieldBuild } from '#src/events/forms/build.ts'
import { markColors } from '../coding-form/mark-colors.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Select, TextInput } from '../ui/input.tsx'
import { useRowWindow } from '../ui/row-window.ts'
import type { Edit } from './use-build.ts'

/** From so many on only those in view are drawn. */
const many = 40
const rowHeight = 38

const colorChoices = [
  { value: '', label: 'No color' },
  ...choiceColors.map((color) => ({ value: color, label: `${color[0]?.toUpperCase()}${color.slice(1)}` })),
]

export const newChoice = (text = ''): ChoiceBuild => ({
  key: `new-${nanoid()}`,
  choiceId: null,
  text,
  color: null,
  quickKey: null,
})

export function ChoiceRows({
  field,
  fixed,
  faults,
  edit,
}: {
  readonly field: FieldBuild
  /** Of yes/no fields there are two, and they are only called otherwise. */
  readonly fixed: boolean
  /** By key. */
  readonly faults: ReadonlyMap<string, string>
  readonly edit: Edit
}): ReactElement {
  const { choices } = field
  const place = useRef<HTMLFieldSetElement>(null)
  /** What is to have the keyboard once it is drawn. */
  const [focused, setFocused] = useState<string | null>(null)
  const isLong = choices.length > many
  const { reveal, ...view } = useRowWindow(choices.length, rowHeight)
  useEffect(() => {
    if (focused === null) return
    const at = choices.findIndex(({ key }) => key === focused)
    if (at < 0) return
    if (isLong) reveal(at)
    // What a long list has scrolled to is drawn a moment later.
    requestAnimationFrame(() => {
      const inputs = [...(place.current?.querySelectorAll<HTMLElement>('[data-choice]') ?? [])]
      inputs.find((input) => input.dataset.choice === focused)?.focus()
      setFocused(null)
    })
  }, [focused, choices, isLong, reveal])
  const add = (at: number) => {
    if (fixed || choices.length >= formLimits.choices) return
    const choice = newChoice()
    edit({ is: 'putChoice', into: field.key, at, choice })
    setFocused(choice.key)
  }
  const move = (choice: ChoiceBuild, at: number) => {
    if (fixed || at < 0 || at >= choices.length) return
    edit({ is: 'moveChoice', key: choice.key, at })
    setFocused(choice.key)
  }
  const onKeyDown = (choice: ChoiceBuild, at: number) => (event: KeyboardEvent) => {
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      move(choice, at + (event.key === 'ArrowUp' ? -1 : 1))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      add(at + 1)
    }
  }
  const keys = keysOf(choices.map(({ quickKey }, position) => ({ position, key: quickKey ?? undefined })))
  const auto = choices.every(({ quickKey }) => quickKey === null)
  const row = (choice: ChoiceBuild, at: number) => {
    const fault = faults.get(choice.key)
    return (
      <chakra.div key={choice.key} display="flex" gap="1" alignItems="center" style={{ height: rowHeight }}>
        <TextInput
          key={choice.key}
          data-choice={choice.key}
          aria-label={`Choice ${at + 1}`}
          aria-invalid={fault === undefined ? undefined : true}
          title={fault}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Enter"
          value={choice.text}
          maxLength={200}
          flex="1 1 110px"
          onSay={(text) => edit({ is: 'setChoice', key: choice.key, to: { text } })}
          onKeyDown={onKeyDown(choice, at)}
        />
        <Select
          aria-label={`Key of choice ${at + 1}`}
          width="62px"
          value={String(choice.quickKey ?? '')}
          choices={[
            { value: '', label: auto && keys[at] ? `${keys[at]}` : '–' },
            ...digits.map((digit) => ({ value: digit, label: auto ? `Key ${digit}` : digit })),
          ]}
          onChoose={(value) =>
            edit({
              is: 'setChoice',
              key: choice.key,
              to: { quickKey: value === '' ? null : Number(value) },
            })
          }
        />
        <Select
          aria-label={`Color of choice ${at + 1}`}
          width="92px"
          value={choice.color ?? ''}
          choices={colorChoices}
          onChoose={(value) =>
            edit({
              is: 'setChoice',
              key: choice.key,
              to: { color: choiceColors.find((color) => color === value) ?? null },
            })
          }
          style={choice.color === null ? {} : { borderLeft: `6px solid ${markColors[choice.color]}` }}
        />
        {!fixed && (
          <>
            <IconButton
              icon="up"
              label={`Move choice ${at + 1} up`}
              disabled={at === 0}
              onClick={() => move(choice, at - 1)}
            />
            <IconButton
              icon="down"
              label={`Move choice ${at + 1} down`}
              disabled={at === choices.length - 1}
              onClick={() => move(choice, at + 1)}
            />
            <IconButton
              icon="close"
              label={`Take choice ${at + 1} out`}
              onClick={() => {
                const next = choices[at + 1] ?? choices[at - 1]
                edit({ is: 'take', key: choice.key })
                if (next !== undefined) setFocused(next.key)
              }}
            />
          </>
        )}
      </chakra.div>
    )
  }
  return (
    <chakra.fieldset ref={place} minWidth="0">
      <chakra.legend fontSize="xs" fontWeight={600} color="muted" pb="1">
        Choices{choices.length > many ? ` (${choices.length})` : ''}
      </chakra.legend>
      {isLong ? (
        <chakra.div
          ref={view.scroller}
          onScroll={view.onScroll}
          height="380px"
          overflowY="auto"
          borderWidth="1px"
          borderColor="line"
          borderRadius="md"
          px="1"
        >
          <div style={{ height: view.height, position: 'relative' }}>
            <div style={{ position: 'absolute', insetInline: 0, top: view.offset }}>
              {choices.slice(view.first, view.end).map((choice, n) => row(choice, view.first + n))}
            </div>
          </div>
        </chakra.div>
      ) : (
        choices.map(row)
      )}
      <chakra.p fontSize="xs" color="faint" pt="1">
        {auto
          ? 'The digits 1 to 9 choose by order. Give a choice a key of its own, and only such keys choose.'
          : 'Only choices with a key of their own are chosen by a digit.'}
      </chakra.p>
      {!fixed && choices.length < formLimits.choices && (
        <Button size="sm" icon="plus" mt="2" onClick={() => add(choices.length)}>
          Add a choice
        </Button>
      )}
    </chakra.fieldset>
  )
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9']
