import { BREAK_AFTER_JOBS, type DeskView } from '@kla/proto/web'
import { useState } from 'react'
import { errorText } from '../../shared/api/errors.js'
import { Button } from '../../shared/ui/button.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { useTakeBreakMutation } from '../entities/desk.js'
import { When } from '../kit/moments.js'
import { Notice } from '../kit/states.js'
import styles from './desk.module.css'

const jobsWords = (jobs: number): string => (jobs === 1 ? '1 hard job' : `${jobs} hard jobs`)

type Due = NonNullable<DeskView['break_due']>

/** Names a suggestion, so that one put off returns after as many hard jobs again. */
export const suggestionOf = ({ reason, jobs, since }: Due): string =>
  reason === 'jobs' ? `jobs ${Math.floor(jobs / BREAK_AFTER_JOBS)}` : `time ${since}`

/** Suggests a break to the moderator, and names others who need one to those who supervise. */
export function Breaks({ desk }: { desk: DeskView }) {
  const [putOff, setPutOff] = useState<string | null>(null)
  const own = desk.break_due
  return (
    <>
      {own && suggestionOf(own) !== putOff && <OwnBreak due={own} onLater={() => setPutOff(suggestionOf(own))} />}
      {desk.others_due && desk.others_due.length > 0 && (
        <Notice title="Due for a break">
          {desk.others_due.map(({ id, name, reason, jobs, since }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              {name} (
              {reason === 'jobs' ? (
                <>
                  {jobsWords(jobs)} since <When at={since} clock="minutes" />
                </>
              ) : (
                <>
                  no break since <When at={since} clock="minutes" />, {jobsWords(jobs)}
                </>
              )}
              )
            </span>
          ))}
          . Ask how they are, and take over for a while if you can.
        </Notice>
      )}
    </>
  )
}

function OwnBreak({ due: { reason, jobs }, onLater }: { due: Due; onLater: () => void }) {
  const [takeBreak, { isLoading }] = useTakeBreakMutation()
  const take = async () => {
    const { error } = await takeBreak()
    if (error) toastError(errorText(error, "We couldn't note your break. Try again."))
    else toastSuccess('Enjoy your break.')
  }
  return (
    <div className={styles.rest}>
      <Notice title={reason === 'jobs' ? `${jobsWords(jobs)} in an hour` : 'Two hours on duty without a break'}>
        A short break helps. Look at something else for ten minutes. You can still take a job if no one else can.
      </Notice>
      <Button busy={isLoading} onClick={() => void take()}>
        Take a break
      </Button>
      <Button variant="quiet" onClick={onLater}>
        Not now
      </Button>
    </div>
  )
}
