/** What a tab begins with: what it showed before, what was searched last, or what the link that opened it stands for. */
import { useStoreMap, useUnit } from 'effector-react'
import { useEffect } from 'react'
import { dispatch } from '../../commands/dispatch.ts'
import { takeUp } from '../../commands/review.ts'
import { takeList } from '../../commands/review-list.ts'
import { addToast } from '../../commands/toasts.ts'
import { $list, review } from '../../stores/review.ts'

/** Ms in which another tab of this browser has told what a link stands for. */
const patience = 4_000

const $hasList = $list.map((list) => list !== null)

/** `stopped`: nothing is on the screen yet. `key`: the link's, where there is one. */
export function useBeginning(stopped: boolean, key: string | null): void {
  const [run, hasList] = useUnit([dispatch, $hasList])
  const isTold = useStoreMap({
    store: review.$state,
    keys: [key],
    fn: ({ byTab }, [of]) => of != null && byTab[of]?.list != null,
  })
  useEffect(() => {
    if (!stopped) return
    if (key === null || hasList) return void run(takeUp({}))
    if (isTold) return void run(takeList({ key }))
    const timer = setTimeout(() => {
      run(takeUp({}))
      run(
        addToast({
          kind: 'error',
          message:
            'Which documents this link stands for is not known any more. Follow it again where it stands.',
        }),
      )
    }, patience)
    return () => clearTimeout(timer)
  }, [stopped, key, hasList, isTold, run])
}
