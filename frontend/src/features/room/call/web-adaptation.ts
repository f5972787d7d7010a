import { type AdaptationDeps, createAdaptation } from '../../../shared/rtc/adaptation/adaptation.js'
import { saveDiagnostics } from '../../../shared/rtc/adaptation/saved-diagnostics.js'

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

export const createWebAdaptation = (call: AdaptationDeps) =>
  createAdaptation({ ...call, measureGateway, onDiagnostics: (diagnostics) => saveDiagnostics(diagnostics) })
