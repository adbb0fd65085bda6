/** The words that are too common to look for: what a project has, and changing it. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { noiseLimits } from '#contracts/settings.ts'
import { defaultNoise } from '#query/noise.ts'
import { tokenise } from '#query/tokenise.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { changeSettings } from '#src/commands/settings.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, Lines } from '../ui/field.tsx'
import { counted } from '../ui/format.ts'
import { SettingRow } from './setting-row.tsx'

export function NoiseSetting({
  noise,
  may,
}: {
  /** Null: the usual list. */
  readonly noise: readonly string[] | null
  readonly may: boolean
}): ReactElement {
  const [open, setOpen] = useState(false)
  return (
    <SettingRow
      name="Noise words"
      note="Too common to look for: a query leaves them out and says so, and any word may stand at their place in a phrase. Every word is in the index; words in quotes after an equals sign, as in “=the”, are always looked for."
      act={
        may && (
          <Button size="sm" onClick={() => setOpen(true)}>
            Change the noise words
          </Button>
        )
      }
    >
      {noise === null
        ? `The usual list, ${counted(defaultNoise.size, 'word')}`
        : noise.length === 0
          ? 'None'
          : `The project’s own list, ${counted(noise.length, 'word')}`}
      {open && <NoiseDialog noise={noise} onClose={() => setOpen(false)} />}
    </SettingRow>
  )
}

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** What is wrong with a list; null where it can be kept. */
function faultOf(words: readonly string[]): string | null {
  if (words.length > noiseLimits.words)
    return `Write at most ${counted(noiseLimits.words, 'word')}: there are ${counted(words.length, 'word')}.`
  const wrong = words.find((word) => tokenise(word).length !== 1 || word.length > noiseLimits.wordLength)
  return wrong === undefined ? null : `“${wrong}” is not one word. Write one word on each line.`
}

function NoiseDialog({
  noise,
  onClose,
}: {
  readonly noise: readonly string[] | null
  readonly onClose: () => void
}): ReactElement {
  const run = useUnit(dispatch)
  const usual = [...defaultNoise].join('\n')
  const [text, setText] = useState(noise?.join('\n') ?? usual)
  const [tried, setTried] = useState(false)
  const words = linesOf(text)
  const fault = faultOf(words)
  return (
    <Dialog
      open
      title="Noise words of the project"
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        if (fault !== null) return
        run(changeSettings({ noise: words.join('\n') === usual ? null : [...words] }))
        onClose()
      }}
      actions={
        <>
          <Button onClick={() => setText(usual)}>Put the usual list here</Button>
          <chakra.span flex="1" />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            Change them
          </Button>
        </>
      }
    >
      <Field
        label="One word on each line; none at all looks for every word"
        error={tried ? fault : null}
        hint="For everybody, searches are read by it at once and may find other documents than before. Saved searches that are read otherwise say so. A single letter or digit by itself stays noise."
      >
        <Lines value={text} onChange={setText} rows={12} />
      </Field>
    </Dialog>
  )
}
