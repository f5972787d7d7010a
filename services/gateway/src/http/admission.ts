import { KlaError } from '@kla/chassis'
import { networkOf } from './network-of.js'

export interface AdmissionLimits {
  /** How many are inside at once, whether their bodies still arrive or are worked on. */
  readonly places: number
  /** How many of the places are for those who are expected alone. */
  readonly reserved: number
  /** Whether an address is of those who are expected. They share their own places, whatever network they come from. */
  readonly expects: (address: string) => boolean
  /** How many bodies from one network may still be arriving: one slow sender takes no more places than these. */
  readonly arrivingPerNetwork: number
}

/** Gives requests a place before anything of their bodies is kept. There is no queue: who gets none is refused at once. */
export class Admission {
  #taken = 0
  #takenByOthers = 0
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
    const { places, reserved, expects, arrivingPerNetwork } = this.limits
    const network = expects(address) ? undefined : networkOf(address)
    const others = network === undefined ? 0 : 1
    if (this.#taken >= places || (others && this.#takenByOthers >= places - reserved)) throw new KlaError('UNAVAILABLE')
    if (network !== undefined && (this.#arriving.get(network) ?? 0) >= arrivingPerNetwork) throw new KlaError('UNAVAILABLE')
    this.#taken += 1
    this.#takenByOthers += others
    try {
      return await work(network === undefined ? await arrive() : await this.#arrival(network, arrive))
    } finally {
      this.#taken -= 1
      this.#takenByOthers -= others
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
