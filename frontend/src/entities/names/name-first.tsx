import { type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from '../../shared/loading/lazy-part.js'
import { useUnchosen } from './names.js'

const importCard = () => import('./how-others-see-you.js')
const Card = lazyPart(importCard, { asBar: true })
const Question = lazyPart(async () => ({ default: (await importCard()).NameDialog }), { asBar: true })

/** Loaded for those alone who have not answered it. */
export const HowOthersSeeYou = ({ className }: { className?: string }) =>
  useUnchosen() && (
    <Suspense>
      <Card className={className} />
    </Suspense>
  )

/** Asks how others see the player, once, before an act that shows the player. `question` has to be rendered. */
export function useNameFirst(): { nameFirst: (act: () => void) => void; question: ReactNode } {
  const unchosen = useUnchosen()
  const [awaited, setAwaited] = useState<{ act: () => void } | null>(null)
  const nameFirst = (act: () => void) => {
    if (unchosen) setAwaited({ act })
    else act()
  }
  const question = awaited && (
    <Suspense>
      <Question
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
