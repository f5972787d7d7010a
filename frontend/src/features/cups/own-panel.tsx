import { useEffect } from 'react'
import { Link } from 'react-router'
import {
  type Cup,
  useCheckInMutation,
  useEnterCupMutation,
  useWithdrawFromCupMutation,
} from '../../entities/cup/cups.js'
import { useNameFirst } from '../../entities/names/use-name-first.js'
import { useGetReady } from '../../entities/ready/use-get-ready.js'
import { useLoginPath } from '../../entities/session/login-path.js'
import { errorText } from '../../shared/api/errors.js'
import { PATHS } from '../../shared/config/paths.js'
import { Button, buttonClass } from '../../shared/ui/button.js'
import { Countdown } from '../../shared/ui/countdown.js'
import { Panel } from '../../shared/ui/panel.js'
import { toastError } from '../../shared/ui/toast.js'
import styles from './own.module.css'
import { OwnTie } from './own-tie.js'
import { statusIn } from './rules.js'

export function OwnPanel({ cup, userId }: { cup: Cup; userId: number }) {
  const status = statusIn(cup, userId)
  switch (status.kind) {
    case 'outside':
      return <Outside cup={cup} full={status.full} />
    case 'entered':
      return <Entered cup={cup} />
    case 'check-in-due':
      return <CheckInDue cup={cup} />
    case 'checked-in':
      return <CheckedIn cup={cup} />
    case 'tie':
      return <OwnTie key={status.tie.id} cup={cup} tie={status.tie} userId={userId} />
    case 'champion':
      return (
        <Panel title="The cup is yours" className={styles.panel}>
          <p>You won every tie. Well done.</p>
        </Panel>
      )
    case 'out':
      return (
        <Panel title="You're out of this cup" className={styles.panel}>
          <p className={styles.text}>Thanks for playing. You can follow the rest here.</p>
          <Link className={buttonClass()} to={PATHS.cups}>
            See the other cups
          </Link>
        </Panel>
      )
    case 'missed':
      return (
        <Panel title="You didn't check in" className={styles.panel}>
          <p className={styles.text}>The bracket was drawn without you. You can follow it here.</p>
        </Panel>
      )
    case 'onlooker':
      return null
  }
}

export const VisitorPanel = ({ cup }: { cup: Cup }) => {
  const loginPath = useLoginPath()
  if (cup.state !== 'sign-up' && cup.state !== 'check-in') return null
  return (
    <Panel title="Play in this cup" className={styles.panel}>
      <p className={styles.text}>You enter with your Discord account.</p>
      <a className={buttonClass({ variant: 'primary' })} href={loginPath}>
        Login with Discord
      </a>
    </Panel>
  )
}

function Outside({ cup, full }: { cup: Cup; full: boolean }) {
  const [enter, { isLoading, error }] = useEnterCupMutation()
  const { nameFirst, question } = useNameFirst()
  useFailureToast(error, "We couldn't enter you. Please try again.")
  return (
    <Panel title="Play in this cup" className={styles.panel}>
      <p className={styles.text}>
        {full
          ? 'Every place is taken. You can enter if someone withdraws.'
          : 'Enter now, check in before it starts, and be here when your tie is called.'}
      </p>
      <Button variant="primary" disabled={full} busy={isLoading} onClick={() => nameFirst(() => void enter(cup.id))}>
        {full ? 'This cup is full' : 'Enter the cup'}
      </Button>
      {question}
    </Panel>
  )
}

const Entered = ({ cup }: { cup: Cup }) => (
  <Panel title="You're in" className={styles.panel}>
    <p className={styles.text}>
      Check-in opens in <Countdown until={cup.check_in_at} />. Come back then: if you haven’t checked in by the start,
      you can’t play.
    </p>
    <Withdraw cup={cup} />
  </Panel>
)

function CheckInDue({ cup }: { cup: Cup }) {
  const [checkIn, { isLoading, error }] = useCheckInMutation()
  const { whenReady, screen } = useGetReady()
  useFailureToast(error, "We couldn't check you in. Please try again.")
  return (
    <Panel title="Check-in is open" className={styles.due}>
      <p>
        The bracket is drawn in <Countdown until={cup.starts_at} />.
      </p>
      <div className={styles.actions}>
        <Button
          variant="primary"
          busy={isLoading}
          onClick={() => whenReady({ go: 'Check in', leadsTo: 'elsewhere', act: () => checkIn(cup.id) })}
        >
          Check in
        </Button>
        <Withdraw cup={cup} />
      </div>
      {screen}
    </Panel>
  )
}

const CheckedIn = ({ cup }: { cup: Cup }) => (
  <Panel title="You're checked in" className={styles.panel}>
    <p className={styles.text}>
      The bracket is drawn in <Countdown until={cup.starts_at} />. Your first tie appears here.
    </p>
    <Withdraw cup={cup} />
  </Panel>
)

const useFailureToast = (error: unknown, fallback: string) =>
  useEffect(() => {
    if (error) toastError(errorText(error, fallback))
  }, [error, fallback])

function Withdraw({ cup }: { cup: Cup }) {
  const [withdraw, { isLoading, error }] = useWithdrawFromCupMutation()
  useFailureToast(error, "We couldn't withdraw you. Please try again.")
  return (
    <Button variant="quiet" busy={isLoading} onClick={() => void withdraw(cup.id)}>
      Withdraw
    </Button>
  )
}
