import type { Platform, ServiceName } from '@kla/local'

export interface KillOptions {
  /** Services of which one process is always left. */
  readonly sparing?: readonly ServiceName[]
  /** Resolves when it is worth killing something; at any time unless given. */
  readonly moment?: () => Promise<unknown>
}

/**
 * Until `work` is over, ends processes of these services in turn as a power cut would, and starts others: first one of
 * a service, then another one, then all of it. Answers how many were ended.
 */
export async function killWhile(
  platform: Platform,
  services: readonly ServiceName[],
  work: Promise<unknown>,
  options: KillOptions = {},
): Promise<number> {
  let over = false
  let killed = 0
  const end = (): void => void (over = true)
  const ended = work.then(end, end)

  const churn = async (): Promise<void> => {
    for (let turn = 0; !over; turn++) {
      const service = services[turn % services.length]
      if (service === undefined) return
      if (options.moment) await Promise.race([options.moment(), ended])
      if (over) return
      const running = platform.running(service)
      const round = Math.floor(turn / services.length)
      const all = round % 3 === 2 && !options.sparing?.includes(service)
      const victims = all ? running : running.slice(round % running.length).slice(0, 1)
      await Promise.all(victims.map((victim) => platform.kill(victim)))
      await Promise.all(victims.map(() => platform.start(service)))
      killed += victims.length
    }
  }
  const [worked, churned] = await Promise.allSettled([work, churn()])
  for (const result of [worked, churned]) if (result.status === 'rejected') throw result.reason
  return killed
}
