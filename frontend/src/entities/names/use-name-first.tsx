import { type ReactNode, Suspense, useCallback, useState } from 'react'
import { lazyPart } from '../../shared/loading/lazy-part.js'
import { useSession } from '../session/use-session.js'

export const NameDialog = lazyPart(async () => ({ default: (await import('./name-form.js')).NameDialog }), {
  asBar: true,
})

export const useUnchosen = (): boolean => useSession().user?.names?.shown_as === 'unchosen'

/** Asks for the name first. The caller renders `question`. */
export function useNameFirst(): { nameFirst: (act: () => unknown) => void; question: ReactNode } {
  const unchosen = useUnchosen()
  const [awaited, setAwaited] = useState<{ act: () => unknown } | null>(null)
  const nameFirst = useCallback((act: () => unknown) => void (unchosen ? setAwaited({ act }) : act()), [unchosen])
  const question = awaited && (
    <Suspense>
      <NameDialog
        onClose={() => setAwaited(null)}
        onKept={() => {
          setAwaited(null)
          awaited.act()
        }}
      />
    </Suspense>
  )
  return { nameFirst, question }
}
