import { Suspense, useRef } from 'react'
import { useSelector } from 'react-redux'
import { SealedNote } from '../../../entities/reports/sealed-note.js'
import { Button } from '../../../shared/ui/button.js'
import { Icon } from '../../../shared/ui/icon.js'
import { useSettled } from '../../../shared/ui/settling.js'
import { REVEAL_BAR } from '../../../texts/room-reveal.js'
import { useReveal, useServices } from '../call/services.js'
import { AboutVeil } from '../later-parts.js'
import { selectOpponent, useMe, useRoom } from '../state/use-room.js'
import styles from './reveal-bar.module.css'
import { plainWords, revealWords } from './reveal-words.js'

export function RevealBar({ phone }: { phone: boolean }) {
  const me = useMe()
  const opponent = useSelector(selectOpponent(me))
  const why = useRoom(({ reveal }) => reveal?.closed ?? null)
  // A room shown as open does not know yet that this page closed the reveal.
  const theirs = useRoom(
    ({ reveal }) => opponent !== null && reveal?.open === false && reveal.ready.includes(opponent.id),
  )
  const { reveal } = useServices()
  const { room, ...view } = useReveal((view) => view)
  const { mine, state, ending } = view
  // A second press on "Blur both" must not show again.
  const offersShow = state === 'closed' && !mine
  const settled = useSettled(offersShow)
  const bar = useRef<HTMLElement>(null)
  if (room === 'unknown') return null
  /** Moves the focus away, or the button that comes next would get it, and Enter could show the player again. */
  const press = (act: () => void) => () => {
    act()
    bar.current?.focus({ preventScroll: true })
  }

  const plain = room === 'plain'
  const name = opponent?.username ?? null
  const closed = why && { why: why.why, byMe: why.by === me }
  const { now, hint } = plain ? plainWords(name) : revealWords({ opponent: name, theirs, closed, ...view })
  const icon = plain || state === 'open' ? 'eye' : 'eye-off'
  // One row on phones; the rest is behind the icon.
  const brief = phone && opponent !== null
  return (
    <section
      ref={bar}
      tabIndex={-1}
      className={styles.bar}
      data-state={state}
      data-awaited={(theirs && !mine) || undefined}
      aria-label={REVEAL_BAR.label}
    >
      {brief && (
        <Suspense>
          <AboutVeil icon={icon} who={opponent.username}>
            {now} {hint}
          </AboutVeil>
        </Suspense>
      )}
      <div className={styles.message}>
        <p className={styles.words} role="status">
          {!brief && <Icon name={icon} />}
          <span>
            {now} {hint && <span className={brief ? 'visually-hidden' : undefined}>{hint}</span>}
          </span>
        </p>
        {opponent && !brief && <SealedNote who={opponent.username} className={styles.note} />}
      </div>
      {plain || opponent === null ? null : state !== 'closed' ? (
        <Button key="blur" variant="danger" onClick={press(reveal.withdraw)}>
          {!brief && <Icon name="eye-off" />} {REVEAL_BAR.blurBoth}
        </Button>
      ) : mine ? (
        <Button key="notYet" onClick={press(reveal.withdraw)}>
          {REVEAL_BAR.notYet}
        </Button>
      ) : (
        <Button
          key="show"
          variant="primary"
          busy={ending}
          aria-disabled={!settled}
          onClick={settled ? press(reveal.show) : undefined}
        >
          {!ending && !brief && <Icon name="eye" />} {REVEAL_BAR.show}
        </Button>
      )}
    </section>
  )
}
