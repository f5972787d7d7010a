import { useEffect } from 'react'
import { toastError } from '../components/ui/toast.js'
import { useAgeConfirmed } from '../lib/age/age-flag.js'
import { useAttestAgeMutation } from '../lib/session/session-api.js'
import { useSession } from '../lib/session/use-session.js'

/** One attestation per page, wherever it is looked at. */
const ONCE = { fixedCacheKey: 'age-attestation' }

const useAttestation = () => {
  const flag = useAgeConfirmed()
  const { status, session } = useSession()
  const [attest, { isUninitialized, isLoading }] = useAttestAgeMutation(ONCE)
  const due = flag && session !== null && !session.ageConfirmed
  const pending = isUninitialized || isLoading
  return { attest, due, isUninitialized, pending, known: flag && status !== 'loading' }
}

/** Tells the server, once the overlay is confirmed and somebody is signed in, that this account declared its age. */
export const useAttestAge = () => {
  const { attest, due, isUninitialized } = useAttestation()
  useEffect(() => {
    if (!due || !isUninitialized) return
    attest()
      .unwrap()
      .catch(() => toastError('Your age could not be recorded. Reload the page to try again.'))
  }, [due, isUninitialized, attest])
}

/**
 * Whether everything about this person's age is known that can be. Only then may a connection be opened: it carries
 * the verdict that it was opened with.
 */
export const useAgeSettled = (): boolean => {
  const { due, pending, known } = useAttestation()
  return known && !(due && pending)
}
