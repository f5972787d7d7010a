import type { StartWatchPeersData } from '@kla/proto/web'
import type { Clock } from '../realtime/clock.js'

/** Lease on connections with watchers, counted from receipt, so that clocks need not agree. */
export interface WatchLease {
  /** Returns false for an older start. */
  take(start: StartWatchPeersData): boolean
  lapsed(): boolean
  end(): void
}

/** `onLapse`: not renewed in time, or refused. */
export function createWatchLease(clock: Pick<Clock, 'after'>, onLapse: () => void): WatchLease {
  let generation = 0
  let lapsed = false
  let callOff = () => {}

  const lapse = () => {
    lapsed = true
    onLapse()
  }

  const begin = (leaseMs: number, standing: boolean) => {
    callOff()
    lapsed = false
    callOff = standing && leaseMs > 0 ? clock.after(leaseMs, lapse) : () => {}
    if (standing && leaseMs <= 0) lapse()
  }

  return {
    take(start) {
      if (start.generation !== undefined && start.generation < generation) return false
      generation = start.generation ?? generation
      // Without a lease a running one continues.
      if (start.leaseMs !== undefined) begin(start.leaseMs, start.peers.length > 0)
      return true
    },
    lapsed: () => lapsed,
    end() {
      callOff()
      generation = 0
      lapsed = false
    },
  }
}
