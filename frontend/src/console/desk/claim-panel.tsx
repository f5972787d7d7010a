import type { JobDetailView } from '@kla/proto/web'
import { useState } from 'react'
import { errorText } from '../../shared/api/errors.js'
import { Button } from '../../shared/ui/button.js'
import { When } from '../kit/moments.js'
import type { Claim } from './claim.js'
import styles from './decision-form.module.css'

interface ClaimNoteProps {
  claim: Claim
  job: Pick<JobDetailView, 'claimed_by' | 'claimed_until'>
}

/** Says why the job cannot be decided here. */
export function ClaimNote({ claim, job }: ClaimNoteProps) {
  const words = claimWords(claim, job)
  return words === null ? null : (
    <p className={styles.claim} role="status" data-kind={claim.kind}>
      {words}
    </p>
  )
}

function claimWords(claim: Claim, { claimed_by, claimed_until }: ClaimNoteProps['job']) {
  switch (claim.kind) {
    case 'others':
      return (
        <>
          {claimed_by ?? 'Someone else'} is looking at this
          {claimed_until !== null && (
            <>
              {' '}
              until <When at={claimed_until} clock="minutes" />
            </>
          )}
          . You can read it, but not decide it.
        </>
      )
    case 'lost':
      return 'Your claim on this job has lapsed. What you wrote is still here. Claim the job again, then decide.'
    case 'closed':
      return 'This job is done: someone decided it, or its reports are gone.'
    case 'failed':
      return errorText(claim.error, "We couldn't claim this job for you. Check your connection, then try again.")
    case 'reading':
    case 'claiming':
    case 'own':
      return null
  }
}

interface ClaimAgainProps {
  claim: Claim
  onClaimAgain: () => Promise<void>
}

/** True if one can try to get the claim. */
export const mayClaimAgain = ({ kind }: Claim): boolean => kind === 'lost' || kind === 'others' || kind === 'failed'

/** The one thing to do without a claim. */
export function ClaimAgain({ claim, onClaimAgain }: ClaimAgainProps) {
  const [busy, setBusy] = useState(false)
  const again = async () => {
    setBusy(true)
    await onClaimAgain()
    setBusy(false)
  }
  return (
    <Button variant="primary" wide busy={busy} onClick={() => void again()}>
      {claim.kind === 'lost' ? 'Claim again' : 'Try to claim it'}
    </Button>
  )
}
