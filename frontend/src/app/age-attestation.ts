import { useEffect } from 'react'
import { toastError } from '../shared/ui/toast.js'
import { useAgeConfirmed } from '../entities/age/age-flag.js'
import { useAttestAgeMutation } from '../entities/session/session-api.js'
import { useSession } from '../entities/session/use-session.js'

/** One attestation per page, wherever it is looked at. */
const ONCE = { fixedCacheKey: 'age-attestation' }

const useAttestation = () => {
  const flag = useAgeConfirmed()
  const { status, session } = useSession()
  const [attest, { isUninitialized, isLoading }] = useAttestAgeMutation(ONCE)
  const due = flag && session !== null && !session.ageConfirmed && !session.ageLocked
  const pending = isUninitialized || isLoading
  return { attest, due, isUninitialized, pending, known: flag && status !== 'loading' }
}

/** Tells the server, once the overlay is confirmed and somebody is signed in, that this account declared its age. */
export const useAttestAge = () => {
  const { attest, due, isUninitialized } = useAttestation()
  useEffect(() => {
    if (!due || !isUninitialized) return
    attest(true)
      .unwrap()
      .catch(() => toastError('Your age could not be recorded. Reload the page to try again.'))
  }, [due, isUninitialized, attest])
}

/** Longer than a healthy answer takes; the page is being left. */
const TELL_WITHIN_MS = 3_000

/** Tells the server that who is signed in here is under 18, which locks the account. Visitors have nothing to tell. */
export const useDeclareUnderAge = (): (() => Promise<void>) => {
  const { status, session } = useSession()
  const [declare] = useAttestAgeMutation()
  return async () => {
    if (status === 'ready' && session === null) return
    // The browser sends it even if the page is gone before the answer.
    await Promise.race([declare(false), new Promise((resolve) => setTimeout(resolve, TELL_WITHIN_MS))])
  }
}

/**
 * Whether everything about this person's age is known that can be. Only then may a connection be opened: it carries
 * the verdict that it was opened with.
 */
export const useAgeSettled = (): boolean => {
  const { due, pending, known } = useAttestation()
  return known && !(due && pending)
}
