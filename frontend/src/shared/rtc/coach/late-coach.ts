import type { CallingCoach, Coach } from './coach.js'
import { NO_LINK } from './link.js'

type CreateCoach = (options: CallingCoach) => Coach

const AGAIN_MS = 5_000

/** Loads with the first connection; calls go on without it. */
export const createLateCoach =
  (load: () => Promise<CreateCoach>): CreateCoach =>
  (options) => {
    let coach: Coach | null = null
    let loading = false
    let due: ((coach: Coach) => void) | null = null

    const settle = (create: CreateCoach) => {
      coach = create(options)
      due?.(coach)
      due = null
    }
    const loadOnce = () => {
      if (loading || due === null) return
      loading = true
      load().then(settle, (error: unknown) => {
        loading = false
        options.onError(error)
        options.clock.after(AGAIN_MS, loadOnce)
      })
    }
    const tell = (act: (coach: Coach) => void) => {
      if (coach) return act(coach)
      due = act
      loadOnce()
    }

    return {
      link: () => coach?.link() ?? NO_LINK,
      watch: (peer, start) => tell((coach) => coach.watch(peer, start)),
      lose: (start) => tell((coach) => coach.lose(start)),
      receive: (report) => coach?.receive(report),
      note: (step) => coach?.note(step),
      begin: () => coach?.begin(),
      end() {
        due = null
        coach?.end()
      },
    }
  }
