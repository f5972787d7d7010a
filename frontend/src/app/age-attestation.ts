import { useEffect } from 'react'
import { useAgeConfirmed } from '../entities/age/age-flag.js'
import { markOf } from '../entities/session/forget-player.js'
import { useAttestAgeMutation } from '../entities/session/session-api.js'
import { useSession } from '../entities/session/use-session.js'
import { browserMemory } from '../shared/browser/memory.js'
import { ownerMark } from '../shared/browser/personal.js'
import { showNotice } from '../shared/ui/notices.js'
import { SHELL } from '../texts/shell.js'

const ONCE = { fixedCacheKey: 'age-attestation' }

/**
 * Followed by the player's mark. Kept until the server has the declaration, also after a logout: unlike the keys of
 * personal.ts.
 */
const UNDER_AGE_KEY = 'kla-under-age'
const memory = browserMemory('localStorage')

const isUnderAge = (mark: string) => memory.getItem(UNDER_AGE_KEY + mark) !== null

/** Sends the declaration, and keeps it under the player's mark alone: it must not lock the browser's next player. */
const declareUnderAge = async (
  attest: ReturnType<typeof useAttestAgeMutation>[0],
  mark: string | null,
): Promise<void> => {
  if (mark !== null) memory.setItem(UNDER_AGE_KEY + mark, '1')
  const { error } = await attest(false)
  if (!error && mark !== null) memory.removeItem(UNDER_AGE_KEY + mark)
}

const useAttestation = () => {
  const flag = useAgeConfirmed()
  const { status, session } = useSession()
  const [attest, { isUninitialized, isLoading }] = useAttestAgeMutation(ONCE)
  const due = flag && session !== null && !session.ageConfirmed && !session.ageLocked
  const pending = isUninitialized || isLoading
  const visits = status === 'ready' && session === null
  const mark = session && markOf(session.user.discordId)
  return { attest, flag, due, isUninitialized, pending, known: flag && status !== 'loading', visits, mark }
}

/** Declares a signed-in player's age: under 18 if that was said here and got lost, else 18 or older once confirmed. */
export const useAttestAge = () => {
  const { attest, flag, due, isUninitialized, mark } = useAttestation()
  // A new press of 18+ sends it again as well.
  useEffect(() => {
    if (mark !== null && isUnderAge(mark)) void declareUnderAge(attest, mark)
  }, [attest, flag, mark])
  useEffect(() => {
    if (!due || !isUninitialized || (mark !== null && isUnderAge(mark))) return
    attest(true)
      .unwrap()
      .catch(() => showNotice(SHELL.ageNotRecorded))
  }, [due, isUninitialized, attest, mark])
}

const DECLARE_WITHIN_MS = 3_000

/** Locks the signed-in account as under 18. */
export const useDeclareUnderAge = (): (() => Promise<void>) => {
  const { attest, visits, mark } = useAttestation()
  return async () => {
    if (visits) return
    await Promise.race([
      declareUnderAge(attest, mark ?? ownerMark()),
      new Promise((resolve) => setTimeout(resolve, DECLARE_WITHIN_MS)),
    ])
  }
}

/** True once the age verdict is settled, which connections keep. */
export const useAgeSettled = (): boolean => {
  const { due, pending, known } = useAttestation()
  return known && !(due && pending)
}
