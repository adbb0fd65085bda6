/** Reserving numbers for what was produced elsewhere, with what has those of the prefix already. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import type { ReplyOf } from '#contracts/call.ts'
import { batesDigits, batesPrefix, productionLimits, productionName } from '#contracts/production-settings.ts'
import type { prefixNumbers } from '#contracts/productions.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { reserveNumbers } from '#src/commands/production.ts'
import { productionBeginning, productionPrefix } from '#src/reads/production.ts'
import { $productionSave } from '#src/stores/production.ts'
import { useFormSave } from '../fields/form-save.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useFaultFocus } from '../ui/fault-focus.ts'
import { Field } from '../ui/field.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { DraftInput } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { bates } from './words.ts'

interface Asked {
  readonly prefix: string
  readonly digits: string
  readonly first: string
  readonly last: string
  readonly name: string
}
type Known = ReplyOf<typeof prefixNumbers>

const whole = (text: string): number => (/^\d{1,10}$/.test(text.trim()) ? Number(text) : 0)
const { digits: digitsLimit } = productionLimits

/** By field; what is not there is in order. */
function faultsOf(
  { prefix, digits, first, last, name }: Asked,
  known: Known | null,
): Partial<Record<keyof Asked, string>> {
  const [from, to, many] = [whole(first), whole(last), whole(digits)]
  const met = known?.taken.find((range) => range.first <= to && range.last >= from)
  return {
    ...(batesPrefix.safeParse(prefix).success
      ? {}
      : { prefix: 'Letters, digits, _, . and -, at most 20, not ending with a digit.' }),
    ...(!batesDigits.safeParse(many).success
      ? { digits: `From ${digitsLimit.least} to ${digitsLimit.most} digits.` }
      : known !== null && known.digits !== null && known.digits !== many
        ? { digits: `This prefix has ${known.digits} digits in this project.` }
        : {}),
    ...(from < 1
      ? { first: 'Write a whole number from 1.' }
      : met !== undefined && known !== null
        ? {
            first: `${bates(prefix, many, met.first)} to ${bates(prefix, many, met.last)} are taken (${met.name}).`,
          }
        : {}),
    ...(to < 1
      ? { last: 'Write a whole number from 1.' }
      : to < from
        ? { last: 'The last number lies before the first.' }
        : to > 10 ** many - 1
          ? { last: `It needs more than ${many} digits.` }
          : {}),
    ...(productionName.safeParse(name).success ? {} : { name: 'Say what has these numbers.' }),
  }
}

export function ReserveDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { run, last } = useUnit({ run: dispatch, last: $productionSave })
  const prefixes = useRead(productionBeginning, {}, { once: true }).value?.prefixes ?? []
  const [asked, setAsked] = useState<Asked>({
    ...{ prefix: '', digits: String(digitsLimit.usual), first: '', last: '', name: '' },
  })
  const [tries, setTries] = useState(0)
  const isPrefix = batesPrefix.safeParse(asked.prefix).success
  const known = useRead(productionPrefix, isPrefix ? { prefix: asked.prefix } : null).value
  const faults = faultsOf(asked, known)
  const isWhole = Object.keys(faults).length === 0
  const fields = useFaultFocus<HTMLDivElement>(tries, Object.values(faults).join())
  const { sending, refusal, begin } = useFormSave(last, onClose)
  const put = (part: Partial<Asked>) => setAsked({ ...asked, ...part })
  /** Said while it is typed once there is something to say it of. */
  const faultAt = (field: keyof Asked): string | null =>
    tries > 0 || asked[field].trim() !== '' ? (faults[field] ?? null) : null
  const send = () => {
    setTries(tries + 1)
    if (!isWhole) return
    const { prefix, name } = asked
    const numbers = { digits: whole(asked.digits), first: whole(asked.first), last: whole(asked.last) }
    run(reserveNumbers({ formKey: begin(), prefix, name: name.trim(), ...numbers }))
  }
  return (
    <Dialog
      open
      title="Reserve numbers"
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={sending}>
            Reserve
          </Button>
        </>
      }
    >
      <chakra.div ref={fields} display="flex" flexDirection="column" gap="3">
        {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
        <chakra.p fontSize="sm" color="muted">
          For what was produced elsewhere: no production of this project gives these numbers to anything else.
          They stay taken.
        </chakra.p>
        <chakra.div display="grid" gap="3" gridTemplateColumns="2fr 1fr">
          <Field
            label="Prefix"
            required
            error={faultAt('prefix')}
            hint={
              known === null
                ? 'What stands before each number.'
                : known.taken.length === 0
                  ? 'New in this project.'
                  : `Next free: ${bates(known.prefix, known.digits ?? digitsLimit.usual, known.next)}`
            }
          >
            <DraftInput
              data-first
              list="reserved-prefixes"
              fontFamily="mono"
              value={asked.prefix}
              maxLength={productionLimits.prefixLength}
              autoComplete="off"
              spellCheck={false}
              onChange={(prefix) => {
                const own = prefixes.find((one) => one.prefix.toLowerCase() === prefix.toLowerCase())
                put({ prefix, ...(own === undefined ? {} : { digits: String(own.digits) }) })
              }}
            />
          </Field>
          <Field label="Digits" required error={faultAt('digits')}>
            <DraftInput
              inputMode="numeric"
              value={asked.digits}
              maxLength={2}
              autoComplete="off"
              onChange={(digits) => put({ digits })}
            />
          </Field>
        </chakra.div>
        <datalist id="reserved-prefixes">
          {prefixes.map(({ prefix }) => (
            <option key={prefix} value={prefix} />
          ))}
        </datalist>
        <chakra.div display="grid" gap="3" gridTemplateColumns="1fr 1fr">
          <Field label="First number" required error={faultAt('first')}>
            <DraftInput
              inputMode="numeric"
              value={asked.first}
              maxLength={10}
              autoComplete="off"
              onChange={(first) => put({ first })}
            />
          </Field>
          <Field label="Last number" required error={faultAt('last')}>
            <DraftInput
              inputMode="numeric"
              value={asked.last}
              maxLength={10}
              autoComplete="off"
              onChange={(next) => put({ last: next })}
            />
          </Field>
        </chakra.div>
        <Field
          label="What has them"
          required
          error={faultAt('name')}
          hint="For example “Paper production of 2019”."
        >
          <DraftInput
            value={asked.name}
            maxLength={productionLimits.nameLength}
            autoComplete="off"
            onChange={(name) => put({ name })}
          />
        </Field>
        {known !== null && known.taken.length > 0 && (
          <chakra.div>
            <chakra.h3 fontSize="xs" fontWeight={600} color="muted">
              Taken under {known.prefix}
            </chakra.h3>
            <chakra.ul
              listStyleType="none"
              maxHeight="160px"
              overflowY="auto"
              tabIndex={0}
              aria-label={`Taken under ${known.prefix}`}
              fontSize="sm"
            >
              {known.taken.map(({ first, last: end, name }) => (
                <chakra.li key={first} display="flex" gap="3" flexWrap="wrap">
                  <chakra.span fontFamily="mono">
                    {bates(known.prefix, known.digits ?? 1, first)} –{' '}
                    {bates(known.prefix, known.digits ?? 1, end)}
                  </chakra.span>
                  <chakra.span color="muted">
                    <Foreign text={name} />
                  </chakra.span>
                </chakra.li>
              ))}
            </chakra.ul>
          </chakra.div>
        )}
      </chakra.div>
    </Dialog>
  )
}
