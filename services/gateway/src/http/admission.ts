import { KlaError } from '@kla/chassis'
import { networkOf } from './network-of.js'

export interface AdmissionLimits {
  /** How many are inside at once, whether their bodies still arrive or are worked on. */
  readonly places: number
  /** How many bodies from one network may still be arriving: one slow sender takes no more places than these. */
  readonly arrivingPerNetwork: number
}

/** Gives requests a place before anything of their bodies is kept. There is no queue: who gets none is refused at once. */
export class Admission {
  #taken = 0
  /** By network; only those that have any. */
  readonly #arriving = new Map<string, number>()

  constructor(private readonly limits: AdmissionLimits) {}

  /**
   * Lets what comes from `address` arrive and be worked on, and takes its place back whichever way that ends. Rejects
   * with UNAVAILABLE, before `arrive` is called, when there is no place.
   */
  async run<Body, Result>(
    address: string,
    arrive: () => Promise<Body>,
    work: (body: Body) => Promise<Result>,
  ): Promise<Result> {
    const network = networkOf(address)
    const arriving = this.#arriving.get(network) ?? 0
    const { places, arrivingPerNetwork } = this.limits
    if (this.#taken >= places || arriving >= arrivingPerNetwork) throw new KlaError('UNAVAILABLE')
    this.#taken += 1
    try {
      return await work(await this.#arrival(network, arrive))
    } finally {
      this.#taken -= 1
    }
  }

  async #arrival<Body>(network: string, arrive: () => Promise<Body>): Promise<Body> {
    this.#count(network, 1)
    try {
      return await arrive()
    } finally {
      this.#count(network, -1)
    }
  }

  #count(network: string, change: 1 | -1): void {
    const arriving = (this.#arriving.get(network) ?? 0) + change
    if (arriving > 0) this.#arriving.set(network, arriving)
    else this.#arriving.delete(network)
  }
}
