/** Label and reason of redactions: typed, or chosen among those that are in use. */
import { chakra } from '@chakra-ui/react'
import { type KeyboardEvent, type ReactElement, useEffect, useId, useRef } from 'react'
import { redactionLimits, redactionWords } from '#contracts/redactions.ts'
import { redactedLabelsRead } from '#src/reads/redactions.ts'
import { useRead } from '../ui/answer.ts'
import { DraftInput } from '../ui/input.tsx'
import { useDraft } from '../ui/use-draft.ts'

/** Offered at most. */
const offered = 30

export function LabelFields({
  label,
  reason,
  of,
  onChoose,
  onDone,
}: {
  readonly label: string
  readonly reason: string
  /** 'the next redaction' */
  readonly of: string
  readonly onChoose: (chosen: { readonly label: string; readonly reason: string }) => void
  readonly onDone: () => void
}): ReactElement {
  const list = useId()
  // What is undone or chosen elsewhere takes the place of what stands here, or leaving the field would do it again.
  const [labelDraft, setLabel] = useDraft(label, () => label)
  const [reasonDraft, setReason] = useDraft(reason, () => reason)
  const used = useRead(redactedLabelsRead, {}).value?.data ?? []
  const labels = [...new Set([label, ...used.map((one) => one.label)])].filter((one) => one !== '')
  const say = (): void => {
    const typed = labelDraft.trim()
    const next = {
      label: typed === redactionWords.noLabel ? '' : typed,
      reason: reasonDraft.trim(),
    }
    setLabel(next.label)
    setReason(next.reason)
    if (next.label !== label || next.reason !== reason) onChoose(next)
  }
  // Another redaction may be chosen before the field has lost the keyboard: what was typed is of this one.
  const leave = useRef(say)
  leave.current = say
  useEffect(() => () => leave.current(), [])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') say()
    if (event.key === 'Escape') {
      // The field is left before it is drawn anew: nothing that was typed is said.
      leave.current = () => undefined
      setLabel(label)
      setReason(reason)
    }
    if (event.key === 'Enter' || event.key === 'Escape') onDone()
  }
  return (
    <>
      <DraftInput
        data-redaction-label
        aria-label={redactionWords.labelPrompt}
        title={`Of ${of}`}
        placeholder={redactionWords.labelPrompt}
        list={list}
        maxLength={redactionLimits.label}
        flex="1 1 88px"
        maxWidth="180px"
        height="28px"
        value={labelDraft}
        onChange={setLabel}
        onBlur={() => leave.current()}
        onKeyDown={onKeyDown}
      />
      <chakra.datalist id={list}>
        <option value={redactionWords.noLabel} />
        {labels.slice(0, offered).map((one) => (
          <option key={one} value={one} />
        ))}
      </chakra.datalist>
      <DraftInput
        aria-label={`Reason of ${of}`}
        placeholder="Reason"
        maxLength={redactionLimits.reason}
        flex="1 1 72px"
        maxWidth="150px"
        height="28px"
        value={reasonDraft}
        onChange={setReason}
        onBlur={() => leave.current()}
        onKeyDown={onKeyDown}
      />
    </>
  )
}
