import type { Adaptation, AdaptationDeps } from './adaptation.js'
import { NO_LINK } from './link.js'

type CreateAdaptation = (options: AdaptationDeps) => Adaptation

/** First and longest pause before loading again. */
const AGAIN_MS = { first: 5_000, longest: 300_000 } as const

/** Loads with the first connection; calls go on without it. */
export const createLazyAdaptation =
  (load: () => Promise<CreateAdaptation>): CreateAdaptation =>
  (options) => {
    let adaptation: Adaptation | null = null
    let loading = false
    let pauseMs: number = AGAIN_MS.first
    let due: ((adaptation: Adaptation) => void) | null = null

    const settle = (create: CreateAdaptation) => {
      adaptation = create(options)
      due?.(adaptation)
      due = null
    }
    const loadOnce = () => {
      if (loading || due === null) return
      loading = true
      load().then(settle, (error: unknown) => {
        loading = false
        options.onError(error)
        options.clock.after(pauseMs, loadOnce)
        pauseMs = Math.min(2 * pauseMs, AGAIN_MS.longest)
      })
    }
    const enqueue = (act: (adaptation: Adaptation) => void) => {
      if (adaptation) return act(adaptation)
      due = act
      loadOnce()
    }

    return {
      link: () => adaptation?.link() ?? NO_LINK,
      watch: (peer, start) => enqueue((adaptation) => adaptation.watch(peer, start)),
      lose: (start) => enqueue((adaptation) => adaptation.lose(start)),
      receive: (report) => adaptation?.receive(report),
      note: (step) => adaptation?.note(step),
      begin: () => adaptation?.begin(),
      end() {
        due = null
        adaptation?.end()
      },
    }
  }
