import { Suspense, useState } from 'react'
import { errorText } from '../../shared/api/errors.js'
import { lazyPart } from '../../shared/loading/lazy-part.js'
import { Button } from '../../shared/ui/button.js'
import { Icon } from '../../shared/ui/icon.js'
import { Skeleton } from '../../shared/ui/skeleton.js'
import { toastError } from '../../shared/ui/toast.js'
import { LIMITS_GLANCE } from '../../texts/limits.js'
import { UI } from '../../texts/ui.js'
import styles from './limits-glance.module.css'
import {
  type Card,
  CAUTIOUS_WORDS,
  cautiously,
  choicesBetween,
  isSameCard,
  summaryOf,
  useLimits,
  useSetLimits,
} from './limits.js'

const LimitsForm = lazyPart(async () => ({ default: (await import('./limits-form.js')).LimitsForm }), { asBar: true })

/** Limits in a few lines, with a cautious set that a press saves. */
export function LimitsGlance() {
  const { data: card, isError, isFetching, refetch } = useLimits()
  if (card) return <Glance card={card} />
  if (!isError || isFetching) return <Skeleton height="5.5rem" />
  return (
    <p className={styles.failed} role="alert">
      <span>{LIMITS_GLANCE.notLoaded}</span>
      <Button variant="quiet" onClick={() => void refetch()}>
        {UI.tryAgain}
      </Button>
    </p>
  )
}

/** Last change of the glance itself, which it can undo. */
interface Done {
  readonly before: Card
  readonly after: Card
  /** True once the card shows it, which happens after the answer. */
  readonly reached: boolean
}

function Glance({ card }: { card: Card }) {
  const [save, { isLoading }] = useSetLimits()
  const [done, setDone] = useState<Done | null>(null)
  const [open, setOpen] = useState(false)
  const cautious = cautiously(card)
  const isCautious = isSameCard(card, cautious)

  // A card that changed since holds newer choices, which an undo would lose.
  const asLeft = done !== null && isSameCard(card, done.after)
  if (done && done.reached !== asLeft) setDone(asLeft ? { ...done, reached: true } : null)

  const keep = async (from: Card, to: Card) => {
    const { data, error } = await save(choicesBetween(from, to))
    if (error) toastError(errorText(error, LIMITS_GLANCE.failed))
    return data
  }
  const beCautious = async () => {
    const saved = await keep(card, cautious)
    if (saved) setDone({ ...saved, reached: false })
  }
  return (
    <div className={styles.glance}>
      <p className={styles.summary} role="status">
        {isSameCard(card, {}) ? (
          LIMITS_GLANCE.none
        ) : (
          <>
            <Icon name="check" size={18} /> {LIMITS_GLANCE.saved({ summary: summaryOf(card) })}
          </>
        )}
      </p>
      {!isCautious && <p className={styles.words}>{LIMITS_GLANCE.cautious({ acts: listed(CAUTIOUS_WORDS) })}</p>}
      <div className={styles.actions}>
        {!isCautious && (
          <Button busy={isLoading} onClick={() => void beCautious()}>
            {LIMITS_GLANCE.useCautious}
          </Button>
        )}
        {done?.reached && (
          <Button busy={isLoading} onClick={() => void keep(done.after, done.before)}>
            {LIMITS_GLANCE.undo}
          </Button>
        )}
        <Button variant="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? LIMITS_GLANCE.chosen : LIMITS_GLANCE.choose}
        </Button>
      </div>
      {open && (
        <Suspense>
          <LimitsForm kept={card} />
        </Suspense>
      )}
    </div>
  )
}

const listed = (words: readonly string[]): string => words.map((word) => word.toLowerCase()).join(' · ')
