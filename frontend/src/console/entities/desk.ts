import { DUTY_RENEW_MS, type DeskView, type DutyChange, type NoteCreation } from '@kla/proto/web'
import { useEffect } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { toastSuccess } from '../../shared/ui/toast.js'
import { lastUseMs } from '../kit/last-use.js'
import { consoleApi } from './console-api.js'
import { followDesk, waitFor } from './desk-changes.js'
import { isComplete, useAdminSessionQuery, useMay } from './session-api.js'
import { selectToken } from './session.js'

const deskApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    desk: build.query<DeskView, void>({
      query: () => 'admin/desk',
      providesTags: ['Desk'],
    }),
    setDuty: build.mutation<DeskView, DutyChange>({
      query: (body) => ({ url: 'admin/desk/duty', method: 'PUT', body }),
      invalidatesTags: ['Desk'],
    }),
    takeBreak: build.mutation<DeskView, void>({
      query: () => ({ url: 'admin/desk/break', method: 'POST' }),
      invalidatesTags: ['Desk', 'Audit'],
    }),
    leaveHandover: build.mutation<DeskView, NoteCreation>({
      query: (body) => ({ url: 'admin/desk/handover', method: 'POST', body }),
      invalidatesTags: ['Desk'],
    }),
  }),
})

export const { useSetDutyMutation, useTakeBreakMutation, useLeaveHandoverMutation } = deskApi

const useSeesDesk = (): boolean => {
  const may = useMay()
  return may('reports.read') || may('tickets.read')
}

/** Fetches what waits, for administrators who may see any of it. */
export function useDesk() {
  const sees = useSeesDesk()
  return deskApi.useDeskQuery(undefined, { skip: !sees, refetchOnMountOrArgChange: false })
}

/** The administrator's own duty, while it counts. */
export function useOwnDuty() {
  const me = useAdminSessionQuery(undefined, { refetchOnMountOrArgChange: false }).data?.id
  return useDesk().data?.on_duty.find(({ id }) => id === me)
}

/** Renews the own duty while the console is used: in a quiet hour nothing else shows that someone is there. */
export function useDutyRenewal(): void {
  const until = useOwnDuty()?.until
  const [setDuty] = useSetDutyMutation()
  useEffect(() => {
    if (until === undefined) return undefined
    const renew = () => {
      const isUsed = Date.now() - lastUseMs() < DUTY_RENEW_MS
      if (isUsed && Date.now() < Date.parse(until)) void setDuty({ on: true, renews: true })
    }
    const timer = setInterval(renew, DUTY_RENEW_MS)
    return () => clearInterval(timer)
  }, [until, setDuty])
}

/** Shortest time between two refetches: the server records each read of the queue. */
export const REFRESH_MS = 5_000

/** Shortest time between two refetches of approvals. */
export const APPROVALS_MS = 1_000

const REQUEST_WORDS = {
  approved: 'Your request was approved. See Approvals.',
  ended: 'Your request expired unapproved. You can ask again.',
} as const

/** Calls a function at once and then at most every `everyMs`, with the last call never lost. */
export function paced(everyMs: number, run: () => void): { call: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting = false
  const call = () => {
    if (timer !== undefined) {
      waiting = true
      return
    }
    run()
    timer = setTimeout(() => {
      timer = undefined
      if (waiting) call()
      waiting = false
    }, everyMs)
  }
  return { call, stop: () => clearTimeout(timer) }
}

/** Keeps the desk's numbers and the queue current while the console is open. */
export function useDeskChanges(): void {
  const sees = useSeesDesk()
  const token = useSelector(selectToken)
  // A session with a step to do is refused everything else.
  const complete = isComplete(useAdminSessionQuery(undefined, { refetchOnMountOrArgChange: false }).data)
  const dispatch = useDispatch()
  useEffect(() => {
    if (!sees || !complete || token === null) return undefined
    const left = new AbortController()
    const refresh = paced(REFRESH_MS, () => {
      const visible = document.visibilityState === 'visible'
      dispatch(consoleApi.util.invalidateTags(visible ? ['Desk', { type: 'Jobs', id: 'LIST' }] : ['Desk']))
    })
    const onVisible = () => {
      if (document.visibilityState === 'visible') refresh.call()
    }
    window.addEventListener('focus', onVisible)
    window.addEventListener('online', onVisible)
    document.addEventListener('visibilitychange', onVisible)
    const approvals = paced(APPROVALS_MS, () => {
      dispatch(consoleApi.util.invalidateTags(['Desk', 'Approvals', 'Evidence']))
    })
    const deps = {
      fetch: (address: string, init: RequestInit) => fetch(address, init),
      wait: waitFor,
      random: Math.random,
    }
    void followDesk(token, left.signal, refresh.call, deps, (own) => {
      approvals.call()
      if (own && own.state !== 'waiting') toastSuccess(REQUEST_WORDS[own.state])
    })
    return () => {
      left.abort()
      refresh.stop()
      approvals.stop()
      window.removeEventListener('focus', onVisible)
      window.removeEventListener('online', onVisible)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [sees, complete, token, dispatch])
}
