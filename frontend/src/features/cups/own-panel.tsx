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
import { Resettling } from '../../shared/ui/settling.js'
import { toastError } from '../../shared/ui/toast.js'
import { CUP_ENTRY } from '../../texts/cup.js'
import { OwnTie } from './own-tie.js'
import styles from './own.module.css'
import { statusIn } from './rules.js'

export function OwnPanel({ cup, userId }: { cup: Cup; userId: number }) {
  const status = statusIn(cup, userId)
  return (
    <Resettling meaning={`${cup.id} ${status.kind}`}>
      <StatusPanel cup={cup} status={status} userId={userId} />
    </Resettling>
  )
}

interface StatusPanelProps {
  cup: Cup
  status: ReturnType<typeof statusIn>
  userId: number
}

function StatusPanel({ cup, status, userId }: StatusPanelProps) {
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
        <Panel title={CUP_ENTRY.won} className={styles.panel}>
          <p>{CUP_ENTRY.wonWhy}</p>
        </Panel>
      )
    case 'out':
      return (
        <Panel title={CUP_ENTRY.out} className={styles.panel}>
          <p className={styles.text}>{CUP_ENTRY.outNext}</p>
          <Link className={buttonClass()} to={PATHS.cups}>
            {CUP_ENTRY.otherCups}
          </Link>
        </Panel>
      )
    case 'missed':
      return (
        <Panel title={CUP_ENTRY.missed} className={styles.panel}>
          <p className={styles.text}>{CUP_ENTRY.missedNext}</p>
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
    <Panel title={CUP_ENTRY.play} className={styles.panel}>
      <p className={styles.text}>{CUP_ENTRY.logInWhy}</p>
      <a className={buttonClass({ variant: 'primary' })} href={loginPath}>
        {CUP_ENTRY.logIn}
      </a>
    </Panel>
  )
}

function Outside({ cup, full }: { cup: Cup; full: boolean }) {
  const [enter, { isLoading, error }] = useEnterCupMutation()
  const { nameFirst, question } = useNameFirst()
  useFailureToast(error, CUP_ENTRY.enterFailed)
  return (
    <Panel title={CUP_ENTRY.play} className={styles.panel}>
      <p className={styles.text}>{full ? CUP_ENTRY.fullWhy : CUP_ENTRY.how}</p>
      <Button variant="primary" disabled={full} busy={isLoading} onClick={() => nameFirst(() => void enter(cup.id))}>
        {full ? CUP_ENTRY.full : CUP_ENTRY.enter}
      </Button>
      {question}
    </Panel>
  )
}

const Entered = ({ cup }: { cup: Cup }) => (
  <Panel title={CUP_ENTRY.entered} className={styles.panel}>
    <p className={styles.text}>{CUP_ENTRY.enteredNext({ left: () => <Countdown until={cup.check_in_at} /> })}</p>
    <Withdraw cup={cup} />
  </Panel>
)

function CheckInDue({ cup }: { cup: Cup }) {
  const [checkIn, { isLoading, error }] = useCheckInMutation()
  const { whenReady, screen } = useGetReady()
  useFailureToast(error, CUP_ENTRY.checkInFailed)
  return (
    <Panel title={CUP_ENTRY.due} className={styles.due}>
      <p>{CUP_ENTRY.dueNext({ left: () => <Countdown until={cup.starts_at} /> })}</p>
      <div className={styles.actions}>
        <Button
          variant="primary"
          busy={isLoading}
          onClick={() => whenReady({ go: CUP_ENTRY.checkIn, leadsTo: 'elsewhere', act: () => checkIn(cup.id) })}
        >
          {CUP_ENTRY.checkIn}
        </Button>
        <Withdraw cup={cup} />
      </div>
      {screen}
    </Panel>
  )
}

const CheckedIn = ({ cup }: { cup: Cup }) => (
  <Panel title={CUP_ENTRY.checkedIn} className={styles.panel}>
    <p className={styles.text}>{CUP_ENTRY.checkedInNext({ left: () => <Countdown until={cup.starts_at} /> })}</p>
    <Withdraw cup={cup} />
  </Panel>
)

const useFailureToast = (error: unknown, fallback: string) =>
  useEffect(() => {
    if (error) toastError(errorText(error, fallback))
  }, [error, fallback])

function Withdraw({ cup }: { cup: Cup }) {
  const [withdraw, { isLoading, error }] = useWithdrawFromCupMutation()
  useFailureToast(error, CUP_ENTRY.withdrawFailed)
  return (
    <Button variant="quiet" busy={isLoading} onClick={() => void withdraw(cup.id)}>
      {CUP_ENTRY.withdraw}
    </Button>
  )
}
