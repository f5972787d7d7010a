import { type ReactNode, Suspense, useCallback, useState } from 'react'
import { lazyPart } from '../../shared/loading/lazy-part.js'
import { canConnect } from '../../shared/rtc/can-connect.js'
import { useNameFirst } from '../names/use-name-first.js'
import type { ReadyRequest } from './ready-request.js'
import { isReadyDue } from './shown-before.js'

const ReadyDialog = lazyPart(() => import('./ready-dialog.js'), { asBar: true })

interface GetReadyFirst {
  /** Acts once the player is ready: after the screen, or at once where it is skipped. */
  whenReady: (request: ReadyRequest) => void
  /** Rendered by the caller. */
  screen: ReactNode
}

/** Shows the screen before the first room of a browser, and asks for the name where none is chosen. */
export function useGetReady(): GetReadyFirst {
  const [shown, setShown] = useState<ReadyRequest | null>(null)
  const { nameFirst, question } = useNameFirst()
  const whenReady = useCallback(
    (request: ReadyRequest) => {
      if (isReadyDue() || !canConnect()) setShown(request)
      else nameFirst(() => request.act(false))
    },
    [nameFirst],
  )
  const screen = shown ? (
    <Suspense>
      <ReadyDialog request={shown} onClose={() => setShown(null)} />
    </Suspense>
  ) : (
    question
  )
  return { whenReady, screen }
}
