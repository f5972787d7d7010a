import type { EvidenceContent, PackedStill, ReportSubmitted } from '@kla/proto/web'
import { createSource, type Observable } from '../../shared/browser/observable.js'
import { browserClock, type Clock } from '../../shared/realtime/clock.js'

/** One-time place that accepts stills. */
export type EvidencePlace = NonNullable<ReportSubmitted['evidence']>

/** `lost`: the place accepts no more. */
type UploadState = 'sending' | 'sent' | 'waiting' | 'lost'

/** Stills on their way to the server. */
export interface StillsUpload extends Observable<{ readonly state: UploadState }> {
  tryAgain(): void
}

const WAITS_MS = [2_000, 8_000] as const

type Outcome = 'sent' | 'refused' | 'failed'

interface StillsUploadDeps {
  seal: (sealing: {
    stills: readonly PackedStill[]
    content: EvidenceContent
    key: string
    token: string
  }) => Promise<Uint8Array<ArrayBuffer>>
  put: (url: string, envelope: Uint8Array<ArrayBuffer>) => Promise<Outcome>
  clock: Clock
  onOnline: (run: () => void) => () => void
}

/** Tries three times, and again on request or when back online. */
export function createStillsUpload({ seal, put, clock, onOnline }: StillsUploadDeps) {
  return (place: EvidencePlace, key: string, stills: readonly PackedStill[]): StillsUpload => {
    const view = createSource<{ state: UploadState }>({ state: 'sending' })
    const until = Date.parse(place.until)
    let envelope: Uint8Array<ArrayBuffer> | null = null
    const pause = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve))

    const attempt = async (): Promise<Outcome> => {
      const token = place.url.split('/').at(-1) ?? ''
      envelope ??= await seal({ stills, content: place.content, key, token })
      return put(place.url, envelope)
    }
    const end = (state: UploadState) => {
      view.set({ state })
      if (state === 'waiting') return
      stopListening()
      envelope = null
      stills = []
    }
    const run = async () => {
      view.set({ state: 'sending' })
      for (const wait of [...WAITS_MS, null]) {
        if (clock.now() >= until) return end('lost')
        const outcome = await attempt().catch(() => 'failed' as const)
        if (outcome !== 'failed') return end(outcome === 'sent' ? 'sent' : 'lost')
        if (wait !== null) await pause(wait)
      }
      return end('waiting')
    }
    const tryAgain = () => {
      if (view.get().state === 'waiting') void run()
    }
    const stopListening = onOnline(tryAgain)
    void run()
    return { get: view.get, subscribe: view.subscribe, tryAgain }
  }
}

const TOO_MANY = 429
/** Fits the largest envelope on a slow phone connection. */
const PUT_WITHIN_MS = 60_000

async function put(url: string, envelope: Uint8Array<ArrayBuffer>): Promise<Outcome> {
  const headers = { 'content-type': 'application/octet-stream' }
  const signal = AbortSignal.timeout(PUT_WITHIN_MS)
  const { ok, status } = await fetch(url, { method: 'PUT', credentials: 'include', headers, body: envelope, signal })
  if (ok) return 'sent'
  return status >= 400 && status < 500 && status !== TOO_MANY ? 'refused' : 'failed'
}

export const uploadStills = createStillsUpload({
  seal: async (sealing) => (await import('./sealing.js')).seal(sealing),
  put,
  clock: browserClock,
  onOnline(run) {
    window.addEventListener('online', run)
    return () => window.removeEventListener('online', run)
  },
})
