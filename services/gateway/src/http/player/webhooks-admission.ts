import type { IncomingMessage } from 'node:http'
import { KlaError } from '@kla/chassis'
import { networkOf } from '../../shared/networks.js'

interface AdmissionLimits {
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

interface BodyLimits {
  readonly maxBytes: number
  readonly withinMs: number
}

const FIRST_BYTES = 4 * 1024

/**
 * The whole body as it came. Rejects with BODY_TOO_LARGE, without reading if that was announced, and with UNAVAILABLE
 * when the body is late or breaks off. What is left unread then stays unread: the connection has to be closed.
 */
export async function readBody(request: IncomingMessage, { maxBytes, withinMs }: BodyLimits): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new KlaError('BODY_TOO_LARGE')
  // Copied together as it comes: a body that is sent byte by byte would keep a buffer object for each.
  let held: Buffer = Buffer.allocUnsafeSlow(Math.min(FIRST_BYTES, maxBytes))
  let length = 0
  return new Promise<Buffer>((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      request.off('data', take).off('end', whole).off('error', broken).off('close', broken).pause()
    }
    const refuse = (error: KlaError): void => {
      stop()
      reject(error)
    }
    const take = (chunk: Buffer): void => {
      const next = length + chunk.length
      if (next > maxBytes) return refuse(new KlaError('BODY_TOO_LARGE'))
      if (next > held.length) held = grown(held, Math.min(Math.max(next, 2 * held.length), maxBytes))
      chunk.copy(held, length)
      length = next
    }
    const whole = (): void => {
      stop()
      resolve(held.subarray(0, length))
    }
    const broken = (): void => refuse(new KlaError('UNAVAILABLE'))
    const timer = setTimeout(broken, withinMs)
    request.on('data', take).on('end', whole).on('error', broken).on('close', broken)
    // A request that broke off before will not say so again.
    if (request.destroyed) broken()
  })
}

function grown(buffer: Buffer, bytes: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(bytes)
  buffer.copy(larger)
  return larger
}
