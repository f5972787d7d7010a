import { type CallingCoach, createCoach } from '../../../shared/rtc/coach/coach.js'
import { keepDiagnostics } from '../../../shared/rtc/coach/kept-diagnostics.js'

const GATEWAY_WITHIN_MS = 3_000

/** A failed request counts as the timeout. */
async function measureGateway(): Promise<number> {
  const beganAt = performance.now()
  try {
    await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(GATEWAY_WITHIN_MS) })
    return Math.round(performance.now() - beganAt)
  } catch {
    return GATEWAY_WITHIN_MS
  }
}

export const createWebCoach = (call: CallingCoach) =>
  createCoach({ ...call, measureGateway, onDiagnostics: (diagnostics) => keepDiagnostics(diagnostics) })
