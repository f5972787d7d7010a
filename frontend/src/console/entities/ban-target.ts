import type { BanScope, BanView, SubjectView } from '@kla/proto/web'
import { useEffect, useState } from 'react'
import { isMissing } from '../../shared/api/errors.js'
import { useSubjectQuery } from './account-history.js'
import { useLazyActiveBanQuery } from './bans.js'

/** Person and ban that the form concerns. */
export type BanTarget =
  | { kind: 'none' }
  | { kind: 'looking'; id: number }
  | { kind: 'unknown'; id: number }
  | { kind: 'failed'; id: number; error: unknown; again: () => void }
  | { kind: 'known'; subject: SubjectView; ban: BanView | null }

/** Looks up the person and the ban in force, again when `looks` changes. `newer` comes from someone else. */
export function useBanTarget(id: number | null, scope: BanScope, newer: BanView | null, looks: number): BanTarget {
  const subject = useSubjectQuery(id ?? 0, { skip: id === null })
  const [check, active] = useLazyActiveBanQuery()
  const [asked, setAsked] = useState<string | null>(null)
  const now = id === null ? null : `${id} ${scope}`
  const known = subject.currentData
  useEffect(() => {
    if (id === null || known === undefined) return
    let stale = false
    void check({ userId: id, scope }).then(() => stale || setAsked(`${id} ${scope}`))
    return () => {
      stale = true
    }
  }, [check, id, scope, known, looks])

  if (id === null) return { kind: 'none' }
  if (isMissing(subject.error)) return { kind: 'unknown', id }
  const error = subject.error ?? (asked === now ? active.error : undefined)
  if (error) return { kind: 'failed', id, error, again: () => void subject.refetch() }
  if (known === undefined || asked !== now || active.currentData === undefined) return { kind: 'looking', id }
  return { kind: 'known', subject: known, ban: newer ?? active.currentData }
}
