import { Button } from '../../../shared/ui/button.js'
import { Countdown } from '../../../shared/ui/countdown.js'
import { Panel } from '../../../shared/ui/panel.js'
import { useCheckInMutation, useEnterCupMutation, type Cup } from '../../../entities/cup/cups.js'
import { useToldFailure } from '../use-told-failure.js'
import { Withdraw } from './withdraw.js'
import styles from './own.module.css'

/** For who may enter. */
export function Outside({ cup, full }: { cup: Cup; full: boolean }) {
  const [enter, { isLoading, error }] = useEnterCupMutation()
  useToldFailure(error, 'You could not be entered. Please try again.')
  return (
    <Panel title="Play in this cup" className={styles.panel}>
      <p className={styles.text}>
        {full
          ? 'Every place is taken. One comes free when somebody withdraws.'
          : 'Enter now, check in before it starts, and be here when your tie is called.'}
      </p>
      <Button variant="primary" disabled={full} busy={isLoading} onClick={() => void enter(cup.id)}>
        {full ? 'This cup is full' : 'Enter the cup'}
      </Button>
    </Panel>
  )
}

/** For who has entered while check-in is not open yet. */
export const Entered = ({ cup }: { cup: Cup }) => (
  <Panel title="You have entered" className={styles.panel}>
    <p className={styles.text}>
      Check-in opens in <Countdown until={cup.check_in_at} />. Come back for it: whoever has not checked in by the start
      does not play.
    </p>
    <Withdraw cup={cup} />
  </Panel>
)

/** For who has to say that they are there. */
export function CheckInDue({ cup }: { cup: Cup }) {
  const [checkIn, { isLoading, error }] = useCheckInMutation()
  useToldFailure(error, 'You could not be checked in. Please try again.')
  return (
    <Panel title="Check-in is open" className={styles.due}>
      <p>
        The bracket is drawn in <Countdown until={cup.starts_at} />.
      </p>
      <div className={styles.actions}>
        <Button variant="primary" busy={isLoading} onClick={() => void checkIn(cup.id)}>
          Check in
        </Button>
        <Withdraw cup={cup} />
      </div>
    </Panel>
  )
}

/** For who waits for the draw. */
export const CheckedIn = ({ cup }: { cup: Cup }) => (
  <Panel title="You are checked in" className={styles.panel}>
    <p className={styles.text}>
      The bracket is drawn in <Countdown until={cup.starts_at} />. Your first tie appears here.
    </p>
    <Withdraw cup={cup} />
  </Panel>
)
