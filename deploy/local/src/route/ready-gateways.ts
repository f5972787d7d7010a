/** Where a gateway process listens, whether it runs or not. */
export interface Gateway {
  readonly name: string
  readonly http: number
  readonly realtime: number
  readonly health: number
}

export interface ReadyGateways {
  list(): readonly Gateway[]
  /** Takes one out until it says again that it is ready. */
  failed(gateway: Gateway): void
  /** Looks at all of them once. */
  look(): Promise<void>
  close(): void
}

const LOOK_EVERY_MS = 200
const ANSWER_WITHIN_MS = 1_000

/** Knows which gateways are ready, as the endpoints of a Service in a cluster are. */
export function watchGateways(gateways: readonly Gateway[]): ReadyGateways {
  const ready = new Set<Gateway>()

  const lookAt = async (gateway: Gateway): Promise<void> => {
    const isReady = await fetch(`http://127.0.0.1:${gateway.health}/readyz`, {
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) ready.add(gateway)
    else ready.delete(gateway)
  }
  const look = async (): Promise<void> => void (await Promise.all(gateways.map(lookAt)))
  const timer = setInterval(() => void look(), LOOK_EVERY_MS)

  return {
    list: () => gateways.filter((gateway) => ready.has(gateway)),
    failed: (gateway) => void ready.delete(gateway),
    look,
    close: () => clearInterval(timer),
  }
}
