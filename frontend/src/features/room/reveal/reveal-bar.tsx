import { useSelector } from 'react-redux'
import { SealedNote } from '../../../entities/reports/sealed-note.js'
import { Button } from '../../../shared/ui/button.js'
import { Icon } from '../../../shared/ui/icon.js'
import { useSettled } from '../../../shared/ui/settling.js'
import { useReveal, useServices } from '../call/services.js'
import { selectOpponent, useMe, useRoom } from '../state/use-room.js'
import { plainWords, revealWords } from '../words.js'
import styles from './reveal-bar.module.css'

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
  if (room === 'unknown') return null

  const plain = room === 'plain'
  const name = opponent?.username ?? null
  const closed = why && { why: why.why, byMe: why.by === me }
  const words = plain ? plainWords(name) : revealWords({ opponent: name, theirs, closed, ...view })
  return (
    <section
      className={styles.bar}
      data-state={state}
      data-awaited={(theirs && !mine) || undefined}
      aria-label="Who is shown"
    >
      <div className={styles.message}>
        <p className={styles.words} role="status">
          <Icon name={plain || state === 'open' ? 'eye' : 'eye-off'} /> <span>{words}</span>
        </p>
        {opponent && <SealedNote who={opponent.username} className={styles.note} />}
      </div>
      {plain || opponent === null ? null : state !== 'closed' ? (
        <Button variant="danger" wide={phone} onClick={reveal.withdraw}>
          <Icon name="eye-off" /> Blur both
        </Button>
      ) : mine ? (
        <Button wide={phone} onClick={reveal.withdraw}>
          Not yet
        </Button>
      ) : (
        <Button
          variant="primary"
          wide={phone}
          busy={ending}
          aria-disabled={!settled}
          onClick={settled ? reveal.show : undefined}
        >
          {!ending && <Icon name="eye" />} Show myself
        </Button>
      )}
    </section>
  )
}
