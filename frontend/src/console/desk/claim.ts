import { JOB_RENEW_MS, type JobDetailView } from '@kla/proto/web'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { useDispatch } from 'react-redux'
import { errorCode, isMissing } from '../../shared/api/errors.js'
import type { ConsoleDispatch } from '../entities/console-api.js'
import { lastUseMs } from '../kit/last-use.js'
import { jobsApi, useClaimJobMutation, useReleaseJobMutation, useRenewClaimMutation } from './api.js'

/** What this page may do with the job that it shows. */
export type Claim =
  /** Read only: no right to decide. */
  | { kind: 'reading' }
  | { kind: 'claiming' }
  | { kind: 'own'; claim: string }
  | { kind: 'others' }
  /** Lapsed while the job was open. */
  | { kind: 'lost' }
  /** The job was decided, or its reports are gone. */
  | { kind: 'closed' }
  | { kind: 'failed'; error: unknown }

/** Claim after a refusal of claiming, renewing or deciding; null if the refusal is about something else. */
export function claimAfter(error: unknown): Claim | null {
  const code = errorCode(error)
  if (code === 'JOB_CLAIMED') return { kind: 'others' }
  if (code === 'CLAIM_LOST') return { kind: 'lost' }
  if (code === 'JOB_NOT_FOUND' || (code === '' && isMissing(error))) return { kind: 'closed' }
  return null
}

/** A page that is not used gives its claim back by letting it lapse. */
export const UNUSED_MS = 10 * 60_000

export const mayRenew = (page: { visible: boolean; usedAtMs: number }, nowMs: number): boolean =>
  page.visible && nowMs - page.usedAtMs < UNUSED_MS

/** Jobs that this page shows: the last one to open a job is the one to release it. */
const holders = new Map<number, symbol>()

interface UseClaim {
  claim: Claim
  again: () => Promise<void>
  /** Takes note of a refusal; returns true if it was about the claim. */
  refused: (error: unknown) => boolean
  /** Keeps a decided job from being released. */
  decided: () => void
}

/** Claims a job on opening, renews the claim while the page is used, and releases the job on leaving. */
export function useClaim(id: number, decides: boolean, given: JobDetailView | null): UseClaim {
  const dispatch = useDispatch<ConsoleDispatch>()
  const [claimJob] = useClaimJobMutation()
  const [renewClaim] = useRenewClaimMutation()
  const [releaseJob] = useReleaseJobMutation()
  const [claim, setClaim] = useState<Claim>(() => {
    if (!decides) return { kind: 'reading' }
    return given?.claim ? { kind: 'own', claim: given.claim } : { kind: 'claiming' }
  })
  const held = claim.kind === 'own' ? claim.claim : null

  const take = useCallback(async (): Promise<Claim> => {
    const { data, error } = await claimJob(id)
    if (!data) return claimAfter(error) ?? { kind: 'failed', error }
    await dispatch(jobsApi.util.upsertQueryData('job', id, data))
    return data.claim === null ? { kind: 'others' } : { kind: 'own', claim: data.claim }
  }, [claimJob, dispatch, id])

  const wanted = claim.kind === 'claiming'
  useEffect(() => {
    if (!wanted) return undefined
    let left = false
    void take().then((taken) => {
      if (!left) setClaim(taken)
      else if (taken.kind === 'own' && !holders.has(id)) void releaseJob({ id, claim: taken.claim })
    })
    return () => {
      left = true
    }
  }, [wanted, take, releaseJob, id])

  useEffect(() => {
    if (held === null) return undefined
    const holder = Symbol()
    holders.set(id, holder)
    const release = () => {
      if (holders.get(id) !== holder) return
      holders.delete(id)
      void releaseJob({ id, claim: held })
    }
    window.addEventListener('pagehide', release)
    return () => {
      window.removeEventListener('pagehide', release)
      release()
    }
  }, [held, id, releaseJob])

  const refused = (error: unknown): boolean => {
    const after = claimAfter(error)
    if (after === null) return false
    holders.delete(id)
    setClaim(after)
    return true
  }

  const renew = useEffectEvent(async () => {
    if (held === null) return
    const { error } = await renewClaim({ id, claim: held })
    if (error) refused(error)
  })
  useEffect(() => {
    if (held === null) return undefined
    const renewIfUsed = () => {
      const page = { visible: document.visibilityState === 'visible', usedAtMs: lastUseMs() }
      if (mayRenew(page, Date.now())) void renew()
    }
    const timer = setInterval(renewIfUsed, JOB_RENEW_MS)
    document.addEventListener('visibilitychange', renewIfUsed)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', renewIfUsed)
    }
  }, [held])

  return {
    claim,
    again: async () => setClaim(await take()),
    refused,
    decided: () => {
      holders.delete(id)
    },
  }
}
