/** Files on their way to the place of an exception's: how far they are, and why one did not arrive. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { collect, pickedFiles, type UploadState, uploadProgress } from '#src/stores/collect.ts'
import { $tabId } from '#src/stores/tab.ts'
import { UploadButtons } from '../collect/upload-buttons.tsx'
import { useCached } from '../ui/answer.ts'
import { fileSize } from '../ui/format.ts'
import { ProgressBar } from '../ui/progress-bar.tsx'

export function ReplacingFiles({ projectId }: { readonly projectId: number }): ReactElement | null {
  const [{ uploads }, tabId, held] = useUnit([collect.$state, $tabId, pickedFiles.$entries])
  const own = Object.values(uploads).filter(
    (upload) =>
      upload.projectId === projectId &&
      upload.tabId === tabId &&
      upload.replaces !== null &&
      upload.phase !== 'finished' &&
      held.has(upload.uploadKey),
  )
  if (own.length === 0) return null
  return (
    <chakra.ul
      aria-label="Files on their way"
      listStyleType="none"
      borderBottomWidth="1px"
      borderColor="line"
    >
      {own.map((upload) => (
        <OnItsWay key={upload.uploadKey} upload={upload} />
      ))}
    </chakra.ul>
  )
}

function OnItsWay({ upload }: { readonly upload: UploadState }): ReactElement {
  const course = useCached(uploadProgress, upload.commandId)
  const { title, bytes, phase, message } = upload
  return (
    <chakra.li display="flex" flexWrap="wrap" alignItems="center" gap="3" px="4" py="2">
      <chakra.div flex="1 1 240px" minWidth="0">
        <chakra.div truncate fontWeight={600} title={title}>
          {title}
        </chakra.div>
        <ProgressBar
          label={`Upload of ${title}`}
          done={course?.bytes ?? 0}
          all={bytes}
          unit={fileSize}
          tone={phase === 'failed' ? 'dangerBar' : phase === 'stopped' ? 'control' : 'accent'}
        />
        {phase === 'failed' && (
          <chakra.p role="alert" color="dangerInk" fontSize="xs">
            {message}
          </chakra.p>
        )}
      </chakra.div>
      <UploadButtons upload={upload} />
    </chakra.li>
  )
}
