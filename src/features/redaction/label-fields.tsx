/** Label and reason of redactions: typed, or chosen among those that are in use. */
import { chakra } from '@chakra-ui/react'
import { type KeyboardEvent, type ReactElement, useId, useState } from 'react'
import { redactionLimits, redactionWords } from '#contracts/redactions.ts'
import { redactedLabelsRead } from '#src/reads/redactions.ts'
import { useRead } from '../ui/answer.ts'
import { DraftInput } from '../ui/input.tsx'

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
  const [draft, setDraft] = useState({ label, reason })
  const used = useRead(redactedLabelsRead, {}).value?.data ?? []
  const labels = [...new Set([label, ...used.map((one) => one.label)])].filter((one) => one !== '')
  const say = (): void => {
    const typed = draft.label.trim()
    const next = {
      label: typed === redactionWords.noLabel ? '' : typed,
      reason: draft.reason.trim(),
    }
    setDraft(next)
    if (next.label !== label || next.reason !== reason) onChoose(next)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') say()
    if (event.key === 'Escape') setDraft({ label, reason })
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
        width="170px"
        height="28px"
        value={draft.label}
        onChange={(text) => setDraft({ ...draft, label: text })}
        onBlur={say}
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
        width="140px"
        height="28px"
        value={draft.reason}
        onChange={(text) => setDraft({ ...draft, reason: text })}
        onBlur={say}
        onKeyDown={onKeyDown}
      />
    </>
  )
}
