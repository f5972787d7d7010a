import { useEffect } from 'react'
import { toastError } from '../components/ui/toast.js'
import { useAgeConfirmed } from '../lib/age/age-flag.js'
import { useAttestAgeMutation } from '../lib/session/session-api.js'
import { useSession } from '../lib/session/use-session.js'

/** One answer for all places that ask, so that an account is attested once per page. */
const ATTESTATION = { fixedCacheKey: 'age-attestation' }

/**
 * Tells the server, once the overlay is confirmed and somebody is signed in, that this account has declared its age.
 * Answers whether everything that can be known about it is known: only then may a connection be opened, because it
 * carries the verdict it was opened with.
 */
export const useAgeAttestation = (): boolean => {
  const flag = useAgeConfirmed()
  const { status, session } = useSession()
  const [attest, { isUninitialized, isLoading }] = useAttestAgeMutation(ATTESTATION)
  const due = flag && session !== null && !session.ageConfirmed

  useEffect(() => {
    if (!due || !isUninitialized) return
    attest()
      .unwrap()
      .catch(() => toastError('Your age could not be recorded. Reload the page to try again.'))
  }, [due, isUninitialized, attest])

  return flag && status !== 'loading' && !(due && (isUninitialized || isLoading))
}
