/** What can be done about an upload: it is stopped, goes on where it stopped, or is given up. */
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { discardUpload, resumeUpload, stopUpload } from '#src/commands/collect.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { isUnderWay, type UploadState } from '#src/stores/collect.ts'
import { Button } from '../ui/button.tsx'

export function UploadButtons({
  upload,
}: {
  readonly upload: Pick<UploadState, 'uploadKey' | 'projectId' | 'phase'>
}): ReactElement {
  const run = useUnit(dispatch)
  const { uploadKey, projectId, phase } = upload
  if (isUnderWay(upload))
    return (
      <Button
        size="sm"
        icon="pause"
        busy={phase === 'stopping'}
        onClick={() => run(stopUpload({ uploadKey }))}
      >
        Stop
      </Button>
    )
  return (
    <>
      <Button size="sm" icon="play" onClick={() => run(resumeUpload({ uploadKey }))}>
        Go on
      </Button>
      <Button
        size="sm"
        look="quiet"
        onClick={() => run(discardUpload({ uploadKey, projectId, uploadId: null }))}
      >
        Discard
      </Button>
    </>
  )
}
