/** A section of one's own settings that is filled in and sent. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type FormEvent, type ReactElement, type ReactNode, useState } from 'react'
import type { Step } from '#src/events/catalog/session.ts'
import { $session } from '#src/stores/session.ts'
import { Button } from '../ui/button.tsx'
import { useFaultFocus } from '../ui/fault-focus.ts'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/page.tsx'

/** Not sent while something in it is at fault, to which the focus goes then. */
export function SettingsForm({
  title,
  step,
  button,
  aside,
  faulty,
  onSend,
  children,
}: {
  readonly title: string
  /** By which the session knows it: whether it is under way, and how it failed. */
  readonly step: Step
  readonly button: string
  /** Beside the button: what sending it brings with it. */
  readonly aside?: ReactNode
  readonly faulty: boolean
  readonly onSend: () => void
  /** The fields; `tried`: it was to be sent while something was at fault. */
  readonly children: (tried: boolean) => ReactNode
}): ReactElement {
  const { busy, fault } = useUnit($session)
  const [tries, setTries] = useState(0)
  const [sent, setSent] = useState(false)
  const form = useFaultFocus<HTMLFormElement>(tries)
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTries(faulty ? tries + 1 : 0)
    if (faulty) return
    setSent(true)
    onSend()
  }
  return (
    <Section title={title} padded>
      <chakra.form
        ref={form}
        noValidate
        onSubmit={send}
        display="flex"
        flexDirection="column"
        gap="4"
        maxWidth="440px"
      >
        {sent && fault?.step === step && <Notice tone="danger">{fault.message}</Notice>}
        {children(tries > 0)}
        <chakra.div display="flex" alignItems="center" gap="3">
          <Button type="submit" look="primary" busy={busy === step}>
            {button}
          </Button>
          {aside !== undefined && (
            <chakra.div
              flex="1"
              color="faint"
              fontSize="xs"
              display="flex"
              justifyContent="space-between"
              gap="3"
            >
              {aside}
            </chakra.div>
          )}
        </chakra.div>
      </chakra.form>
    </Section>
  )
}
