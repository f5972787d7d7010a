import { useEffect } from 'react'
import { useAgeConfirmed } from '../entities/age/age-flag.js'
import { useAttestAgeMutation } from '../entities/session/session-api.js'
import { useSession } from '../entities/session/use-session.js'
import { showNotice } from '../shared/ui/notices.js'
import { SHELL } from '../texts/shell.js'

const ONCE = { fixedCacheKey: 'age-attestation' }

const useAttestation = () => {
  const flag = useAgeConfirmed()
  const { status, session } = useSession()
  const [attest, { isUninitialized, isLoading }] = useAttestAgeMutation(ONCE)
  const due = flag && session !== null && !session.ageConfirmed && !session.ageLocked
  const pending = isUninitialized || isLoading
  return { attest, due, isUninitialized, pending, known: flag && status !== 'loading' }
}

/** Declares a signed-in player's age once it is confirmed. */
export const useAttestAge = () => {
  const { attest, due, isUninitialized } = useAttestation()
  useEffect(() => {
    if (!due || !isUninitialized) return
    attest(true)
      .unwrap()
      .catch(() => showNotice(SHELL.ageNotRecorded))
  }, [due, isUninitialized, attest])
}

const DECLARE_WITHIN_MS = 3_000

/** Locks the signed-in account as under 18. */
export const useDeclareUnderAge = (): (() => Promise<void>) => {
  const { status, session } = useSession()
  const [declare] = useAttestAgeMutation()
  return async () => {
    if (status === 'ready' && session === null) return
    await Promise.race([declare(false), new Promise((resolve) => setTimeout(resolve, DECLARE_WITHIN_MS))])
  }
}

/** True once the age verdict is settled, which connections keep. */
export const useAgeSettled = (): boolean => {
  const { due, pending, known } = useAttestation()
  return known && !(due && pending)
}
